"""Han's boards: files that people can read and write, and what the rules make of them.

A board is a JSON file: provinces with their outlines, house spaces, roads, numbered alliances, and scenery for the
picture.  Places have ids such as `wei-3`; points are x and y, y downwards, on a sheet about 1000 wide, where a house
is about 28 wide and a dragon space 56.  Provinces are neighbours where their outlines share sides, corner by corner.
`check` in `checks.py` says what is wrong with a file.
"""

from __future__ import annotations

import copyreg
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field, json

from guanxi.boards.files import CACHED, Document, Files, Part
from guanxi.boards.forms import (
    LINE,
    OUTLINE,
    POINT,
    Coordinate,
    Count,
    Longer,
    Title,
    keyed_by,
    line_or_symbols,
    names,
    one_of,
)
from guanxi.boards.geometry import length, shared_edges
from guanxi.engine.core.position import NOBODY
from guanxi.games.han.rules.material import ALLIANCES, BORDERS, INSIDE, PLAYERS, SPACES, Board

FOLDER = Path(__file__).parent / "boards"
COLOURS = ("red", "yellow", "green", "orange", "violet")  # in the order of material.py
KINDS = ("house", "port", "border")
Item = TypeVar("Item")
Point = Annotated[tuple[Coordinate, Coordinate], POINT]
TOUCH = 10  # neighbours share at least this length of their outlines


class Province(Part, frozen=True):
    """A province, or a district of the capital."""

    name: Title
    colour: Annotated[str, one_of(*COLOURS)]
    outline: Annotated[list[Point], OUTLINE]
    dragon: Point  # where emissaries stand
    label: Point  # the middle of its name
    meaning: dict[str, Title] = field(default_factory=dict)  # of a Chinese name, by language


class Space(Part, frozen=True):
    """A house space; on a border it has two provinces."""

    at: Point
    provinces: list[Annotated[str, names("provinces")]]
    kind: Annotated[str, one_of(*KINDS)] = "house"


class Road(Part, frozen=True, array_like=True):
    """A road between two house spaces, and the points between them through which it bends."""

    start: Annotated[str, names("spaces")]
    end: Annotated[str, names("spaces")]
    bends: Annotated[list[Point], Meta(max_length=12), LINE] = field(default_factory=list)


class Alliance(Part, frozen=True, array_like=True):
    """Two neighbours whose emissaries can be allied, and the place of the alliance's seal."""

    one: Annotated[str, names("provinces")]
    other: Annotated[str, names("provinces")]
    seal: Point


class Scenery(Part, frozen=True):
    """Something that is only drawn."""

    kind: Literal["sea", "lake", "river", "mountains", "ship", "wall", "gate"]
    points: Annotated[list[Point], line_or_symbols("mountains", "ship")]
    name: Title = ""


class BoardFile(Document, frozen=True, kw_only=True):
    """A board as its file describes it."""

    guanxi: Literal["han board 1"]
    name: Title
    title: dict[str, Title]
    reconstruction: Longer = ""  # which facts are given and what was made up, when it is no copy of a printed board
    size: Point
    # For each number of players the cards of each colour that stay in the box.
    players: Annotated[dict[str, Count], keyed_by(*map(str, range(2, PLAYERS + 1)))]
    open_cards: Count
    variant: Literal["fortifications", "markets"]
    provinces: Annotated[dict[str, Province], Meta(max_length=20)]
    spaces: Annotated[dict[str, Space], Meta(max_length=100)]
    roads: Annotated[list[Road], Meta(max_length=120)]
    alliances: Annotated[list[Alliance], Meta(max_length=40)]  # numbered from 1 in this order
    track: Annotated[list[Point], Meta(max_length=100)]  # of the points, from 0 to 49
    scenery: Annotated[list[Scenery], Meta(max_length=100)] = field(default_factory=list)

    @property
    def province_ids(self) -> tuple[str, ...]:
        """The provinces by their numbers in the rules."""
        return tuple(self.provinces)

    @property
    def space_ids(self) -> tuple[str, ...]:
        """The house spaces by their numbers in the rules."""
        return tuple(self.spaces)

    def course(self, road: Road) -> list[Point]:
        """The whole line of a road."""
        return [self.spaces[road.start].at, *road.bends, self.spaces[road.end].at]

    def within(self, province: str) -> list[str]:
        """The house spaces of a province, those on its borders included."""
        return [id_ for id_, space in self.spaces.items() if province in space.provinces]


