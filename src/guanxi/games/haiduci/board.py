"""What Haiduci is played with: the map, the cards and the leaders, each a file that people can read and write.

`board.json` has six provinces of five territories with their borders and outlines, `cards.json` the kinds of cards, the
haiduci and what each pair of cards does, `leaders.json` the leaders with their conditions.  Points are x and y, y
downwards, on a sheet about 1000 wide.  `checks.py` says what is wrong with a file.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.engine.text import Phrase, words
from guanxi.games.haiduci.material import CONDITIONS, INSIDE, KINDS, LEADERS, PROGRAM, SORTS, STEPS, Board

FOLDER = Path(__file__).parent
CONDITION_WORDS = ("INDEP", "MAJ", "INFL", "EXT", "HAI", "EMG", "CAP")  # in the order of material.py
STEP_WORDS = ("place", "remove", "independence", "majority", "influence", "emergence", "capture", "conference")
COUNTED = ("place", "remove", "influence")
HAIDUC_WORD = "haiduc"  # stands for any haiduc in a combination
INFLUENCE_NEEDED = 3

Name = str | dict[str, str]  # the same in all languages, or one for each
Point = tuple[int, int]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """Something a file consists of."""


class Province(Part, frozen=True):
    """A province, which is also a faction."""

    name: Name


class Territory(Part, frozen=True):
    """A territory: where its pawns stand, its neighbours and its outline."""

    name: Name
    province: str
    at: Point
    near: list[str]
    outline: list[Point]
    capital: bool = False


class BoardFile(Part, frozen=True, kw_only=True):
    """The map."""

    guanxi: Literal["haiduci board 1"]
    name: str
    title: dict[str, str]
    reconstruction: str = ""
    size: Point
    begins: str  # the faction that starts, with a card more
    provinces: dict[str, Province]
    territories: dict[str, Territory]


class Kind(Part, frozen=True):
    """A kind of ordinary cards."""

    name: Name
    copies: int


class Combination(Part, frozen=True):
    """What two cards do together: steps such as "place 3" of the boxes' owner, then of the partner."""

    cards: tuple[str, str]
    owner: list[str]
    partner: list[str]


class CardsFile(Part, frozen=True, kw_only=True):
    """The cards."""

    guanxi: Literal["haiduci cards 1"]
    name: str
    reconstruction: str = ""
    kinds: dict[str, Kind]
    haiduci: dict[str, Name]
    combinations: list[Combination]


class Leader(Part, frozen=True):
    """A leader with two conditions such as "INFL(russia)"."""

    name: Name
    territorial: str
    political: str


class LeadersFile(Part, frozen=True, kw_only=True):
    """The leaders of each faction."""

    guanxi: Literal["haiduci leaders 1"]
    name: str
    reconstruction: str = ""
    notes: list[str] = []
    leaders: dict[str, list[Leader]]


class Condition(NamedTuple):
    """A condition that was read: its word, the province it is about or nothing, and how many are needed."""

    word: str
    province: str
    needed: int


class Edition:
    """All that one table is played with; places, cards and leaders by their numbers in the rules."""

    def __init__(self, board: BoardFile, cards: CardsFile, leaders: LeadersFile) -> None:
        self.board = board
        self.cards = cards
        self.leaders = leaders
        self.factions = tuple(board.provinces)
        self.territories = tuple(
            id_ for faction in self.factions for id_, place in board.territories.items() if place.province == faction
        )
        self.kinds = tuple(cards.kinds)
        self.haiduci = tuple(cards.haiduci)
        for parts in (board.provinces, board.territories, cards.kinds):
            NAMES.update({id_: part.name for id_, part in parts.items()})
        NAMES.update(cards.haiduci)

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        """The ids of all different cards by number; kinds that this edition does not have are empty."""
        return (*self.kinds, *[""] * (KINDS - len(self.kinds)), *self.haiduci)

    def leader(self, faction: int, number: int) -> Leader:
        """One of a faction's leaders."""
        return self.leaders.leaders[self.factions[faction]][number]


F = TypeVar("F", BoardFile, CardsFile, LeadersFile)


def load(board: str | None = None, cards: str | None = None, leaders: str | None = None) -> Edition:
    """The files at these paths once they are checked; None is the one that comes with the game."""
    paths = [find(path, name) for path, name in ((board, "board"), (cards, "cards"), (leaders, "leaders"))]
    return edition(*((path, path.stat().st_mtime_ns) for path in paths))


def find(path: str | None, name: str) -> Path:
    """The file of the map, the cards or the leaders."""
    if path is None:
        return FOLDER / f"{name}.json"
    try:
        if Path(path).is_file():
            return Path(path).resolve()
    except OSError:
        pass  # no path at all, such as one that is too long
    raise BadOption(
        f'haiduci: there is no file "{path}". The option {name} is the path of a JSON file, or is left out.'
    )


