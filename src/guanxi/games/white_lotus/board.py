"""The White Lotus's map: a file that people can read and write, and what the rules make of it.

A board is a JSON file: provinces with their zone, their mark, their neighbours and their outlines, and scenery for the
picture.  Points are x and y, y downwards, on a sheet about 1000 wide, where a tile is about 44 wide.  Two provinces
are neighbours where their outlines share sides, corner by corner; the file says so twice, and `check` in `checks.py`
compares.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.games.white_lotus.material import LOTUSES, PLAYERS, PROVINCES, Board

BOARDS = Path(__file__).parent / "boards"
DEFAULT = "yuan"

Point = tuple[int, int]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """Something a board file consists of."""


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


class BoardFile(Part, frozen=True, kw_only=True):
    """A board as its file describes it."""

    guanxi: Literal["white lotus board 1"]
    name: str
    title: dict[str, str]
    reconstruction: str = ""  # which facts are given and what was made up, when it is no copy of a printed board
    size: Point
    provinces: dict[str, Province]
    scenery: list[Scenery] = []

    @property
    def province_ids(self) -> tuple[str, ...]:
        """The provinces by their numbers in the rules: the dark ones last."""
        return tuple(sorted(self.provinces, key=lambda id_: self.provinces[id_].zone == "dark"))

    def in_play(self, seats: int) -> tuple[str, ...]:
        """The provinces that exist with so many players, by their numbers."""
        return tuple(id_ for id_ in self.province_ids if seats == PLAYERS or self.provinces[id_].zone == "light")


@cache
def shipped() -> tuple[str, ...]:
    """The names of the boards that come with the package."""
    return tuple(sorted(path.stem for path in BOARDS.glob("*.json")))


def load(board: str) -> BoardFile:
    """A board by its name, or by the path of a file, once it is checked."""
    path = find(board)
    return checked(path, path.stat().st_mtime_ns)


def find(board: str) -> Path:
    """The file of a board."""
    if board in shipped():
        return BOARDS / f"{board}.json"
    try:
        if Path(board).is_file():
            return Path(board).resolve()
    except OSError:
        pass  # no path at all, such as one that is too long
    raise BadOption(f'There is no board "{board}". There is: {", ".join(shipped())}; or give the path of a file.')


@cache
def checked(path: Path, _changed: int) -> BoardFile:
    """A file without faults; it is read again when it was changed."""
    from guanxi.games.white_lotus.checks import check

    file = read(path)
    # What comes with the package is checked by its tests.
    problems = [] if path.parent == BOARDS else check(file)
    if problems:
        raise BadOption("\n".join(f"{path.name}: {problem}" for problem in problems))
    return file


def read(path: Path) -> BoardFile:
    """A file as it is, unchecked but for its form."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=BoardFile)
    except OSError as error:
        raise BadOption(f"{path.name} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path.name} is no board of The White Lotus: {error}.") from None


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


def spelled(id_: str) -> str:
    """The name of a province of which only the id is known, such as Xi’an for xian."""
    known = load(DEFAULT).provinces
    return known[id_].name if id_ in known else id_.capitalize()
