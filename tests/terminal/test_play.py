"""Whole games at the terminal, typed line by line."""

from __future__ import annotations

import io
import itertools
import os
import re
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

import guanxi
from guanxi.terminal import boards, saves
from guanxi.terminal.play import play
from guanxi.terminal.session import FORGET, Session

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SHORT_GAME = {"rounds": 1, "first": 0}


class Typist(io.StringIO):
    """Standard input that looks like a keyboard."""

    def isatty(self) -> bool:
        return True


@dataclass
class Terminal:
    """A terminal of 80 columns, with its own data directory."""

    folder: Path
    patch: pytest.MonkeyPatch
    capture: pytest.CaptureFixture[str]
    said: str = ""
    wrong: str = ""
    usual: dict[str, Any] = field(default_factory=lambda: {"language": "en", "bot": "random", "seed": "7"})

    def play(self, *lines: str, typist: bool = False, **how: Any) -> int:
        typed = "".join(f"{line}\n" for line in lines)
        self.patch.setattr(sys, "stdin", Typist(typed) if typist else io.StringIO(typed))
        code = play(**{**self.usual, **how})
        self.said, self.wrong = (text.replace("\N{NO-BREAK SPACE}", " ") for text in self.capture.readouterr())
        return code

    @property
    def games(self) -> list[Path]:
        return sorted(self.folder.glob("guanxi/*"))

    @property
    def moves(self) -> tuple[str, ...]:
        (file,) = self.games
        return guanxi.Log.from_json(file.read_bytes()).moves


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    return Terminal(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "At the table: Player 1 and Random.",
                "Choose one of your actions",
                "charm",
                "seed is now public",
                "verify",
            ],
        ),
        (
            "fr",
            ["À la table : Joueur 1 et Random.", "Choisissez une de vos actions", "charme", "publique", "verify"],
        ),
        ("it", ["Al tavolo: Giocatore 1 e Random.", "Scegli una delle tue azioni", "fascino", "pubblico", "verify"]),
    ],
)
def test_a_whole_game_by_number(terminal: Terminal, language: str, expected: list[str]) -> None:
    assert terminal.play(*["1"] * 40, language=language, options=SHORT_GAME) == 0
    for words in expected:
        assert words in terminal.said
    (file,) = terminal.games
    assert str(file) in terminal.said.replace("\n", "")
    assert saves.read(file).over
    assert max(map(len, terminal.said.replace(str(file), "").splitlines())) <= 80


def test_the_promise_of_chance_is_shown_and_kept(terminal: Terminal) -> None:
    terminal.play(*["1"] * 40, options=SHORT_GAME)
    (file,) = terminal.games
    log = guanxi.Log.from_json(file.read_bytes())
    assert log.commitment[:16] in terminal.said.partition("Round 1")[0]
    assert terminal.said.index(f"The seed is now public: {log.seed}") > terminal.said.index("wins!")


def test_moves_are_typed_in_full_cut_short_or_in_the_players_language(terminal: Terminal) -> None:
    for language, typed in [("en", "gift flute bowl letter"), ("en", "g fl b l"), ("fr", "cadeau flûte bol let")]:
        file = terminal.folder / f"{typed}.json"
        terminal.play(typed, file=file, language=language, options={"first": 0})
        assert saves.read(file).log.moves[0] == "0 gift flute bowl letter"


def test_many_moves_are_shown_by_kind_and_listed_when_asked(terminal: Terminal) -> None:
    terminal.play("list secret", "list gift", "list", "list dance", options={"first": 0})
    overview, secrets, gifts, every, none = terminal.said.split("\n> ")[:5]
    assert "competition" in overview
    assert " moves" in overview
    assert "1  Secret: flute, face down" in secrets
    assert "competition" not in gifts
    assert "gift" in gifts
    assert "competition" in every
    assert "You have no moves of this kind now: dance. Possible kinds: secret" in " ".join(none.split())


def test_an_illegal_move_shows_the_reason_and_the_rule(terminal: Terminal) -> None:
    terminal.play("take fan", "dance", "gift fan fan", "999", "t fan fan", "[bold]", "9" * 5000, options={"first": 0})
    assert "! Nothing is on offer for you now." in terminal.said
    assert "There are four actions: secret, trade-off, gift and competition." in terminal.said
    assert "! You have no moves of this kind now: dance. Possible kinds: secret, trade-off" in terminal.said
    assert "! This action uses exactly 3 cards: Gift." in terminal.said
    assert "Gift: show three cards." in terminal.said
    assert "! There is no move 999 now: moves are numbered from 1 to" in terminal.said
    assert "! “t” could mean: trade-off, take." in terminal.said
    assert "! You have no moves of this kind now: [bold]." in terminal.said
    assert terminal.moves == ()


def test_an_unknown_kind_of_move_lists_the_kinds_in_the_players_language(terminal: Terminal) -> None:
    terminal.play("danse", "quitter", language="fr", options={"first": 0})
    assert "Genres possibles : secret, compromis, cadeau, concurrence." in " ".join(terminal.said.split())


