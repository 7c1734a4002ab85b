"""What goes over the wire: every body, answer and event as a typed record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from guanxi.engine.core.position import MOST_SEATS
from guanxi.engine.events import Event
from guanxi.engine.game import Result, View
from guanxi.engine.moves import Move
from guanxi.engine.text import Phrase
from guanxi.learning.tutorial import Lesson
from guanxi.server.clocks.clocks import Control
from guanxi.server.clocks.wire import Planned, Policy, Time
from guanxi.server.http.wire import MOST_NUMBERS, Body, ClientId, Language, Length, Name, SeatNumber


class SeatWanted(Body):
    """Who shall sit there: the asker, a friend by link, a bot, anybody, or another person on the same device."""

    kind: Literal["me", "friend", "bot", "open", "here"]
    name: Name | None = None
    bot: str | None = None


class TableWanted(Body):
    """A table to be made."""

    game: str
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = field(default_factory=dict)
    name: Name | None = None
    time: Control | None = None
    absent: Policy = "bot"
    private: bool = False
    language: Language | None = None


class SeatTaken(Body):
    """A guest takes an open seat."""

    seat: SeatNumber
    name: Name | None = None


class LinkUsed(Body):
    """A guest takes the seat that a link leads to."""

    token: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Name | None = None


class LinkShown(Body):
    """A link to a seat, to see where it leads."""

    token: Annotated[str, Meta(min_length=1, max_length=64)]


class MoveMade(Body):
    """A move, as its notation or its number."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, lt=MOST_NUMBERS)]
    length: Length
    id: ClientId


class UndoAsked(Body):
    """A seat wants its last decision back."""

    seat: SeatNumber
    length: Length
    id: ClientId


class UndoAnswered(Body):
    """What another seat says to that."""

    seat: SeatNumber
    length: Length
    agree: bool


class Seat(Struct):
    """One seat, for everybody to see."""

    seat: int
    name: str | None
    kind: Literal["person", "bot"]
    bot: str | None
    taken: bool
    open: bool  # free, and anybody may take it; else a free seat is kept for a friend with its link
    yours: bool
    absent: Policy | None
    profile: str | None  # of a person
    colour: int
    pattern: int


class From(Struct):
    """The moment of another table's game that a game goes on from; `redrawn`: what the seat had not seen is new."""

    table: str
    move: int
    redrawn: int | None


class Offer(Struct):
    """A legal move: its number, the typed move, its notation, the places it touches, and its words."""

    number: int
    move: Move
    notation: str
    touches: tuple[str, ...]
    phrase: Phrase


class LogLine(Struct, omit_defaults=True):
    """One line of a table's log: an event with its words, and after which standing move; 0 is the set-up."""

    move: int
    event: Event
    phrase: Phrase
    touches: tuple[str, ...] = ()  # the places and pieces it is about
    routine: bool = False  # a list may fold it away


class MomentShown(Struct):
    """A position inside a move that is worth seeing, and how many lines of the whole log had been told by then."""

    kind: str
    phrase: Phrase
    after: int
    view: View


class Undo(Struct):
    """What a seat can take back: to how many standing moves, and whether others must agree."""

    possible: bool
    consent: bool
    asked_by: int | None
    to: int


class State(Struct):
    """A table as one seat sees it, or as a spectator does."""

    table: str
    game: str
    options: dict[str, Any]
    created: str
    hot_seat: bool
    open: bool
    length: int
    moves: int
    started: bool
    seats: list[Seat]
    seat: int | None
    view: View | None
    prompt: Phrase
    to_move: tuple[int, ...]
    legal: list[Offer]
    since: int  # lines left out at the beginning of the log, because the client has them
    events: list[LogLine]
    moments: list[MomentShown]  # inside the moves since the client's last state
    over: bool
    result: Result | None
    commitment: str
    seed: str | None
    undo: Undo
    rematch: str | None
    changes: int
    time: Time
    plan: str | None
    plannable: list[Planned]
    private: bool
    language: Language | None
    yours: bool  # the asker made the table
    origin: From | None = field(name="from")
    lesson: Lesson | None
    hinted: bool  # somebody has asked for a hint: the game does not count for ratings


class Update(Struct):
    """What has changed since the last state of a stream; `docs/server.md` describes the patch."""

    since: int
    events: list[LogLine]
    moments: list[MomentShown]
    patch: dict[str, Any]


class Summary(Struct):
    """A table in a list."""

    table: str
    game: str
    seats: list[Seat]
    started: bool
    over: bool
    moves: int
    to_move: tuple[int, ...]
    your_turn: bool
    updated: str
    winners: tuple[int, ...] | None
    time: Control | None
    deadline: str | None  # when the first of the asker's own clocks that run is out
    language: Language | None


class Lists(Struct):
    """The tables of a guest, those with a free seat, and those that can be watched."""

    mine: list[Summary]
    open: list[Summary]
    running: list[Summary]


class Created(Struct):
    """A new table, the links for friends and the tokens of the asker's own seats, each by seat."""

    table: str
    links: dict[str, str]
    tokens: dict[str, str]
    state: State


class Joined(Struct):
    """A seat taken by its link; the token is for programs, which have no cookie."""

    table: str
    seat: int
    token: str
    state: State


class Me(Struct):
    """Who the server thinks the asker is."""

    name: str | None
    language: Annotated[str, Meta(examples=["en", "fr", "it"])]
    profile: str
    account: str | None  # the name to log in with
    colour: int | None
    pattern: int | None
    devices: int  # how many browsers are this person, as far as is known


Choice = int | str | bool | None  # what can be chosen for an option


class Option(Struct, omit_defaults=True):
    """An option of a game, with what can be chosen."""

    name: str
    type: Literal["int", "bool", "choice"]
    default: Choice
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET


class GameCard(Struct):
    """A game on the shelf."""

    name: str
    seats: tuple[int, ...]
    usual: int  # how many players it is best with
    options: list[Option]
    bots: list[str]  # the levels first, from the weakest
    minutes: tuple[int, int]
    weight: float


Catalogue = dict[str, str | dict[str, str]]  # a text by its id, or one for each plural form


class Texts(Struct):
    """The catalogues of a language, as they are."""

    engine: Catalogue
    games: dict[str, Catalogue]


class Error(Struct, omit_defaults=True):
    """What is wrong and what would be right; `error` is stable, `message` is for people."""

    error: str
    message: str
    reason: Phrase | None = None
    paragraph: str | None = None
    state: State | None = None
