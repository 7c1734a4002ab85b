"""The command `map`: which places are neighbours, readable at 80 columns in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.engine.text import LANGUAGES
from guanxi.games.han.board import neighbours
from guanxi.terminal.boards.han import short
from tests.games.han.tables import capital, han
from tests.games.white_lotus.tables import control, table_with
from tests.terminal.screen import line_of, picture, typed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["han", "white_lotus", "haiduci"])
def test_a_map_fits_into_80_columns(name: str, language: str) -> None:
    game = guanxi.game(name)
    for seats in game.seats:
        lines = picture(game.table(seats, seed="map"), language=language, neighbours=True)
        assert max(map(len, lines)) <= 80
        assert not any(line.endswith("…") for line in lines)


def test_han_lists_neighbours_alliances_and_roads() -> None:
    for table in (han(), capital()):
        lines, file = picture(table, neighbours=True), table.board
        text = " ".join(" ".join(lines).split())
        for number, pair in enumerate(file.alliances, 1):
            assert text.count(f"{file.provinces[pair.other].name} ⚭{number} ") == 1
        for road in file.roads:
            home = file.spaces[road.start].provinces[0]
            assert f"{short(road.start, home)}–{short(road.end, home)}" in text
        for province, near in neighbours(file).items():
            told = line_of(lines, file.provinces[province].name)
            assert all(file.provinces[other].name in told for other in near)


def test_the_white_lotus_lists_neighbours_with_what_stands_there() -> None:
    table = control(table_with({"Ann": "datong palace", "Ben": "taiyuan temple"}, neutral="xian rice"))
    lines = picture(table, neighbours=True)
    assert "♗Taiyuan" in line_of(lines, "♔Datong")
    assert "♔Datong" in line_of(lines, "♗Taiyuan")


def test_haiduci_lists_neighbours_by_province() -> None:
    lines = picture(guanxi.game("haiduci").table(seed="map"), neighbours=True)
    assert line_of(lines, "Valjevo") == "Valjevo Belgrade Rudnik"
    assert line_of(lines, "Kherson") == "Kherson Odessa Podolia"


def test_the_command_shows_the_map(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed("haiduci", monkeypatch, ["map", "quit"], file=tmp_path / "one.json")
    assert "Valjevo" in capsys.readouterr().out
    typed("hanamikoji", monkeypatch, ["map", "quit"], file=tmp_path / "two.json")
    assert "This game has no map." in capsys.readouterr().out
