"""Wire types of a table: moves, states, updates and errors.

Parts of a state have no cycles, so the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from guanxi.engine.events import Event, Reason
from guanxi.engine.game import Preview, Result, View
from guanxi.engine.moves import Move
from guanxi.engine.text import Phrase
from guanxi.learning.campaign import Outcome
from guanxi.learning.tutorial import Lesson
from guanxi.server.clocks.clocks import Control
from guanxi.server.clocks.wire import Policy, Time
from guanxi.server.http.wire import MOST_NUMBERS, Body, ClientId, Language, Length, Refusal, SeatNumber


class MoveMade(Body):
    """A move, as its notation or its number."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, lt=MOST_NUMBERS)]
    length: Length
    id: ClientId


class Clicked(Body):
    """The places that a player has clicked, in their order; no legal move touches the last one as well."""

    seat: SeatNumber
    places: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(min_length=1, max_length=12)]
    length: Length


class Explanation(Struct):
    """Why a click leads to no legal move, and the paragraph of the rules that says so, if one does."""

    reason: Phrase
    paragraph: str | None


class PlanMade(Body):
    """The answer to a later decision, as its notation; None removes the plan."""

    seat: SeatNumber
    move: Annotated[str, Meta(min_length=1, max_length=200)] | None


class UndoAsked(Body):
    """A seat wants to take back its last decision."""

    seat: SeatNumber
    length: Length
    id: ClientId


class Ending(Body):
    """A seat ends a game that cannot go on."""

    seat: SeatNumber


class UndoAnswered(Body):
    """Another seat's answer to that request."""

    seat: SeatNumber
    length: Length
    agree: bool


class Seat(Struct, gc=False):
    """One seat as everybody sees it."""

    seat: int
    name: str | None
    kind: Literal["person", "bot"]
    bot: str | None
    taken: bool
    open: bool  # free for anybody; other free seats are reserved for a friend with an invitation
    yours: bool
    absent: Policy | None
    profile: str | None  # of a person
    colour: int
    pattern: int
    character: int | None  # of a bot: which of the game's characters plays it; None: the table's id decides
    nudged: str | None  # when another player last reminded its owner


class RematchShown(Struct, gc=False):
    """A rematch: its table once everybody has agreed, before that who proposed it, who must answer and who refused."""

    table: str | None
    asked_by: int | None
    waits_for: tuple[int, ...]
    refused_by: int | None


class From(Struct, gc=False):
    """The position of another table that a game continues; `redrawn`: what that seat had not seen was dealt again."""

    table: str
    move: int
    redrawn: int | None


class InTournament(Struct, gc=False):
    """The tournament that a table belongs to; `sealed`: others play the same deal, so only its players see it now."""

    id: str
    round: int
    sealed: bool


class Offer(Struct, gc=False):
    """A legal move: its number, the typed move, its notation, the places it touches, and its words."""

    number: int
    move: Move
    notation: str
    touches: tuple[str, ...]
    phrase: Phrase
    important: bool  # it spends something or cannot be taken back: worth a confirmation


class Previewed(Struct):
    """The effects of a legal move, as far as its seat can know them; None if its words say all there is."""

    number: int
    preview: Preview | None


class Planned(Struct, gc=False):
    """An answer that can be given in advance, and what it would answer."""

    notation: str
    phrase: Phrase
    about: Phrase


class LogLine(Struct, omit_defaults=True, gc=False):
    """One line of a table's log: an event in words, and the move it belongs to; 0 is the set-up."""

    move: int
    event: Event
    phrase: Phrase
    touches: tuple[str, ...] = ()  # the places and pieces it is about
    routine: bool = False  # a list may fold it away


class MomentShown(Struct, gc=False):
    """A position inside a move that is worth seeing, and the number of log lines told before it."""

    kind: str
    phrase: Phrase
    after: int
    view: View


class Undo(Struct, gc=False):
    """The undo open to a seat: how many moves would remain, and whether others must agree."""

    possible: bool
    consent: bool
    free: bool  # otherwise the game is no longer rated
    asked_by: int | None
    to: int


class State(Struct, gc=False):
    """A table as one seat, or a spectator, sees it."""

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
    forced: bool  # there is one legal move, and everybody can tell: playing it at once reveals nothing
    since: int  # lines omitted at the beginning of the log because the client has them
    events: list[LogLine]
    moments: list[MomentShown]  # inside the moves since the client's last state
    over: bool
    result: Result | None
    commitment: str
    seed: str | None
    undo: Undo
    ended: Reason | None  # without a loser
    halted: bool  # newer rules replay the log otherwise: the game cannot go on, and any player may end it
    rematch: RematchShown | None
    changes: int
    time: Time
    plan: str | None
    plannable: list[Planned]
    private: bool
    language: Language | None
    yours: bool  # the client created the table
    origin: From | None = field(name="from")
    lesson: Lesson | None
    hinted: bool  # a hint was given: the game is not rated
    rated: bool  # as things stand, the result changes ratings
    tournament: InTournament | None
    exhibition: str | None  # that the table is a board of
    club: str | None  # whose members alone find the table in lists and take its open seats
    delay: int  # the number of moves by which spectators see the game later
    hands: Phrase | None  # when spectators may see all hands of a running game; None: after it, in the replay
    campaign: CampaignShown | None  # what is played for; for its player


class CampaignShown(Struct):
    """The step of a campaign that is played, what has become of its goal, and the stars that it is worth."""

    step: str
    number: int  # from 1 on
    outcome: Outcome
    stars: int
    next: str | None  # the step after it


class Update(Struct, gc=False):
    """The difference to the last state of a stream; `docs/http.md` describes the patch."""

    since: int
    events: list[LogLine]
    moments: list[MomentShown]
    patch: dict[str, Any]


class Attendance(Struct, gc=False):
    """A player who has the table open now, or was last seen there."""

    seat: int
    here: bool
    since: str | None  # when they were last seen; None if they are here, or were never seen


class Attending(Struct, gc=False):
    """The people at a table: its players, the number of spectators, and whether its bots are busy at other tables."""

    seats: list[Attendance]
    watching: int
    busy: bool


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
    deadline: str | None  # when the first of the client's own running clocks runs out
    language: Language | None
    club: str | None


class Created(Struct):
    """A new table, the links for friends and the tokens of the client's own seats, each by seat."""

    table: str
    links: dict[str, str]
    tokens: dict[str, str]
    state: State


class Error(Refusal):
    """An error and how to put it right; `error` is stable, `message` is for people."""

    state: State | None = None  # the table as it is now
