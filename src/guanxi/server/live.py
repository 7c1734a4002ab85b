"""A live table: the engine's table, rebuilt from its log, with its seats and the lock that every turn takes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.engine.position import NOBODY
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.engine.text import ENGINE_TEXT, player
from guanxi.server.clocks import Clock, tick
from guanxi.server.errors import Refused

if TYPE_CHECKING:
    from guanxi.engine.sight import Sight
    from guanxi.server.seats import SeatRow, Who
    from guanxi.server.store import Entry, Header


class Question(msgspec.Struct):
    """A seat has asked the others for an undo; the seats that must still agree."""

    seat: int
    to: int
    client: str
    waits_for: set[int]


class Play:
    """What is known of a table while it is in memory."""

    def __init__(
        self, header: Header, seats: list[SeatRow], entries: list[Entry], clocks: list[Clock] | None = None
    ) -> None:
        self.header = header
        self.seats = seats
        self.clocks = clocks or [Clock(seat.seat) for seat in seats]
        self.table = open_table(header, seats)
        self.standing: list[Entry] = []  # the moves that stand
        self.told = [len(self.table.events())]  # how many events the set-up and each standing move have
        self.length = 0
        self.asked = 0  # the length at which the present question was put; while choices are sealed, it stays
        self.clients: set[tuple[int, str]] = set()  # what clients have called their moves
        self.agreed = False  # something was taken back that was not free to take back
        self.question: Question | None = None
        self.ahead = False  # changed, but not yet committed: if that fails, all this must be thrown away
        self.before: tuple[int, Sight] | None = None  # what the last move's seat knew before it
        self.revealed: dict[int, bool] = {}  # whether a standing move has brought something to light, if it is known
        for entry in entries:
            replay_entry(self.table, entry)
            self.note(entry)

    def note(self, entry: Entry) -> None:
        """Keep account of an entry that the engine's table has just carried out."""
        self.length = entry.number
        position = self.table.position
        sealed_before = position.sealing and any(choice != NOBODY for choice in position.sealed)
        if not sealed_before or self.table.moves <= len(self.standing):
            self.asked = entry.number
        self.clients.add((entry.seat, entry.client))
        self.agreed |= entry.agreed
        del self.standing[self.table.moves :]
        del self.told[self.table.moves + 1 :]
        if self.table.moves > len(self.standing):
            self.standing.append(entry)
            self.told.append(len(self.table.events(since=self.table.moves)))
        self.question = None
        self.revealed = {move: light for move, light in self.revealed.items() if move < self.table.moves}

    def has_seen(self, seat: int, length: int) -> bool:
        """Does a seat that saw the log at a length know all that matters?  What others seal meanwhile does not."""
        own = [entry.number for entry in self.standing if entry.seat == seat]
        return length == self.length or (self.asked <= length < self.length and (not own or own[-1] <= length))

    @property
    def started(self) -> bool:
        """Is every seat taken?"""
        return all(seat.taken for seat in self.seats)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.table.to_move if self.started else ()

    def tick(self, at: int, mover: int | None = None) -> list[Clock]:
        """Bring the clocks in line with who owes a decision now; returns those that have changed."""
        people = [seat.seat for seat in self.seats if seat.present]
        return tick(self.clocks, self.header.time, at, self.table.moves, self.to_move, people, mover)

    def held_by(self, who: Who) -> list[int]:
        """The seats of somebody."""
        return [seat.seat for seat in self.seats if who.holds(seat)]

    def seat_it(self, seat: SeatRow) -> None:
        """Somebody sits down."""
        self.seats[seat.seat] = seat
        self.table.names = names_of(self.seats)


class Live:
    """A table's place in memory.  Whoever looks at `play` or changes it holds the lock."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.play: Play | None = None


def open_table(header: Header, seats: list[SeatRow]) -> Table:
    """The engine's table at its set-up."""
    try:
        game = guanxi.game(header.game)
        if game.rules_version != header.rules:
            raise Refused(409, "other-rules", rules=header.rules)
        return Table(game, len(seats), header.seed, names_of(seats), header.origin, **header.options)
    except GuanxiError:
        raise Refused(409, "other-rules", rules=header.rules) from None


def replay_entry(table: Table, entry: Entry) -> None:
    """Carry out what the log says; a log that does not replay is damaged."""
    try:
        play_entry(table, entry.entry)
    except GuanxiError:
        raise Refused(500, "damaged", number=entry.number) from None


def names_of(seats: list[SeatRow]) -> tuple[str, ...]:
    """What the players are called in logs and sentences."""
    return tuple(seat.name or seat.bot or ENGINE_TEXT.say(player(seat.seat)) for seat in seats)