class Boards(Files[BoardFile]):
    """Han's boards."""

    noun = "board"
    game = "Han"
    form = BoardFile
    shipped = MappingProxyType({path.stem: path for path in sorted(FOLDER.glob("*.json"))})

    def faults(self, file: BoardFile, *beside: object) -> list[str]:
        from guanxi.games.han.checks import check

        return check(file)

    def remarks(self, file: BoardFile) -> list[str]:
        from guanxi.games.han.checks import remarks

        return remarks(file)

    def contents(self, file: BoardFile) -> str:
        return f"{len(file.provinces)} provinces, {len(file.spaces)} house spaces"

    def show(self, file: BoardFile, language: str) -> str:
        from guanxi.games.han.drawing import svg

        return svg(file, language)


BOARDS = Boards()


@lru_cache(CACHED)
def neighbours(file: BoardFile) -> dict[str, list[str]]:
    """For each province those with which it shares some of its outline."""
    return {
        one: [
            other
            for other, theirs in file.provinces.items()
            if other != one and length(shared_edges(ours.outline, theirs.outline)) >= TOUCH
        ]
        for one, ours in file.provinces.items()
    }


class LoadedBoard(Board):
    """A board as the rules read it, with the file it was made from."""

    file: BoardFile


@lru_cache(CACHED)
def compiled(file: BoardFile) -> LoadedBoard:
    """The board as the rules read it: places are numbered in the order of the file."""
    board = LoadedBoard()
    board.file = file
    board.spaces = len(file.spaces)
    board.alliances = len(file.alliances)
    board.open_cards = file.open_cards
    board.colour = [COLOURS.index(province.colour) for province in file.provinces.values()]
    board.size = [len(file.within(province)) for province in file.provinces]
    fill_spaces(board, file)
    numbers = {id_: number for number, id_ in enumerate(file.spaces)}
    ways = [0] * SPACES
    for road in file.roads:
        start, end = numbers[road.start], numbers[road.end]
        ways[start] |= 1 << end
        ways[end] |= 1 << start
    board.ways = ways
    provinces = file.province_ids
    allies = [[provinces.index(pair.one), provinces.index(pair.other)] for pair in file.alliances]
    board.alliance = padded(allies, ALLIANCES, [0, 0])
    return board


def fill_spaces(board: Board, file: BoardFile) -> None:
    """Fill in the spaces of each province, the borders and the ports."""
    provinces = file.province_ids
    inside: list[list[int]] = [[] for _ in provinces]
    home: list[list[int]] = []
    for number, space in enumerate(file.spaces.values()):
        homes = [provinces.index(province) for province in space.provinces]
        home.append(padded(homes, 2, NOBODY))
        if len(homes) == 1:
            inside[homes[0]].append(number)
    borders = [number for number, space in enumerate(file.spaces.values()) if space.kind == "border"]
    board.insides = [len(numbers) for numbers in inside]
    board.inside = [padded(numbers, INSIDE, 0) for numbers in inside]
    board.borders = len(borders)
    board.border = padded(borders, BORDERS, 0)
    board.home = padded(home, SPACES, [NOBODY, NOBODY])
    board.port = padded([int(space.kind == "port") for space in file.spaces.values()], SPACES, 0)


def padded(items: list[Item], count: int, filling: Item) -> list[Item]:
    """A row of fixed length."""
    return items + [filling] * (count - len(items))


def file_of(board: Board) -> BoardFile:
    """The file from which a board was made."""
    assert isinstance(board, LoadedBoard)
    return board.file


@lru_cache(CACHED)
def unpickled(document: bytes) -> LoadedBoard:
    """The board of a file: one that this process has already, if its file is the same."""
    return compiled(BOARDS.same(json.decode(document, type=BoardFile)))


copyreg.pickle(LoadedBoard, lambda board: (unpickled, (json.encode(board.file),)))
