"""Moments inside moves are drawn under a caption before the next event."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

import guanxi
from guanxi.engine.text import LANGUAGES
from guanxi.terminal import narrator
from guanxi.terminal.session import Session
from tests.terminal.screen import typed

if TYPE_CHECKING:
    from pathlib import Path

TWO_ROUNDS = {"rounds": 2}
LAST_TURN = "turn 8 of 8"


class Keyboard(io.StringIO):
    """Standard input that looks like a keyboard."""

    def isatty(self) -> bool:
        return True


def screens(said: str) -> list[str]:
    """The screen before each typed line."""
    return said.split("\n> ")


def end_of_round(said: str) -> str:
    """The screen after the move that ended the first round."""
    (screen,) = [screen for screen in screens(said) if "Round 2: the items are dealt" in screen]
    return screen


@pytest.fixture
def round_two(games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> int:
    """The number of lines to type to reach the second round."""
    typed("hanamikoji", monkeypatch, ["1"] * 60, options=TWO_ROUNDS)
    said = screens(capsys.readouterr().out)
    return next(number for number, screen in enumerate(said) if "Round 2: the items are dealt" in screen)


@pytest.mark.usefixtures("games")
def test_the_end_of_a_round_is_shown_before_the_next_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hanamikoji", monkeypatch, ["1"] * 60, options=TWO_ROUNDS)
    screen = end_of_round(capsys.readouterr().out)
    order = [
        r"reveals the secret",
        r"— The secrets are revealed\. —\n Round 1 · turn 8 of 8",
        r"wins the favour|has \d+ charm",
        r"— The round is scored\. —\n Round 1 · turn 8 of 8",
        r"Round 2: the items are dealt",
        r"\n Round 2 · turn 1 of 8",
    ]
    found = [re.search(pattern, screen) for pattern in order]
    places = [match.start() for match in found if match]
    assert len(places) == len(order)
    assert places == sorted(places)
    assert max(map(len, screen.splitlines())) <= 80


@pytest.mark.usefixtures("games")
def test_a_board_that_comes_anyway_is_not_drawn_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hanamikoji", monkeypatch, ["1"] * 60, options={"rounds": 1})
    last = screens(capsys.readouterr().out)[-1]
    assert "— The round is scored. —\n· " in last
    assert last.count(LAST_TURN) == 2  # the secrets, and the end


def test_looking_again_lists_events_without_moments(
    round_two: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hanamikoji", monkeypatch, [*["1"] * round_two, "show"], options=TWO_ROUNDS)
    first, again = screens(capsys.readouterr().out)[round_two : round_two + 2]
    assert first.count(LAST_TURN) == 2
    assert "— The secrets are revealed. —\n· " in again
    assert LAST_TURN not in again


def test_a_round_that_ends_again_after_undo_is_shown_again(
    round_two: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hanamikoji", monkeypatch, [*["1"] * round_two, "undo", "1"], options=TWO_ROUNDS)
    first, _, again = screens(capsys.readouterr().out)[round_two : round_two + 3]
    assert first.count(LAST_TURN) == again.count(LAST_TURN) == 2


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_captions(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("hanamikoji", monkeypatch, ["1"] * 60, language=language, options={"rounds": 1})
    caption = guanxi.game("hanamikoji").text.texts(language)["moment.secrets"]
    assert f"— {caption} —" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(("game", "heading"), [("haiduci", " · season "), ("white_lotus", " · Year ")])
def test_many_moments_between_two_decisions_are_limited(
    game: str, heading: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(game, monkeypatch, ["1"] * 80)
    said = screens(capsys.readouterr().out)
    captions = [len(re.findall(r"^— .* —$", screen, re.MULTILINE)) for screen in said]
    drawn = [screen.count(heading) for screen in said]
    assert max(captions) > narrator.MOST
    assert max(drawn) == narrator.MOST + 1


@pytest.mark.parametrize(("watched", "pauses"), [(True, [narrator.PAUSE]), (False, [])])
def test_pauses_need_a_keyboard(
    watched: bool, pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(narrator, "sleep", slept.append)
    monkeypatch.setattr(sys, "stdin", Keyboard() if watched else io.StringIO())
    table = guanxi.game("hanamikoji").table(seed=7, names=["Ada", "Bo"], rounds=1)
    while not table.over:
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    Session(table, tmp_path / "game.json", Console(file=io.StringIO(), force_terminal=True), "en").run()
    assert slept == pauses
