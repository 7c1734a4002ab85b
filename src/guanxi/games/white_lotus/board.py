"""The White Lotus's map: a file that people can read and write, and what the rules make of it.

A board is a JSON file: provinces with their zone, their mark, their neighbours and their outlines, and scenery for the
picture.  Points are x and y, y downwards, on a sheet about 1000 wide, where a tile is about 44 wide.  Two provinces
are neighbours where their outlines share sides, corner by corner; the file says so twice, and `check` in `checks.py`
compares.
"""

from __future__ import annotations

import copyreg
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, field, json

from guanxi.boards.files import CACHED, Document, Files, Part
from guanxi.boards.forms import OUTLINE, POINT, Longer, Title, WholeCoordinate, neighbours_in
from guanxi.boards.scenery import Scenery
from guanxi.games.white_lotus.rules.material import LOTUSES, PLAYERS, PROVINCES, Board

FOLDER = Path(__file__).parent / "boards"
DEFAULT = "yuan"

Point = Annotated[tuple[WholeCoordinate, WholeCoordinate], POINT]


class Province(Part, frozen=True, kw_only=True):
    """A province; a dark one is in play with six players only."""

    name: Title
    characters: Title = ""
    zone: Literal["light", "dark"]
    mark: Literal["lotus", "dragon"] | None = None
    at: Point  # where its tile lies
    near: Annotated[list[str], neighbours_in("provinces")]
    outline: Annotated[list[Point], OUTLINE]


class BoardFile(Document, frozen=True, kw_only=True):
    """A board as its file describes it."""

    guanxi: Literal["white lotus board 1"]
    name: Title
    title: dict[str, Title]
    reconstruction: Longer = ""  # which facts are given and what was made up, when it is no copy of a printed board
    size: Point
    provinces: Annotated[dict[str, Province], Meta(max_length=100)]
    scenery: Annotated[list[Scenery], Meta(max_length=100)] = field(default_factory=list)

    @property
    def province_ids(self) -> tuple[str, ...]:
        """The provinces by their numbers in the rules: the dark ones last."""
        return numbered(self)

    def in_play(self, seats: int) -> tuple[str, ...]:
        """The provinces that exist with so many players, by their numbers."""
        ids = self.province_ids
        return ids if seats == PLAYERS else tuple(id_ for id_ in ids if self.provinces[id_].zone == "light")


@lru_cache(CACHED)
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


class LoadedBoard(Board):
    """A board as the rules read it, with the file it was made from."""

    file: BoardFile


@lru_cache(CACHED)
def compiled(file: BoardFile, six: bool) -> LoadedBoard:
    """The board as the rules read it, with the dark provinces or without."""
    ids = file.in_play(PLAYERS if six else PLAYERS - 1)
    provinces = [file.provinces[id_] for id_ in ids]
    lotus = [number for number, province in enumerate(provinces) if province.mark == "lotus"]
    near = [sum(1 << ids.index(id_) for id_ in province.near if id_ in ids) for province in provinces]
    board = LoadedBoard()
    board.file = file
    board.provinces = len(ids)
    board.lotuses = len(lotus)
    board.lotus = padded(lotus, LOTUSES)
    board.dragon = padded([int(province.mark == "dragon") for province in provinces], PROVINCES)
    board.near = padded(near, PROVINCES)
    return board


def padded(numbers: list[int], count: int) -> list[int]:
    """A row of fixed length."""
    return numbers + [0] * (count - len(numbers))


def file_of(board: Board) -> BoardFile:
    """The file from which a board was made."""
    assert isinstance(board, LoadedBoard)
    return board.file


@lru_cache(CACHED)
def unpickled(document: bytes, six: bool) -> LoadedBoard:
    """The board of a file: one that this process has already, if its file is the same."""
    return compiled(BOARDS.same(json.decode(document, type=BoardFile)), six)


def has_dark_provinces(board: Board) -> bool:
    """Whether a board is for six players."""
    return board.provinces == len(file_of(board).in_play(PLAYERS))


copyreg.pickle(LoadedBoard, lambda board: (unpickled, (json.encode(board.file), has_dark_provinces(board))))
