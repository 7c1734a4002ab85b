"""A live table: the engine's table, rebuilt from its log, with its seats and the lock that every turn takes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import guanxi
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import GuanxiError
from guanxi.engine.events import Event, Left, Returned, Undone
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.engine.text import ENGINE_TEXT, player
from guanxi.server.clocks.clocks import Clock, tick
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.store import Incident
from guanxi.server.tables.wire import Offer

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import View
    from guanxi.server.seats.seats import SeatRow, Who
    from guanxi.server.storage.store import Entry, Header


class Question(msgspec.Struct):
    """A seat has asked the others for an undo; the seats that must still agree."""

    seat: int
    to: int
    client: str
    waits_for: set[int]


class Line(NamedTuple):
    """A line of the log: an event with all that is hidden, and after which standing move it happened."""

    move: int
    event: Event


class Cursor(NamedTuple):
    """How far somebody has followed a table: lines of its log, and standing moves."""

    lines: int
    moves: int


START = Cursor(0, 0)
ASIDES = (Undone, Left, Returned)  # events beside the game: an undo does not take them back


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
        self.lines = [Line(0, event) for event in self.table.true_events()]
        self.starts = [0]  # the first line of the set-up and of each standing move
        self.cursors = [Cursor(len(self.lines), 0)]  # how far the table had come at each length of the log
        self.rewritten = 0  # the length of the log at the last undo: lines told before it may be gone
        self.length = 0
        self.asked = 0  # the length at which the present question was put; while choices are sealed, it stays
        self.clients: set[tuple[int, str]] = set()  # what clients have called their moves
        self.agreed = False  # something was taken back that was not free to take back
        self.question: Question | None = None
        self.ahead = False  # changed, but not yet committed: if that fails, all this must be thrown away
        self.before: tuple[int, Position] | None = None  # how many moves stood before the last one, and the position
        self.revealed: dict[int, bool] = {}  # whether a standing move has brought something to light, if it is known
        self._views: dict[int | None, View] = {}
        self._offers: dict[int, list[Offer]] = {}  # the legal moves of each seat, until the log grows
        incidents = list(header.incidents)
        for entry in entries:
            self._recall(incidents)
            replay_entry(self.table, entry)
            self.note(entry)
        self._recall(incidents)

    def note(self, entry: Entry) -> None:
        """Keep account of an entry that the engine's table has just carried out."""
        self.length = entry.number
        position = self.table.position
        sealed_before = position.sealing and any(choice != NOBODY for choice in position.sealed)
        if not sealed_before or self.table.moves <= len(self.standing):
            self.asked = entry.number
        self.clients.add((entry.seat, entry.client))
        self.agreed |= entry.agreed
        moves = self.table.moves
        if moves > len(self.standing):
            self.standing.append(entry)
            self.starts.append(len(self.lines))
            self.lines += [Line(moves, event) for event in self.table.true_events(since=moves)]
        else:
            del self.standing[moves:], self.starts[moves + 1 :]
            self.rewritten = entry.number
            self.lines = [Line(min(line.move, moves), line.event) for line in self.lines if stays(line, moves)]
            self.lines.append(Line(moves, Undone(entry.seat, moves)))
            self.revealed = {move: light for move, light in self.revealed.items() if move < moves}
        self.cursors.append(Cursor(len(self.lines), moves))
        self.question = None
        self._views.clear()
        self._offers.clear()

    def report(self, event: Left | Returned) -> None:
        """Put something that happened beside the game into its log; it is saved with the header."""
        self.header.incidents.append(Incident(self.length, event))
        self.lines.append(Line(self.table.moves, event))

    def _recall(self, incidents: list[Incident]) -> None:
        """Put what happened at this length of the log back into it."""
        while incidents and incidents[0].length <= self.length:
            self.lines.append(Line(self.table.moves, incidents.pop(0).event))

    def cursor_at(self, length: int) -> Cursor:
        """How far a client had followed the table that saw the log at a length; the start, if that no longer holds."""
        return self.cursors[length] if self.rewritten <= length <= self.length else START

    def view(self, seat: int | None) -> View:
        """What a seat may see of the game; None is a spectator."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    def offers(self, seat: int) -> list[Offer]:
        """The moves a seat may choose from, for people and for programs."""
        if seat not in self._offers:
            table = self.table
            self._offers[seat] = [
                Offer(number, move, move.notation(), move.touches(), table.phrase(move))
                for number, move in zip(table.legal_numbers(seat), table.legal_moves(seat), strict=True)
            ]
        return self._offers[seat]

    def has_seen(self, seat: int, length: int) -> bool:
        """Does a seat that saw the log at a length know all that matters?  What others seal meanwhile does not."""
        if length == self.length:
            return True
        own = next((entry.number for entry in reversed(self.standing) if entry.seat == seat), 0)
        return self.asked <= length < self.length and own <= length

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


def stays(line: Line, moves: int) -> bool:
    """Is a line still true when only so many moves stand?"""
    return line.move <= moves or isinstance(line.event, ASIDES)


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
            raise ApiError(409, "other-rules", rules=header.rules)
        return Table(game, len(seats), header.seed, names_of(seats), header.origin, **header.options)
    except GuanxiError:
        raise ApiError(409, "other-rules", rules=header.rules) from None


def replay_entry(table: Table, entry: Entry) -> None:
    """Carry out what the log says; a log that does not replay is damaged."""
    try:
        play_entry(table, entry.entry)
    except GuanxiError:
        raise ApiError(500, "damaged", number=entry.number) from None


def names_of(seats: list[SeatRow]) -> tuple[str, ...]:
    """What the players are called in logs and sentences."""
    return tuple(seat.name or seat.bot or ENGINE_TEXT.say(player(seat.seat)) for seat in seats)