@cache
def edition(board: tuple[Path, int], cards: tuple[Path, int], leaders: tuple[Path, int]) -> Edition:
    """Three files without faults; they are read again when one was changed."""
    from guanxi.games.haiduci.checks import check_board, check_cards, check_leaders

    map_ = read(board[0], BoardFile)
    refuse(board[0], check_board(map_))
    faces = read(cards[0], CardsFile)
    refuse(cards[0], check_cards(faces))
    people = read(leaders[0], LeadersFile)
    refuse(leaders[0], check_leaders(people, map_))
    return Edition(map_, faces, people)


def read(path: Path, kind: type[F]) -> F:
    """A file as it is, unchecked but for its form."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadOption(f"{path.name} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path.name} is not what it should be: {error}.") from None


def refuse(path: Path, problems: list[str]) -> None:
    """Stop here if there are problems, and tell them all."""
    if problems:
        raise BadOption("\n".join(f"{path.name}: {problem}" for problem in problems))


def read_condition(text: str) -> Condition | None:
    """A condition from its text, or None if it is none: INDEP, MAJ(russia), INFL(russia, 4), EXT(3) …"""
    found = re.fullmatch(r"([A-Z]+)(?:\(([^()]*)\))?", text.strip())
    if found is None or found[1] not in CONDITION_WORDS:
        return None
    given = [part.strip() for part in found[2].split(",")] if found[2] is not None else []
    match found[1], given:
        case "INDEP", []:
            return Condition("INDEP", "", INSIDE)
        case ("MAJ" | "CAP") as word, [province]:
            return Condition(word, province, 1)
        case "INFL", [province]:
            return Condition("INFL", province, INFLUENCE_NEEDED)
        case "INFL", [province, number] if number.isdecimal():
            return Condition("INFL", province, int(number))
        case ("INDEP" | "EXT" | "HAI" | "EMG") as word, [number] if number.isdecimal():
            return Condition(word, "", int(number))
    return None


def read_step(text: str) -> tuple[str, int] | None:
    """A step of a combination from its text, or None if it is none: "place 3", "conference" …"""
    word, _, number = text.partition(" ")
    if word in COUNTED and number.isdecimal():
        return word, int(number)
    return (text, 0) if text in STEP_WORDS and text not in COUNTED else None


@cache
def compiled(edition: Edition) -> Board:
    """The files as the rules read them."""
    board = Board()
    fill_map(board, edition)
    fill_cards(board, edition)
    fill_leaders(board, edition)
    EDITIONS[board] = edition
    return board


def fill_map(board: Board, edition: Edition) -> None:
    """Capitals and neighbours."""
    places, file = edition.territories, edition.board
    board.begins = edition.factions.index(file.begins)
    board.capital = [
        next(places.index(id_) for id_ in places if file.territories[id_].capital and home(file, id_) == faction)
        for faction in edition.factions
    ]
    near = [sum(1 << places.index(other) for other in file.territories[id_].near) for id_ in places]
    board.near = near
    around = []
    for faction in range(len(edition.factions)):
        inside = range(faction * INSIDE, (faction + 1) * INSIDE)
        touched = {place for own in inside for place in range(len(places)) if near[own] >> place & 1}
        around.append(sum(1 << place for place in touched - set(inside)))
    board.around = around


def home(file: BoardFile, territory: str) -> str:
    """The province of a territory."""
    return file.territories[territory].province


def fill_cards(board: Board, edition: Edition) -> None:
    """How many cards there are, and what each pair does."""
    kinds = [kind.copies for kind in edition.cards.kinds.values()]
    board.kinds = len(kinds)
    board.copies = [*kinds, *[0] * (KINDS - len(kinds)), *[1] * len(edition.haiduci)]
    steps, amounts = [0] * (SORTS * SORTS * PROGRAM), [0] * (SORTS * SORTS * PROGRAM)
    for combination in edition.cards.combinations:
        one, other = (KINDS if card == HAIDUC_WORD else edition.kinds.index(card) for card in combination.cards)
        for pair in (one * SORTS + other, other * SORTS + one):
            for first, texts in ((0, combination.owner), (STEPS, combination.partner)):
                for slot, text in enumerate(texts, pair * PROGRAM + first):
                    word, number = read_step(text) or ("", 0)
                    steps[slot] = STEP_WORDS.index(word) + 1
                    amounts[slot] = number
    board.step = steps
    board.amount = amounts


def fill_leaders(board: Board, edition: Edition) -> None:
    """The conditions of all leaders, faction by faction."""
    read = [
        read_condition(text)
        for faction in edition.factions
        for leader in edition.leaders.leaders[faction]
        for text in (leader.territorial, leader.political)
    ]
    conditions = [condition for condition in read if condition is not None]
    assert len(conditions) == len(edition.factions) * LEADERS * CONDITIONS
    board.condition = [CONDITION_WORDS.index(condition.word) for condition in conditions]
    board.province = [
        edition.factions.index(condition.province) if condition.province else 0 for condition in conditions
    ]
    board.needed = [condition.needed for condition in conditions]


EDITIONS: dict[Board, Edition] = {}
NAMES: dict[str, Name] = {}  # of all that files have named; moves know ids only


def named(id_: str) -> Phrase:
    """What a place, card or haiduc is called."""
    return words(NAMES.get(id_, id_))


def edition_of(board: Board) -> Edition:
    """The files from which a board was made."""
    return EDITIONS[board]
