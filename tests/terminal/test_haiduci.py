"""Haiduci at the terminal: its picture, its words, and whole games with several bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.text import LANGUAGES
from guanxi.games.haiduci import GAME
from guanxi.terminal import boards, saves
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice
from tests.games.haiduci.tables import SIX, agree, finish, table_with
from tests.terminal.screen import line_of, picture, typed

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.engine.table import Table


def place_of(lines: list[str], name: str) -> str:
    """The line of a territory within the frame of its province."""
    rows = [line for line in lines if line.startswith("│")]
    (found,) = [part for row in rows for part in row.split("│") if name in part.split()]
    return " ".join(found.split())


def frame_of(lines: list[str], name: str) -> str:
    """The upper edge of a province's frame."""
    (found,) = [part for line in lines if line.startswith("╭") for part in line.split("╭") if name in part]
    return found.strip("─╮ ")


def test_a_territory_shows_its_pawns_and_who_controls_it() -> None:
    table = table_with(pawns={"vidin": {"ottoman": 2, "serbia": 1}, "sofya": {"serbia": 1, "russia": 1}})
    for width in (80, 100):
        lines = picture(table, width=width)
        assert place_of(lines, "Vidin") == "▲ Vidin ▲2 ■1"
        assert place_of(lines, "Sofya") == "· Sofya ■1 ✚1"
        assert place_of(lines, "Belgrade") == "· Belgrade ⌂"
        assert max(map(len, lines)) <= width


def test_a_province_shows_who_controls_it() -> None:
    table = table_with(pawns={"vidin": {"serbia": 2}, "sofya": {"ottoman": 1}})
    lines = picture(table)
    assert frame_of(lines, "Ottoman") == "▲ Ottoman Empire → ■"
    assert frame_of(lines, "Serbia") == "■ Serbia"


def test_the_season_and_the_frost() -> None:
    table = table_with(season=5, start=1)
    assert picture(table)[0].startswith(" Summer 1808 · season 6 of 28 · ")
    assert picture(table)[0].endswith("■ starts")
    assert "❄ game frozen" not in " ".join(picture(table))
    assert picture(table_with(season=5, frozen=1))[1] == " ❄ game frozen"


def test_factions_with_players_boxes_cards_pawns_and_points() -> None:
    table = table_with(
        hands=("faith army", "revolt", "", ""),
        boxes={"wallachia": "commerce"},
        pawns={"vidin": {"ottoman": 3}, "belgrade": {"serbia": 1}},
    )
    lines = picture(table)
    assert line_of(lines, "›▲ Ottoman Empire") == "›▲ Ottoman Empire Player 1 (you) – – 2 27 10"
    assert line_of(lines, "■ Serbia Player") == "■ Serbia Player 2 – – 1 29 10"
    assert line_of(lines, "★ Wallachia Player") == "★ Wallachia Player 3 commerce – 0 30 0"
    assert line_of(lines, "● Transylvania –") == "● Transylvania – 30"


def test_a_second_box_tells_who_filled_it() -> None:
    lines = picture(agree("faith", "army"))
    assert line_of(lines, "›▲ Ottoman Empire Player").split("Player 1 (you) ")[1].startswith("faith army ■ ")


def test_haiduci_on_the_board_and_captured() -> None:
    table = table_with(haiduci={"iancu-jianu": ("vidin", 1)}, captured={"stefan-bujor": 2})
    lines = picture(table)
    assert place_of(lines, "Vidin") == "· Vidin ♞"
    assert line_of(lines, "On the board") == "On the board ♞ Iancu Jianu – Vidin ■"
    assert line_of(lines, "Captured") == "Captured ♞ Ștefan Bujor ★"


def leaders(table: Table, seat: int | None) -> list[str]:
    return [" ".join(line.split()) for line in picture(table, seat) if line.startswith(("   ✓", "   ○"))]


def test_only_the_own_leader_is_shown_with_live_progress() -> None:
    wanted = {"ottoman": ("EXT(4)", "HAI(1)")}
    table = table_with(conditions=wanted, captured={"stefan-bujor": 0}, pawns={"cluj": {"ottoman": 1}})
    assert leaders(table, 0) == [
        "○ Control 4 territories outside your province 1/4",
        "✓ Hold 1 captured haiduc 1/1",
    ]
    assert "▲ Alemdar Mustafa Pasha" in " ".join(picture(table, 0))
    assert not leaders(table, None)
    assert len(leaders(table, 1)) == 2
    assert "Alemdar" not in " ".join(picture(table, 1))


def test_only_the_own_hand_is_shown() -> None:
    table = table_with(hands=("faith iancu-jianu", "revolt", "", ""), discards="army army")
    assert line_of(picture(table, 0), "Hand") == "Hand faith ♞ Iancu Jianu"
    assert line_of(picture(table, 1), "Hand") == "Hand revolt"
    assert not [line for line in picture(table, None) if line.startswith(" Hand")]
    assert line_of(picture(table, None), "Discards") == "Discards army 2"


def test_at_the_end_all_leaders_are_shown() -> None:
    table = table_with()
    finish(table)
    assert len(leaders(table, None)) == 8


def test_a_claim_shows_the_leader_to_all() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in ("cluj", "banat", "sibiu", "bistrita")}
    wanted = {"ottoman": ("EXT(4)", "HAI(1)")}
    table = table_with(SIX, hands=("army",), conditions=wanted, captured={"stefan-bujor": 0}, pawns=pawns)
    assert "you claim victory" in words(table, 0)
    assert "claim" not in words(table, 1)
    finish(table)
    assert "▲ Alemdar Mustafa Pasha – claims victory" in words(table, 1)


def words(table: Table, seat: int) -> str:
    """All that a seat reads, in one line."""
    return " ".join(" ".join(picture(table, seat)).split())


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_fits_all_through_a_game(players: int, language: str) -> None:
    random = Random(players)
    table = GAME.table(players, seed="picture")
    while not table.over:
        seat = table.to_move[0]
        if random.random() < 0.02:
            for width, height in ((80, 41), (100, 34)):
                lines = picture(table, seat, language, width)
                assert max(map(len, lines)) <= width
                assert len(lines) <= height
                assert not [line for line in lines if "…" in line]
        table.play(seat, random.choice(table.position.legal(seat)))


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "place buch", "place bucharest"),
        ("fr", "placer bucarest", "place bucharest"),
        ("fr", "proposer foi", "offer faith"),
        ("fr", "rejoindre empire-ottoman armée", "join ottoman army"),
        ("it", "togliere costantinopoli valacchia", "remove constantinople wallachia"),
        ("it", "marciare iancu vidin", "march iancu-jianu vidin"),
        ("en", "offer faith", "offer faith"),
    ],
)
def test_words_may_be_the_players_own(language: str, line: str, meant: str) -> None:
    table = GAME.table(4, seed=1)
    voice = Voice(language, GAME.text, table.names, table.board)
    assert Vocabulary(voice, boards.board("haiduci"), table.view(0)).read(line) == meant


def test_a_whole_game_with_bots_in_the_other_seats(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("haiduci", monkeypatch, ["1"] * 600, seats=4) == 0
    (file,) = games.iterdir()
    assert saves.read(file).over
    said = capsys.readouterr().out
    assert "The seed is now public" in said
    assert "HaiduciView(" not in said


def test_an_incomplete_move_lists_its_completions(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("haiduci", monkeypatch, ["faction", "faction Serbia"], seats=4, options={"first": 0})
    begun, done = capsys.readouterr().out.split("\n> ")[1:3]
    assert "6  Play this faction: Russia" in begun
    assert "Player 1 plays this faction: Serbia." in done