def test_undo_goes_back_to_ones_own_decision_and_the_log_keeps_it(terminal: Terminal) -> None:
    terminal.play("undo", "1", "undo", "quit", options={"first": 0})
    assert "You have not made a move yet" in terminal.said
    assert "Taken back" in terminal.said
    assert terminal.moves[0].startswith("0 ")
    assert terminal.moves[-1] == "undo 0"
    (file,) = terminal.games
    assert saves.read(file).moves == 0


def test_a_bot_answers_the_same_after_undo(terminal: Terminal) -> None:
    terminal.play("1", "undo", "1", "undo", options={"first": 0})
    stretches = [list(some) for undone, some in itertools.groupby(terminal.moves, "undo 0".__eq__) if not undone]
    assert stretches[0] == stretches[1]


def test_hint_names_legal_moves_and_their_chances(terminal: Terminal) -> None:
    terminal.play("hint", options={"first": 0})
    said = re.search(r"(?:Best: |• ).*?\(([^()]*)\)", terminal.said, re.S)
    chance = re.search(r"wins\s+about\s+(\d+)\s+games\s+in\s+100", terminal.said)
    assert said
    assert chance
    assert 0 <= int(chance[1]) <= 100
    terminal.play(" ".join(said[1].split()), options={"first": 0}, file=terminal.folder / "hinted.json")
    assert len(saves.read(terminal.folder / "hinted.json").log.moves) >= 1


def test_rules_are_told_whole_or_by_paragraph(terminal: Terminal) -> None:
    terminal.play("règles cadeau", "rules nothing", language="fr")
    assert "Cadeau : montrez trois cartes." in terminal.said
    assert "Il n’y a pas de section « nothing »" in terminal.said
    terminal.play("rules")
    paragraphs = ["Seven geishas stand in a row", "One is set aside", "Players alternate", "Moves can be taken back"]
    places = [terminal.said.index(words) for words in paragraphs]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("?", "You can also type"),
        ("log", "Round 1: the items are dealt"),
        ("score", "▲ Player 1 has 0 charm and 0 geishas."),
        ("file", "The game is saved in"),
        ("language fr", "Choisissez une de vos actions"),
        ("language xx", "Available languages: en, fr, it."),
        ("", "Choose one of your actions"),
    ],
)
def test_commands(terminal: Terminal, line: str, expected: str) -> None:
    terminal.play(line, options={"first": 0})
    assert expected in terminal.said.partition("\n> ")[2]


def test_help_speaks_the_players_language(terminal: Terminal) -> None:
    terminal.play("aiuto", language="it")
    assert "annulla" in terminal.said


def test_the_end_of_input_saves_the_game_and_says_how_to_resume(terminal: Terminal) -> None:
    assert terminal.play("1", options={"first": 0}) == 0
    (file,) = terminal.games
    assert f'guanxi play hanamikoji --file "{file}"' in terminal.said
    before = saves.read(file).log.moves
    assert terminal.play("1", file=file) == 0
    after = saves.read(file).log.moves
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_an_unfinished_game_is_offered_to_a_person_at_the_keyboard(terminal: Terminal) -> None:
    terminal.play("1", seed=None)
    terminal.play("", typist=True, seed=None)
    assert "Resume the game of Hanamikoji from" in terminal.said
    assert len(terminal.games) == 1
    terminal.play("n", typist=True, seed=None)
    assert len(terminal.games) == 2
    terminal.play(typist=True, seed=None, new=True)
    assert "Go on with" not in terminal.said
    assert len(terminal.games) == 3


def test_neither_finished_nor_broken_games_are_offered(terminal: Terminal) -> None:
    terminal.play(*["1"] * 40, options=SHORT_GAME)
    (terminal.folder / "guanxi" / "hanamikoji-broken.json").write_text("{")
    terminal.play(typist=True, seed=None)
    assert "Go on with" not in terminal.said


def test_a_finished_game_is_shown_with_its_result(terminal: Terminal) -> None:
    terminal.play(*["1"] * 40, options=SHORT_GAME)
    assert terminal.play(file=terminal.games[0]) == 0
    assert "wins!" in terminal.said


@pytest.mark.parametrize("text", ["", "{", '{"guanxi": 1}', "\x1b[2J", '{"\\u001b[2J": 1}'])
def test_a_broken_file_is_told_and_left_alone(terminal: Terminal, text: str) -> None:
    file = terminal.folder / "broken.json"
    file.write_text(text)
    assert terminal.play("1", file=file) == 2
    assert "The file was not changed." in terminal.wrong
    assert "\x1b" not in terminal.wrong
    assert file.read_text() == text


def test_a_changed_log_is_refused(terminal: Terminal) -> None:
    terminal.play("1", options={"first": 0})
    (file,) = terminal.games
    file.write_text(file.read_text().replace("bot:random", "bot:greedy"))
    assert terminal.play("1", file=file) == 2
    assert "its digest does not match" in terminal.wrong


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (
            {"bot": "deep blue"},
            "There is no bot “deep blue”. Available bots: novice, casual, skilled, expert, master, greedy, random",
        ),
        ({"seat": 2}, "There is no seat 2: seats are numbered from 0 to 1."),
        ({"names": ["Ada", "Bo"]}, "2 names were given"),
        ({"language": "de"}, "Available languages: en, fr, it."),
        ({"game": "chess"}, "There is no game 'chess'."),
        ({"options": {"stones": 3}}, "hanamikoji has no option 'stones'."),
    ],
)
def test_invalid_arguments_are_explained(terminal: Terminal, how: dict[str, Any], expected: str) -> None:
    assert terminal.play(**how) == 2
    assert expected in terminal.wrong
    assert terminal.games == []


