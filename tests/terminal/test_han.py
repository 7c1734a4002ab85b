"""Han at the terminal: its picture, its words, and whole games with several bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.text import LANGUAGES
from guanxi.games.han import GAME
from guanxi.terminal import boards, saves
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice
from tests.games.han.games import each_setting
from tests.games.han.tables import build, build_at, capital, deal, fortify, han, send, turn
from tests.games.han.tables import play as make
from tests.terminal.screen import line_of, picture, typed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.games.han.games import Setting


def test_a_line_for_each_province() -> None:
    table = han()
    build(table, "wei", Alex=3, Barbara=1)
    build_at(table, "Chris", "wei-qi")
    send(table, "wei", Doris=1)
    lines = picture(table)
    assert line_of(lines, "Wei") == "Wei red 1▲ 2▲ 3▲ 4● wei-qi■ wei-5 -6 ◆ +2"
    assert line_of(lines, "Qi") == "Qi yellow wei-qi■ qi-1 -2 -3⚓ -4⚓ +1"


def test_a_disc_marks_what_is_scored() -> None:
    table = han()
    build(table, "qi", Alex=4)
    build_at(table, "Chris", "wei-qi")
    assert line_of(picture(table), "Qi") == "Qi ◉ yellow 1▲ 2▲ 3▲ 4▲ wei-qi■ +4"


def test_fortifications_and_markets_are_framed() -> None:
    table = han(variant=True)
    build(table, "wei", Chris=1)
    fortify(table, "Alex", "wei-2")
    assert "1■ 2[▲]" in line_of(picture(table), "Wei")
    assert any("[▲] fortification" in line for line in picture(table))
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    turn(table, "Alex", "violet violet red")
    make(table, "market weiyang-2")
    assert "1■ 2(▲)" in line_of(picture(table), "Weiyang")
    assert any("(▲) market" in line for line in picture(table))


def test_only_the_own_hand_is_shown_and_what_others_took_in_the_open() -> None:
    table = han()
    deal(table, Alex="red violet green", Barbara="yellow yellow orange", row="green green orange orange")
    turn(table, "Barbara")
    make(table, "discard yellow", "draw orange")
    assert line_of(picture(table, 0), "Hand") == "Hand red green violet"
    assert line_of(picture(table, 1), "Hand") == "Hand yellow orange orange"
    assert not [line for line in picture(table, None) if line.startswith(" Hand")]
    assert line_of(picture(table, 0), "Taken") == "Taken openly ● orange"
    assert not [line for line in picture(table, 1) if line.startswith(" Taken")]


def test_points_cards_and_supply_of_all_players() -> None:
    table = han("Alex Barbara Chris Doris Eric")
    build(table, "qi", Alex=4)
    build_at(table, "Chris", "wei-qi")
    turn(table, "Eric", "red red red")
    assert [" ".join(line.split()) for line in picture(table) if line[2:3] in "▲●■◆★" and line[2:3]] == [
        "▲ Alex (you) 5 3 16 8",
        "● Barbara 0 3 20 8",
        "■ Chris 4 3 19 8",
        "◆ Doris 0 3 20 8",
        "›★ Eric 0 3 20 8",
    ]


@each_setting
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_fits_into_eighty_columns_all_through_a_game(setting: Setting, language: str) -> None:
    random = Random(str(setting))
    table = GAME.table(setting.seats, seed="picture", board=setting.board, variant=setting.variant)
    while not table.over:
        seat = table.to_move[0]
        if random.random() < 0.1:
            assert max(map(len, picture(table, seat, language))) <= 80
        table.play(seat, random.choice(table.position.legal(seat)))


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "h wei-3 r", "house wei-3 red"),
        ("fr", "maison wei-3 ver ver", "house wei-3 green green"),
        ("fr", "PIOCHER pioche", "draw pile"),
        ("fr", "defausser jaune", "discard yellow"),
        ("it", "emissario wei rossa", "emissary wei red"),
        ("it", "pescare mazzo", "draw pile"),
    ],
)
def test_words_may_be_the_players_own(language: str, typed: str, meant: str) -> None:
    assert Vocabulary(Voice(language, GAME.text), boards.board("han")).read(typed) == meant


@pytest.mark.parametrize(("seats", "board"), [(2, "ways_of_diplomacy"), (5, "border_disputes")])
def test_a_whole_game_with_bots_in_the_other_seats(
    seats: int, board: str, games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"variant": True, "board": board}
    assert typed("han", monkeypatch, ["1"] * 150, bot="random", seats=seats, options=options) == 0
    (file,) = games.iterdir()
    said = capsys.readouterr().out
    table = saves.read(file)
    assert table.over
    assert table.names == ("Player 1", *["bot:random"] * (seats - 1))
    assert "The seed is now public" in said
    # Equal bots are numbered.
    assert ("Random 2" in said) == (seats > 2)


def test_without_a_number_as_few_play_as_the_game_allows(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed("han", monkeypatch, [], bot="random")
    (file,) = games.iterdir()
    assert saves.read(file).seats == 2


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"seats": 9}, "han is for 2 to 5 players, not 9."),
        ({"seats": 0}, "han is for 2 to 5 players, not 0."),
        ({"seats": 5, "options": {"board": "ways_of_diplomacy"}}, "The board ways_of_diplomacy is for 2, 3, 4 players"),
        ({"seats": 3, "seat": 3}, "There is no seat 3: seats are numbered from 0 to 2."),
        ({"seats": 3, "options": {"board": "atlantis"}}, 'There is no board "atlantis".'),
    ],
)
def test_invalid_arguments_are_explained(
    how: dict[str, object],
    expected: str,
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert typed("han", monkeypatch, [], **how) == 2
    assert expected in capsys.readouterr().err
    assert not games.exists()


def test_three_people_share_the_screen(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["", "discard red", "discard yellow", "discard green", "discard violet", "discard orange", "draw pile"] * 3
    assert typed("han", monkeypatch, lines, bot="nobody", seats=3, names=["Ada", "Bo", "Cy"]) == 0
    said = capsys.readouterr().out
    assert all(f"It is {name}’s turn." in said for name in ("Ada", "Bo", "Cy"))
