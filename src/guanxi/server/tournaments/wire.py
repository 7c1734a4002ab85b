"""Wire types of tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from guanxi.server.clocks.clocks import Control
from guanxi.server.clocks.wire import Policy
from guanxi.server.http.wire import Body, Name
from guanxi.server.tournaments.store import Stage
from guanxi.tournaments.records import Format
from guanxi.tournaments.standings import Break

MOST_PLAYERS = 128
MOST_BOTS = 64
Number = Annotated[int, Meta(ge=0, lt=1000)]


class TournamentWanted(Body):
    """A tournament to create; it begins when `most` players are in, at `starts`, or when its organiser says so."""

    name: Annotated[str, Meta(description="1 to 60 characters, without control characters.")]
    game: str
    format: Format
    options: dict[str, Any] = field(default_factory=dict)
    rounds: Annotated[int, Meta(ge=1, le=30)] | None = None  # None: as many as usual for the number of players
    size: Annotated[int, Meta(ge=2, le=6)] | None = None  # players at a table; None: as usual for the game
    best_of: Literal[1, 3, 5] = 1  # games of a match in a knockout
    time: Control | None = None  # None: the live clock that fits the game
    absent: Policy = "bot"
    duplicate: bool = False  # the same deals at every table of a round
    listed: bool = True  # anybody may find it; otherwise only those who have the link
    pause: Annotated[int, Meta(ge=0, le=86_400)] | None = None  # seconds between rounds
    most: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] | None = None
    starts: Annotated[datetime, Meta(tz=True)] | None = None
    club: Annotated[str, Meta(min_length=1, max_length=16)] | None = None
    plays: bool = True  # the organiser is an entrant, too
    player: Name | None = None  # the organiser's name


class Entry(Body):
    """A player who enters a tournament."""

    name: Name | None = None


class BotsAdded(Body):
    """Bots that enter a tournament."""

    bot: str
    count: Annotated[int, Meta(ge=1, le=MOST_BOTS)] = 1


class OfEntrant(Body):
    """A request of the organiser about one entrant."""

    entrant: Number


class MoreTime(Body):
    """Minutes that every clock of the running round gets."""

    minutes: Annotated[int, Meta(ge=1, le=10_080)]


class EntrantShown(Struct):
    """A player of a tournament."""

    number: int
    name: str | None
    bot: str | None
    character: int | None
    profile: str | None
    you: bool
    playing: bool  # in the next rounds, too
    rating: int | None  # before the tournament


class StandingLine(Struct):
    """A line of the standings."""

    number: int
    place: int
    points: float
    breaks: list[float]
    played: int


class GameShown(Struct):
    """One game of a round, or a bye if it has one player; the players are in the order of their seats."""

    board: int
    game: int
    table: str | None
    players: list[int]
    over: bool
    ranks: list[int] | None  # None: not over, or without a result
    totals: list[int]
    points: list[float]  # of a game that is over
    moves: int
    to_move: list[int]  # entrants
    awaited: list[int]  # entrants who have not come to a live game yet
    open: bool  # everybody may watch or replay it


class RoundShown(Struct):
    """A round with its games."""

    number: int
    over: bool
    games: list[GameShown]


class Highlight(Struct):
    """A game that the summary names, with a number that says why."""

    table: str
    round: int
    players: list[int]
    ranks: list[int]
    totals: list[int]
    player: int  # whom it is about: the winner, or the lucky one
    value: float


class Highlights(Struct):
    """Highlights: the smallest margin, the biggest upset by ratings, the most luck in a reviewed game."""

    closest: Highlight | None
    upset: Highlight | None
    luckiest: Highlight | None
    reviewed: int  # games whose luck is known
    reviewing: int  # games whose review waits or is under way
    games: int


class TournamentLine(Struct):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    format: Format
    time: Control
    state: Stage
    round: int
    rounds: int
    players: int
    most: int | None
    starts: str | None
    ended: str | None
    club: str | None
    yours: bool
    entered: bool
    table: str | None  # the client's own game that is being played
    winner: EntrantShown | None


class TournamentLists(Struct):
    """The client's own tournaments that are not over, those to enter, those to watch, and those that are over.

    The own ones are those that it organises or has entered, and those of its clubs that can be entered.
    """

    mine: list[TournamentLine]
    open: list[TournamentLine]
    running: list[TournamentLine]
    over: list[TournamentLine]


class TournamentShown(Struct):
    """A tournament as its page shows it."""

    id: str
    name: str
    club: str | None
    club_name: str | None  # None: no club, or one that the client may not see
    game: str
    options: dict[str, Any]
    format: Format
    rounds: int  # as planned for the present number of players
    size: int
    best_of: int
    time: Control
    absent: Policy
    arrival: int  # minutes that a live game waits for its players
    duplicate: bool
    listed: bool
    pause: int
    most: int | None
    starts: str | None
    state: Stage
    round: int
    resumes: str | None  # when the next round begins
    created: str
    ended: str | None
    version: int
    organiser: str | None
    yours: bool
    you: int | None
    table: str | None  # the client's own game that is being played
    may_enter: bool
    fewest: int  # players without whom it cannot begin
    entrants: list[EntrantShown]
    breaks: list[Break]
    standings: list[StandingLine]
    played: list[RoundShown]
    summary: Highlights | None
