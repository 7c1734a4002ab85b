"""The material of Haiduci: the map, the cards and the leaders, each a file that people can read and write.

`board.json` has six provinces of five territories with their borders and outlines, `cards.json` the kinds of cards, the
haiduci and what each pair of cards does, `leaders.json` the leaders with their conditions.  Points are x and y, y
downwards, on a sheet about 1000 wide.  `checks.py` says what is wrong with a file.
"""

from __future__ import annotations

import copyreg
import re
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta, field, json

from guanxi.boards.files import CACHED, Document, Files, Part
from guanxi.boards.forms import LINE, OUTLINE, POINT, Longer, Title, WholeCoordinate, names, neighbours_in
from guanxi.boards.scenery import Scenery
from guanxi.engine.text import Phrase, words
from guanxi.games.haiduci.rules.material import (
    CONDITIONS,
    FIRST_RULES,
    INSIDE,
    KINDS,
    LEADERS,
    PROGRAM,
    SORTS,
    STEPS,
    Board,
)

FOLDER = Path(__file__).parent
ConditionWord = Literal["INDEP", "MAJ", "INFL", "EXT", "HAI", "EMG", "CAP"]
CONDITION_WORDS: tuple[ConditionWord, ...] = get_args(ConditionWord)  # in the order of material.py
StepWord = Literal["place", "remove", "independence", "majority", "influence", "emergence", "capture", "conference"]
STEP_WORDS: tuple[StepWord, ...] = get_args(StepWord)  # in the order of material.py
COUNTED = ("place", "remove", "influence")
HAIDUC_WORD = "haiduc"  # stands for any haiduc in a combination
INFLUENCE_NEEDED = 3
LEADERS_NAME = "leaders_1807"
FIRST_LEADERS = "leaders_1807_first"  # those of the first version of the rules

Name = Title | dict[str, Title]  # the same in all languages, or one for each
Point = Annotated[tuple[WholeCoordinate, WholeCoordinate], POINT]


class Province(Part, frozen=True):
    """A province, which is also a faction."""

    name: Name
    label: Annotated[list[Point], Meta(max_length=20), LINE] = field(default_factory=list)  # the course of its name


class Territory(Part, frozen=True):
    """A territory: where its pawns stand, its neighbours and its outline."""

    name: Name
    province: Annotated[str, names("provinces")]
    at: Point
    near: Annotated[list[str], neighbours_in("territories")]
    outline: Annotated[list[Point], OUTLINE]
    capital: bool = False


class BoardFile(Document, frozen=True, kw_only=True):
    """The map."""

    guanxi: Literal["haiduci board 1"]
    name: Title
    title: dict[str, Title]
    reconstruction: Longer = ""
    size: Point
    begins: Annotated[str, names("provinces")]  # the faction that starts, with a card more
    provinces: Annotated[dict[str, Province], Meta(max_length=20)]
    territories: Annotated[dict[str, Territory], Meta(max_length=100)]
    scenery: Annotated[list[Scenery], Meta(max_length=100)] = field(default_factory=list)


class Kind(Part, frozen=True):
    """A kind of ordinary cards."""

    name: Name
    copies: int


class Combination(Part, frozen=True):
    """The effect of two cards together: steps such as "place 3" of the boxes' owner, then of the partner."""

    cards: tuple[str, str]
    owner: list[str]
    partner: list[str]


class CardsFile(Document, frozen=True, kw_only=True):
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


class LeadersFile(Document, frozen=True, kw_only=True):
    """The leaders of each faction."""

    guanxi: Literal["haiduci leaders 1"]
    name: str
    reconstruction: str = ""
    notes: list[str] = field(default_factory=list)
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

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        """The ids of all different cards by number; kinds that this edition does not have are empty."""
        return (*self.kinds, *[""] * (KINDS - len(self.kinds)), *self.haiduci)

    def leader(self, faction: int, number: int) -> Leader:
        """One of a faction's leaders."""
        return self.leaders.leaders[self.factions[faction]][number]

    def faction_name(self, id_: str) -> Phrase:
        """The name of a faction, which is also a province."""
        return words(self.board.provinces[id_].name)

    def territory_name(self, id_: str) -> Phrase:
        """The name of a territory."""
        return words(self.board.territories[id_].name)

    def card_name(self, id_: str) -> Phrase:
        """The name of a card: a kind or a haiduc."""
        kind = self.cards.kinds.get(id_)
        return words(kind.name if kind else self.cards.haiduci[id_])


