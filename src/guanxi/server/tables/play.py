"""A table in memory: the engine's table, rebuilt from its log, with seats, clocks and log lines."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import guanxi
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import GuanxiError, UnknownRules
from guanxi.engine.events import Ended, Event, Left, Reason, Returned, Undone
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Saved, Table
from guanxi.engine.text import ENGINE_TEXT, player
from guanxi.server.clocks.clocks import HOUR, Clock, iso, tick
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import BOT
from guanxi.server.tables.digests import position_digest
from guanxi.server.tables.owed import may_owe
from guanxi.server.tables.records import Incident
from guanxi.server.tables.wire import Attending, Offer, State

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import View
    from guanxi.engine.moves import Move
    from guanxi.server.http.identity import Who
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.records import Entry, Header, Question


class Damaged(ApiError):
    """An entry of a log that the rules refuse."""

    def __init__(self, number: int) -> None:
        super().__init__(500, "damaged", number=number)
        self.number = number


class Line(NamedTuple):
    """A line of the log: an event with everything hidden in it, and the move it belongs to."""

    move: int
    event: Event


class OutsideLine(NamedTuple):
    """A line of the log that the rules know nothing about, and its place among the others."""

    place: int
    move: int
    event: Undone | Left | Returned | Ended


class Cursor(NamedTuple):
    """How far a client has followed a table: lines of its log, and moves of its history."""

    lines: int
    moves: int


class Progress(msgspec.Struct, frozen=True, array_like=True):
    """How far a table has come: all of a `Play` that its log alone tells only when it is replayed from the start."""

    length: int  # of the log
    table: Saved  # without its entries, which are the log's
    incidents: int  # how many of the header's are among the lines
    outside: list[OutsideLine]
    starts: list[int]
    cursors: list[Cursor]
    rewritten: int
    asked: int
    revealed: dict[int, bool]


START = Cursor(0, 0)
OFFERS = 8192  # legal moves that are kept with their words
UNDO = "undo "  # how such an entry begins
OUTSIDE = (Undone, Left, Returned, Ended)  # events outside the rules: an undo does not remove them


class Play:
    """A table while it is in memory."""

    def __init__(
        self,
        header: Header,
        seats: list[SeatRow],
        entries: Sequence[Entry],
        clocks: list[Clock] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.header = header
        self.seats = seats
        self.clocks = clocks or [Clock(seat.seat) for seat in seats]
        self.history: list[Entry] = []  # the moves that were not taken back
        self.starts = [0]  # the first line of the set-up and of each move in the history
        self.rewritten = 0  # the length of the log at the last undo: earlier lines may be gone
        self.length = 0
        self.saved = 0  # the length of the log at the last snapshot
        self.asked = 0  # the length at which the present decision was asked for; sealed choices leave it unchanged
        self.clients: set[tuple[int, str]] = set()  # the ids that clients gave their moves
        self.by_bots: set[int] = set()  # seats for which a bot has moved
        self.agreed = False  # an undo needed the others' consent
        self.ahead = False  # changed but not committed: if the commit fails, this object must be thrown away
        self._changed = False
        self.states: dict[Hashable, State] = {}  # what each audience sees, until anything changes
        self.messages: dict[Hashable, tuple[object, bytes]] = {}  # of streams to spectators, until anything changes
        self.patches: dict[
            tuple[int, int], tuple[Any, Any, Any]
        ] = {}  # between parts of states, until anything changes
        self.attending: Attending | None = None  # who was last found to be there, until anything changes
        self.before: tuple[int, Position] | None = None  # the move count and the position before the last move
        self.revealed: dict[int, bool] = {}  # by move of the history: did it reveal something?  Filled by `undo`
        self._views: dict[int | None, View] = {}
        self._offers: dict[int, list[Offer]] = {}  # the legal moves of each seat, until the log grows
        self.table = open_table(header, seats, entries, progress)
        self.halted = self.table.game.rules_version != header.rules  # these rules lead elsewhere: it cannot go on
        self.unplayed: Sequence[Entry] = ()  # the end of the log that these rules refuse
        self.lines = lines_of(self.table, progress)
        self.cursors = [Cursor(len(self.lines), 0)]  # the progress of the table at each length of the log
        if progress:
            self._resume(progress, entries)
        incidents = header.incidents[progress.incidents if progress else 0 :]
        for entry in entries[self.length :]:
            self._restore(incidents)
            replay_entry(self.table, entry)
            self.note(entry)
        self._restore(incidents)

    def _resume(self, progress: Progress, entries: Sequence[Entry]) -> None:
        """Go on from where a table once was."""
        self.length = self.saved = progress.length
        self.rewritten, self.asked = progress.rewritten, progress.asked
        self.starts, self.cursors, self.revealed = progress.starts, progress.cursors, progress.revealed
        for entry in entries[: progress.length]:
            self._note_client(entry)
            if entry.entry.startswith(UNDO):
                del self.history[int(entry.entry.removeprefix(UNDO)) :]
            else:
                self.history.append(entry)

    def progress(self) -> Progress | None:
        """How far the table has come; None while replaying it from the start is as quick."""
        saved = self.table.save()
        if saved is None:
            return None
        outside = [
            OutsideLine(place, line.move, line.event)
            for place, line in enumerate(self.lines)
            if isinstance(line.event, OUTSIDE)
        ]
        return Progress(
            self.length,
            msgspec.structs.replace(saved, entries=[]),
            len(self.header.incidents),
            outside,
            self.starts,
            self.cursors,
            self.rewritten,
            self.asked,
            self.revealed,
        )

    def note(self, entry: Entry) -> None:
        """Record an entry that the engine's table has just carried out."""
        self.length = entry.number
        position = self.table.position
        sealed_before = position.sealing and any(choice != NOBODY for choice in position.sealed)
        if not sealed_before or self.table.moves <= len(self.history):
            self.asked = entry.number
        self._note_client(entry)
        moves = self.table.moves
        if moves > len(self.history):
            self.history.append(entry)
            self.starts.append(len(self.lines))
            self.lines += [Line(moves, event) for event in self.table.true_events(since=moves)]
        else:
            del self.history[moves:], self.starts[moves + 1 :]
            self.rewritten = entry.number
            self.lines = [Line(min(line.move, moves), line.event) for line in self.lines if stays(line, moves)]
            self.lines.append(Line(moves, Undone(entry.seat, moves)))
            self.revealed = {move: was for move, was in self.revealed.items() if move < moves}
        self.cursors.append(Cursor(len(self.lines), moves))
        self._views.clear()
        self._offers.clear()
        self.forget()

    def _note_client(self, entry: Entry) -> None:
        """Record who made an entry, and how."""
        self.clients.add((entry.seat, entry.client))
        if entry.client.startswith(BOT):
            self.by_bots.add(entry.seat)
        self.agreed |= entry.agreed

    def catch_up(self, header: Header, seats: list[SeatRow], entries: list[Entry], clocks: list[Clock]) -> None:
        """Take over what another process has stored since: the new entries, and all that is not in the log."""
        incidents = header.incidents[len(self.header.incidents) :]
        self.header, self.seats, self.clocks = header, seats, clocks
        self.table.names = names_of(seats)
        for entry in entries:
            self._restore(incidents)
            self.before = (self.table.moves, self.table.position.copy())
            replay_entry(self.table, entry)
            self.note(entry)
        self._restore(incidents)
        self.forget()

    @property
    def question(self) -> Question | None:
        """The request for an undo that the players discuss."""
        return self.header.question

    @property
    def changed(self) -> bool:
        """Is there a change to be published when the lock is released?"""
        return self._changed

    @changed.setter
    def changed(self, changed: bool) -> None:
        self._changed = changed
        if changed:
            self.forget()

    def forget(self) -> None:
        """Make states anew: something that they show has changed."""
        self.states.clear()
        self.messages.clear()
        self.patches.clear()
        self.attending = None

    def report(self, event: Left | Returned | Ended) -> None:
        """Add an event outside the rules to the log; it is saved with the header."""
        self.header.incidents.append(Incident(self.length, event))
        self.lines.append(Line(self.table.moves, event))

    def _restore(self, incidents: list[Incident]) -> None:
        """Restore the events outside the rules at this length of the log."""
        while incidents and incidents[0].length <= self.length:
            self.lines.append(Line(self.table.moves, incidents.pop(0).event))

    def cursor_at(self, length: int) -> Cursor:
        """The cursor of a client that saw the log at a length; the start, if an undo has happened since."""
        return self.cursors[length] if self.rewritten <= length <= self.length else START

    def view(self, seat: int | None) -> View:
        """What a seat may see of the game; None is a spectator."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat, None if seat is None else self.view(None))
        return self._views[seat]

    def offers(self, seat: int) -> list[Offer]:
        """The moves a seat may choose from, for people and for programs."""
        if seat not in self._offers:
            table = self.table
            self._offers[seat] = [
                offered(table.board, number, move)
                for number, move in zip(table.legal_numbers(seat), table.legal_moves(seat), strict=True)
            ]
        return self._offers[seat]

    def has_seen(self, seat: int, length: int) -> bool:
        """Does a seat that saw the log at a length know all it needs?  Choices that others seal do not matter."""
        if length == self.length:
            return True
        own = next((entry.number for entry in reversed(self.history) if entry.seat == seat), 0)
        return self.asked <= length < self.length and own <= length

    def sealed_by(self, seat: int) -> int:
        """The number of moves that a seat has made for the present sealed choice."""
        since = takewhile(lambda entry: entry.number > self.asked, reversed(self.history))
        return sum(entry.seat == seat for entry in since)

    @property
    def started(self) -> bool:
        """Is every seat taken?"""
        return all([seat.taken for seat in self.seats])  # noqa: C419 - asked often, and a list is quicker

    @property
    def over(self) -> bool:
        """Has the game come to its end, or was it ended without a loser?"""
        return self.table.over or self.ended is not None or (self.halted and self.header.over)

    @property
    def ended(self) -> Reason | None:
        """Why the game was ended without a loser; a replay is ended only after its last move."""
        return self.header.ended if self.halted or self.table.moves >= self.header.moves else None

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.table.to_move if self.started and not (self.ended or self.halted) else ()

    def tick(self, at: int, mover: int | None = None) -> list[Clock]:
        """Start and stop clocks by which seats owe a decision now; return those that have changed."""
        people = [seat.seat for seat in self.seats if seat.present]
        owing = () if self.awaited else self.to_move
        return tick(self.clocks, self.header.time, at, self.table.moves, owing, people, mover)

    def held_by(self, who: Who) -> list[int]:
        """The client's seats."""
        return [seat.seat for seat in self.seats if seat.held_by(who)]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of players who have not come to the table since the game can begin."""
        return tuple(seat.seat for seat in self.seats if seat.present and not seat.came) if self.to_move else ()

    def waits_since(self, seat: int) -> int | None:
        """Since when the table has waited for a player: to come to a live game, or to decide."""
        return self.header.awaiting if seat in self.awaited else self.clocks[seat].since

    def others(self, seat: int) -> set[int]:
        """The other people at the table, who must agree to things; not those on the same device."""
        return {other for other in self.partners(seat) if self.seats[other].present}

    def partners(self, seat: int) -> set[int]:
        """The other people, present or not; not those on the same device."""
        guest = self.seats[seat].guest
        return {
            other.seat
            for other in self.seats
            if other.kind == "person" and other.seat != seat and not (guest and other.guest == guest)
        }

    def summarize(self, at: int) -> None:
        """Bring the summary in the header up to date after a change."""
        header, result = self.header, self.table.result if self.started else None
        header.updated, header.over = iso(at), self.over
        header.awaiting = header.awaiting or at if self.awaited else None
        # A clock that runs ends every game; without one, somebody has to play from time to time.
        lives = self.over or any(clock.deadline for clock in self.clocks)
        header.ends = None if lives else at + header.idle * HOUR
        if header.awaiting is not None:
            header.ends = header.awaiting + header.patience * HOUR
        header.discussed = header.question.since if header.question else None
        header.owed = at if may_owe(self) else None
        header.to_move = self.to_move
        if not self.halted:
            header.moves, header.digest = self.table.moves, position_digest(self.table.position)
            header.winners = result.winners if result else None

    def put_seat(self, seat: SeatRow) -> None:
        """Replace a seat, with its new owner."""
        self.seats[seat.seat] = seat
        self.table.names = names_of(self.seats)


@lru_cache(OFFERS)
def offered(board: Any, number: int, move: Move) -> Offer:
    """A legal move with its words and places, which are the same at all tables with the same board."""
    return Offer(number, move, move.notation(), move.touches(), move.phrase(board), move.important)


def stays(line: Line, moves: int) -> bool:
    """Does a line remain when only so many moves stand?"""
    return line.move <= moves or isinstance(line.event, OUTSIDE)


def lines_of(table: Table, progress: Progress | None) -> list[Line]:
    """The lines of a log as far as the engine's table has replayed it."""
    moves = [table.true_events(move, move + 1) for move in range(table.moves + 1)]
    lines = [Line(move, event) for move, events in enumerate(moves) for event in events]
    for line in progress.outside if progress else ():
        lines.insert(line.place, Line(line.move, line.event))
    return lines


def open_table(
    header: Header, seats: list[SeatRow], entries: Sequence[Entry] = (), progress: Progress | None = None
) -> Table:
    """The engine's table after the set-up, or as it once was; by the newest rules if its own are not available."""
    saved = None
    if progress:
        told = [entry.entry for entry in entries[: progress.length]]
        saved = msgspec.structs.replace(progress.table, entries=told)
    try:
        try:
            game = guanxi.game(header.game, header.rules)
        except UnknownRules:
            game = guanxi.game(header.game)
        return Table(game, len(seats), header.seed, names_of(seats), header.origin, saved, **header.options)
    except GuanxiError:
        raise ApiError(409, "other-rules", rules=header.rules) from None


def replay_entry(table: Table, entry: Entry) -> None:
    """Carry out an entry; a log that does not replay is damaged."""
    try:
        play_entry(table, entry.entry)
    except GuanxiError:
        raise Damaged(entry.number) from None


def names_of(seats: list[SeatRow]) -> tuple[str, ...]:
    """The players' names in logs and sentences."""
    return tuple(seat.name or seat.bot or ENGINE_TEXT.say(player(seat.seat)) for seat in seats)
