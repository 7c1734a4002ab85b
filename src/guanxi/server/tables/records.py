"""The stored form of a table: its header and the entries of its log."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from guanxi.engine import chance
from guanxi.engine.events import Ended, Left, Reason, Returned
from guanxi.engine.log import Origin
from guanxi.server.clocks.clocks import Control, iso

if TYPE_CHECKING:
    from guanxi.engine.game import Game

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no two look alike
ID_LENGTH = 10
WITHDRAWN = "withdraw"  # the moves of a choice that needs more of them are taken back


class Proposal(msgspec.Struct):
    """A seat proposes another time control; these others have agreed."""

    seat: int
    control: Control | None
    agreed: list[int]


class Question(msgspec.Struct):
    """A request for an undo, and the seats that must still agree."""

    seat: int
    to: int
    client: str
    waits_for: set[int]
    since: int


class Rematch(msgspec.Struct):
    """A seat proposes a rematch; these others have agreed, and nobody or this seat has refused."""

    seat: int
    agreed: list[int] = []
    refused: int | None = None


class Motion(msgspec.Struct):
    """A seat proposes to replace an absent player by a bot, or to end the game; these others must still agree."""

    seat: int
    about: int
    do: Literal["bot", "end"]
    since: int | None  # since when the table has waited for the absent player: if it changes, they have played
    waits_for: list[int]


class Incident(msgspec.Struct, frozen=True):
    """Something outside the rules that the log tells: the number of steps before it, and the event."""

    steps: int = msgspec.field(name="length")  # the name from before choices could wait beside the log
    event: Left | Returned | Ended


class Choice(msgspec.Struct, frozen=True):
    """A move of a sealed choice, stored beside the log: nobody but its seat may learn of it or of its changes."""

    table_id: str
    number: int  # among the table's choices
    seat: int
    length: int  # of the log, in which the choice waits; once the log has grown it counts no more
    entry: str  # a move as in the log, or WITHDRAWN
    client: str
    at: str


class Header(msgspec.Struct):
    """A table without its log.  `over`, `ends`, `discussed`, `owed` and the summary at the end are for queries."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    open: bool
    created: str
    updated: str
    over: bool = False
    rematch: str | None = None  # the table of the rematch
    rematch_asked: Rematch | None = None  # its proposal
    time: Control | None = None
    absent: Literal["bot", "forfeit"] = "bot"  # what happens to the seats of absent players
    proposal: Proposal | None = None
    patience: int = 72  # hours for which an untimed table waits for an absent player, and a live game to begin
    awaiting: int | None = None  # since when a live game waits for players to come
    idle: int = 60 * 24  # hours after which a table at which nobody plays ends by itself
    motion: Motion | None = None
    question: Question | None = None
    discussed: int | None = None  # since when players discuss an undo; part of the summary
    ended: Reason | None = None  # the game was ended without a loser
    ends: int | None = None  # when it ends by itself unless somebody plays; part of the summary
    owed: int | None = None  # since when a bot, a plan or a script moves next
    digest: str | None = None  # of the position after the last entry; None: stored before there were digests
    changes: int = 0  # number of changes outside the log
    version: int = 0  # number of all changes that were stored
    choices: int = 0  # number of moves of sealed choices that were stored
    creator: str | None = None  # the guest who created it
    private: bool = False  # only its players may watch
    language: Literal["en", "fr", "it"] | None = None  # of the conversation
    origin: Origin | None = None  # the position of another game that it continues
    parent: str | None = None  # the table of that game
    hinted: bool = False  # a hint was given
    closed: bool = False  # its creator closed it before the game began
    incidents: list[Incident] = []  # departures and returns
    moves: int = 0
    to_move: tuple[int, ...] | None = None  # None: stored before there were summaries
    winners: tuple[int, ...] | None = None
    club: str | None = None  # whose members alone see it in lists and take its open seats
    files: dict[str, Any] = {}  # the stored boards that its options name, by option; stored by themselves
    tournament: str | None = None  # the tournament that it belongs to
    round: int | None = None  # of that tournament
    exhibition: str | None = None  # that it is a board of
    board: int | None = None  # its number there, from 0 on
    delay: int = 0  # the number of moves by which spectators see the game later
    opened: int = 0  # the number of positions whose hands have been shown to spectators: no undo may lead back to them
    campaign: str | None = None  # the step of its game's campaign that is played
    sealed: bool = False  # its deal is played at other tables, too: only its players may see it for now


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    table_id: str
    number: int
    seat: int
    entry: str
    client: str
    at: str
    agreed: bool = False  # an undo that needed the others' consent


class OnBoard(NamedTuple):
    """The place of a table in an exhibition."""

    exhibition: str
    board: int


def new_id() -> str:
    """An id that nobody can guess and everybody can read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_header(
    game: Game[Any, Any], options: dict[str, Any], open_: bool, at: int, files: dict[str, Any] | None = None
) -> Header:
    """The header of a new table, with a fresh id and a secret seed."""
    return Header(
        id=new_id(),
        game=game.name,
        rules=game.rules_version,
        options=options,
        seed=chance.new_seed(),
        open=open_,
        created=iso(at),
        updated=iso(at),
        files=files or {},
    )