def test_an_existing_file_is_resumed_whatever_the_options(terminal: Terminal) -> None:
    file = terminal.folder / "mine.json"
    for _ in range(2):
        terminal.play("1", file=file, seed="7", options={"first": 0})
    assert len([move for move in saves.read(file).log.moves if move.startswith("0 ")]) == 2


def test_a_new_game_does_not_overwrite_a_file(terminal: Terminal) -> None:
    file = terminal.folder / "mine.json"
    terminal.play("1", file=file)
    kept_before = file.read_bytes()
    assert terminal.play(file=file, seed=None, new=True) == 2
    assert file.read_bytes() == kept_before


def test_an_unwritable_file_is_reported_before_the_first_move(terminal: Terminal) -> None:
    (terminal.folder / "file").write_text("")
    assert terminal.play("1", file=terminal.folder / "file" / "game.json") == 2
    assert "could not be saved" in terminal.wrong


def test_a_full_disk_does_not_end_the_game(terminal: Terminal) -> None:
    writes = iter([saves.write])

    def write(table: guanxi.Table, file: Path) -> None:
        for real in writes:
            return real(table, file)
        raise OSError(28, "No space left on device")

    terminal.patch.setattr(saves, "write", write)
    assert terminal.play(*["1"] * 40, options=SHORT_GAME) == 0
    assert "could not be saved" in terminal.said
    assert "wins!" in terminal.said


def test_the_person_sits_where_they_want_under_their_name(terminal: Terminal) -> None:
    terminal.play("1", seat=1, names=["Ada"], options={"first": 1})
    assert "● Ada (you)" in terminal.said
    (file,) = terminal.games
    assert saves.read(file).names == ("bot:random", "Ada")


def test_names_cannot_control_the_terminal(terminal: Terminal) -> None:
    terminal.play("1", names=["Ada\x1b[2J"])
    assert "\x1b" not in terminal.said


def test_two_people_share_the_screen(terminal: Terminal) -> None:
    lines: Iterable[str] = itertools.chain.from_iterable(("", "1") for _ in range(40))
    assert terminal.play(*lines, bot="nobody", names=["Ada", "Bo"], options=SHORT_GAME) == 0
    assert "It is Ada’s turn. The others look away; press Enter." in terminal.said
    assert "It is Bo’s turn." in terminal.said
    assert "wins!" in terminal.said


def test_nothing_is_left_on_the_screen_for_the_next_person(terminal: Terminal) -> None:
    terminal.patch.setattr(sys, "stdin", io.StringIO("\n1\n"))
    table = guanxi.game("hanamikoji").table(seed="7", names=["Ada", "Bo"], first=0)
    screen = io.StringIO()
    Session(table, terminal.folder / "game.json", Console(file=screen, force_terminal=True), "en").run()
    parts = screen.getvalue().split(FORGET)
    assert ["Hand" in part for part in parts] == [False, True, False]
    assert "It is Bo’s turn." in parts[-1]


def test_a_game_without_a_board_can_be_played(terminal: Terminal) -> None:
    terminal.patch.setattr(boards, "board", lambda _name: boards.Renderer())
    assert terminal.play("score", *["1"] * 40, options=SHORT_GAME) == 0
    assert "HanamikojiView(" in terminal.said
    assert "wins!" in terminal.said


def test_only_games_with_a_module_have_a_board() -> None:
    assert boards.board("hanamikoji").first == "action"
    assert boards.board("no_such_game") == boards.Renderer()


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "fr_CH.UTF-8", "LANG": "it_IT"}, "Main"),
        ({"LC_MESSAGES": "it_CH", "LANG": "fr_FR"}, "Mano"),
        ({"LANG": "de_CH.UTF-8"}, "Hand"),
        ({}, "Hand"),
    ],
)
def test_the_language_is_that_of_the_system(terminal: Terminal, variables: dict[str, str], language: str) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        terminal.patch.delenv(variable, raising=False)
    for variable, value in variables.items():
        terminal.patch.setenv(variable, value)
    terminal.play(language=None)
    assert f" {language}  " in terminal.said


def test_games_are_saved_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "guanxi"
    assert saves.new_file("han").parent == tmp_path / "guanxi"


def test_two_games_of_one_second_have_two_files(terminal: Terminal) -> None:
    for _ in range(3):
        terminal.play()
    assert len(terminal.games) == 3


def test_a_log_that_cannot_be_written_leaves_the_old_one(terminal: Terminal) -> None:
    terminal.play("1")
    (file,) = terminal.games
    before = file.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    terminal.patch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="No space"):
        saves.write(guanxi.game("hanamikoji").table(), file)
    assert terminal.games == [file]
    assert file.read_bytes() == before
