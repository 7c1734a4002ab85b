"""The White Lotus's map: a file that people can read and write, and what the rules make of it.

A board is a JSON file: provinces with their zone, their mark, their neighbours and their outlines, and scenery for the
picture.  Points are x and y, y downwards, on a sheet about 1000 wide, where a tile is about 44 wide.  Two provinces
are neighbours where their outlines share sides, corner by corner; the file says so twice, and `check` in `checks.py`
compares.
"""

from __future__ import annotations

import copyreg
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from msgspec import field, json

from guanxi.boards.files import Document, Files, Part
from guanxi.games.white_lotus.rules.material import LOTUSES, PLAYERS, PROVINCES, Board

FOLDER = Path(__file__).parent / "boards"
DEFAULT = "yuan"

Point = tuple[int, int]


class Province(Part, frozen=True, kw_only=True):
    """A province; a dark one is in play with six players only."""

    name: str
    characters: str = ""
    zone: Literal["light", "dark"]
    mark: Literal["lotus", "dragon"] | None = None
    at: Point  # where its tile lies
    near: list[str]
    outline: list[Point]


class Scenery(Part, frozen=True):
    """Something that is only drawn, with its name by language."""

    kind: Literal["river", "wall", "lake", "mountains"]
    name: dict[str, str]
    points: list[Point]


class BoardFile(Document, frozen=True, kw_only=True):
    """A board as its file describes it."""

    guanxi: Literal["white lotus board 1"]
    name: str
    title: dict[str, str]
    reconstruction: str = ""  # which facts are given and what was made up, when it is no copy of a printed board
    size: Point
    provinces: dict[str, Province]
    scenery: list[Scenery] = field(default_factory=list)

    @property
    def province_ids(self) -> tuple[str, ...]:
        """The provinces by their numbers in the rules: the dark ones last."""
        return numbered(self)

    def in_play(self, seats: int) -> tuple[str, ...]:
        """The provinces that exist with so many players, by their numbers."""
        ids = self.province_ids
        return ids if seats == PLAYERS else tuple(id_ for id_ in ids if self.provinces[id_].zone == "light")


@cache
def numbered(board: BoardFile) -> tuple[str, ...]:
    """The provinces of a board by their numbers."""
    return tuple(sorted(board.provinces, key=lambda id_: board.provinces[id_].zone == "dark"))


class Boards(Files[BoardFile]):
    """The White Lotus's maps."""

    noun = "board"
    game = "The White Lotus"
    form = BoardFile
    shipped = MappingProxyType({path.stem: path for path in sorted(FOLDER.glob("*.json"))})

    def faults(self, file: BoardFile, *beside: object) -> list[str]:
        from guanxi.games.white_lotus.checks import check

        return check(file)

    def contents(self, file: BoardFile) -> str:
        light = len(file.in_play(PLAYERS - 1))
        return f"{light} light and {len(file.provinces) - light} dark provinces"

    def show(self, file: BoardFile, language: str) -> str:
        from guanxi.games.white_lotus.drawing import svg

        return svg(file, language)


BOARDS = Boards()


@cache
def compiled(file: BoardFile, six: bool) -> Board:
    """The board as the rules read it, with the dark provinces or without."""
    ids = file.in_play(PLAYERS if six else PLAYERS - 1)
    provinces = [file.provinces[id_] for id_ in ids]
    lotus = [number for number, province in enumerate(provinces) if province.mark == "lotus"]
    near = [sum(1 << ids.index(id_) for id_ in province.near if id_ in ids) for province in provinces]
    board = Board()
    board.provinces = len(ids)
    board.lotuses = len(lotus)
    board.lotus = padded(lotus, LOTUSES)
    board.dragon = padded([int(province.mark == "dragon") for province in provinces], PROVINCES)
    board.near = padded(near, PROVINCES)
    FILES[board] = file
    return board


def padded(numbers: list[int], count: int) -> list[int]:
    """A row of fixed length."""
    return numbers + [0] * (count - len(numbers))


FILES: dict[Board, BoardFile] = {}


def file_of(board: Board) -> BoardFile:
    """The file from which a board was made."""
    return FILES[board]


@cache
def unpickled(document: bytes, six: bool) -> Board:
    """The board of a file: one that this process has already, if its file is the same."""
    for board, file in FILES.items():
        if has_dark_provinces(board) == six and json.encode(file) == document:
            return board
    return compiled(json.decode(document, type=BoardFile), six)


def has_dark_provinces(board: Board) -> bool:
    """Whether a board is for six players."""
    return board.provinces == len(file_of(board).in_play(PLAYERS))


copyreg.pickle(Board, lambda board: (unpickled, (json.encode(file_of(board)), has_dark_provinces(board))))