class Boards(Files[BoardFile]):
    """Haiduci's maps."""

    noun = "board"
    game = "Haiduci"
    form = BoardFile
    shipped = MappingProxyType({"balkans_1807": FOLDER / "board.json"})

    def faults(self, file: BoardFile, *beside: object) -> list[str]:
        from guanxi.games.haiduci.checks import check_board

        return check_board(file)

    def contents(self, file: BoardFile) -> str:
        return f"{len(file.provinces)} provinces, {len(file.territories)} territories"

    def show(self, file: BoardFile, language: str) -> str:
        from guanxi.games.haiduci.drawing import svg

        return svg(file, language)


class CardSets(Files[CardsFile]):
    """Haiduci's sets of cards."""

    noun = "set of cards"
    option = "cards"
    game = "Haiduci"
    form = CardsFile
    shipped = MappingProxyType({"initiatives": FOLDER / "cards.json"})
    is_drawn = False

    def faults(self, file: CardsFile, *beside: object) -> list[str]:
        from guanxi.games.haiduci.checks import check_cards

        return check_cards(file)

    def contents(self, file: CardsFile) -> str:
        cards = sum(kind.copies for kind in file.kinds.values())
        return f"{cards} cards of {len(file.kinds)} kinds, {len(file.haiduci)} haiduci"

    def show(self, file: CardsFile, language: str) -> str:
        from guanxi.games.haiduci.drawing import card_table

        return card_table(file, language)


class LeaderSets(Files[LeadersFile]):
    """Haiduci's sets of leaders."""

    noun = "set of leaders"
    option = "leaders"
    game = "Haiduci"
    form = LeadersFile
    shipped = MappingProxyType({LEADERS_NAME: FOLDER / "leaders.json", FIRST_LEADERS: FOLDER / "leaders_first.json"})
    is_drawn = False

    def faults(self, file: LeadersFile, *beside: object) -> list[str]:
        """Leaders are of the factions of a map: one of those beside, or the one that comes with the game."""
        from guanxi.games.haiduci.checks import check_leaders

        maps = [other for other in beside if isinstance(other, BoardFile)]
        return check_leaders(file, maps[0] if maps else BOARDS.load(BOARDS.names[0]))

    def contents(self, file: LeadersFile) -> str:
        return f"{sum(map(len, file.leaders.values()))} leaders of {len(file.leaders)} factions"

    def show(self, file: LeadersFile, language: str) -> str:
        from guanxi.games.haiduci.drawing import leader_table

        return leader_table(file, language)


BOARDS = Boards()
CARD_SETS = CardSets()
LEADER_SETS = LeaderSets()


def load(
    board: str | BoardFile | None = None,
    cards: str | CardsFile | None = None,
    leaders: str | LeadersFile | None = None,
    *,
    rules: int | None = None,
) -> Edition:
    """The files with these names, at these paths or given, once they are checked.

    None is the one that comes with the game, for this version of the rules or the newest.
    """
    map_ = BOARDS.load(board or BOARDS.names[0])
    faces = CARD_SETS.load(cards or CARD_SETS.names[0])
    people = leaders or LEADERS_NAME
    if rules == FIRST_RULES and people == LEADERS_NAME:
        people = FIRST_LEADERS
    return edition(map_, faces, LEADER_SETS.load(people, map_))


@lru_cache(CACHED)
def edition(board: BoardFile, cards: CardsFile, leaders: LeadersFile) -> Edition:
    """The same for the same files."""
    return Edition(board, cards, leaders)


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


class LoadedBoard(Board):
    """A board as the rules read it, with the files it was made from."""

    edition: Edition


@lru_cache(CACHED)
def compiled(edition: Edition) -> LoadedBoard:
    """The files as the rules read them."""
    board = LoadedBoard()
    board.edition = edition
    fill_map(board, edition)
    fill_cards(board, edition)
    fill_leaders(board, edition)
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


def edition_of(board: Board) -> Edition:
    """The files from which a board was made."""
    assert isinstance(board, LoadedBoard)
    return board.edition


@lru_cache(CACHED)
def unpickled(board: bytes, cards: bytes, leaders: bytes) -> LoadedBoard:
    """The board of three files: one that this process has already, if its files are the same."""
    files = edition(
        BOARDS.same(json.decode(board, type=BoardFile)),
        CARD_SETS.same(json.decode(cards, type=CardsFile)),
        LEADER_SETS.same(json.decode(leaders, type=LeadersFile)),
    )
    return compiled(files)


def texts_of(files: Edition) -> tuple[bytes, ...]:
    """The files of an edition as JSON."""
    return tuple(json.encode(file) for file in (files.board, files.cards, files.leaders))


copyreg.pickle(LoadedBoard, lambda board: (unpickled, texts_of(board.edition)))
