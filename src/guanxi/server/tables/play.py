"""A table in memory: the engine's table, rebuilt from its log, with seats, clocks and log lines."""

from __future__ import annotations

from collections import Counter, deque
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec

import guanxi
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import GuanxiError, UnknownRules
from guanxi.engine.events import Ended, Left, Reason, Returned, Undone
from guanxi.engine.replay import play_entry
from guanxi.engine.story import Told
from guanxi.engine.table import Saved, Table
from guanxi.engine.text import ENGINE_TEXT, player
from guanxi.server.clocks.clocks import HOUR, Clock, iso, tick
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import BOT
from guanxi.server.seats.seats import is_tutorial
from guanxi.server.tables.digests import position_digest
from guanxi.server.tables.owed import may_owe
from guanxi.server.tables.records import WITHDRAWN, Incident
from guanxi.server.tables.wire import Attending, Offer, Seat, State

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import View
    from guanxi.engine.moves import Move
    from guanxi.server.http.identity import Who
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.records import Choice, Entry, Header, Question
    from guanxi.server.tables.state import Frame


OutsideEvent = Undone | Left | Returned | Ended  # outside the rules: an undo does not remove them
OUTSIDE = get_args(OutsideEvent)


class Damaged(ApiError):
    """An entry of a log that the rules refuse."""

    def __init__(self, number: int) -> None:
        super().__init__(500, "damaged", number=number)
        self.number = number


class Line(NamedTuple):
    """A line of the log: an event with everything hidden in it, and the move it belongs to.

    An event of the game is as its rules told it: of a table that comes back into memory, few lines are looked at again.
    """

    move: int
    told: Told | OutsideEvent


class OutsideLine(NamedTuple):
    """A line of the log that the rules know nothing about, and its place among the others."""

    place: int
    move: int
    event: OutsideEvent


class Cursor(NamedTuple):
    """How far a client has followed a table: lines of its log, and moves of its history."""

    lines: int
    moves: int


class Step(NamedTuple):
    """A step of a table: an entry of its log, or a move of a choice that waits.

    A client's length counts the steps it may know of: of a choice others learn only that its seat is ready.
    """

    seat: int
    entered: bool  # into the log
    public: bool
    after: Cursor


class Progress(msgspec.Struct, frozen=True, array_like=True):
    """How far a table has come: all of a `Play` that its log alone tells only when it is replayed from the start."""

    length: int  # of the log
    table: Saved  # without its entries, which are the log's
    incidents: int  # how many of the header's are among the lines
    outside: list[OutsideLine]
    starts: list[int]
    steps: list[Step]
    chosen: int
    amid: set[int]
    rewritten: int
    revealed: dict[int, bool]


START = Cursor(0, 0)
OFFERS = 8192  # legal moves that are kept with their words
UNDO = "undo "  # how such an entry begins


class Play:
    """A table while it is in memory."""

    def __init__(
        self,
        header: Header,
        seats: list[SeatRow],
        entries: Sequence[Entry],
        clocks: list[Clock] | None = None,
        progress: Progress | None = None,
        choices: Sequence[Choice] = (),
    ) -> None:
        self.header = header
        self.seats = seats
        self.is_tutorial = is_tutorial(seats)
        self.clocks = clocks or [Clock(seat.seat) for seat in seats]
        self.history: list[Entry] = []  # the moves that were not taken back
        self.starts = [0]  # the first line of the set-up and of each move in the history
        self.rewritten = 0  # the number of steps at the last undo: earlier lines may be gone
        self.length = 0  # of the log
        self.chosen = 0  # the number of moves of sealed choices
        self.waiting: dict[int, str] = {}  # the seats that are ready and wait for others, and since when
        self.amid: set[int] = set()  # the moves of the history after which others of the same sealed decision follow
        self.saved = 0  # the length of the log at the last snapshot
        self.clients: set[tuple[int, str]] = set()  # the ids that clients gave their moves
        self.by_bots: set[int] = set()  # seats for which a bot has moved
        self.agreed = False  # an undo needed the others' consent
        self.ahead = False  # changed but not committed: if the commit fails, this object must be thrown away
        self.changed = False  # there is something to publish when the lock is released
        self.late = False  # this is the game as it was some moves ago, for spectators
        self.behind: tuple[tuple[int, int], Play] | None = None  # that game, and what it was made from
        self._started = False
        self.states: dict[Hashable, State] = {}  # what each audience sees, until anything changes
        self.messages: dict[Hashable, tuple[object, bytes]] = {}  # of streams to spectators, until anything changes
        self.patches: dict[
            tuple[int, int], tuple[Any, Any, Any]
        ] = {}  # between parts of states, until anything changes
        # The following are kept until anything outside the log changes.
        self.attending: Attending | None = None  # who was last found to be there
        self.frame: Frame | None = None  # parts of all states
        self.seats_shown: dict[tuple[int, ...], list[Seat]] = {}  # by the client's seats
        self._held: dict[Who, tuple[int, ...]] = {}  # the seats of each client
        self.before: tuple[int, Position] | None = None  # the move count and the position before the last move
        self.revealed: dict[int, bool] = {}  # by move of the history: did it reveal something?  Filled by `undo`
        self._views: dict[int | None, View] = {}
        self._offers: dict[int, list[Offer]] = {}  # the legal moves of each seat, until the log grows
        self.table = open_table(header, seats, entries, progress)
        self.halted = self.table.game.rules_version != header.rules  # these rules lead elsewhere: it cannot go on
        self.unplayed: Sequence[Entry] = ()  # the end of the log that these rules refuse
        self.lines = lines_of(self.table, progress)
        self.begun = Cursor(len(self.table.told(0)), 0)  # before all steps
        self.steps: list[Step] = []
        self.private: list[tuple[int, int]] = []  # the steps, by index and seat, that only their seats may know of
        self._secrets: Counter[int] = Counter()  # the number of these by seat
        if progress:
            self._resume(progress, entries, choices)
        incidents = header.incidents[progress.incidents if progress else 0 :]
        self._follow(entries[self.length :], choices[self.chosen :], incidents)

    def _resume(self, progress: Progress, entries: Sequence[Entry], choices: Sequence[Choice]) -> None:
        """Go on from where a table once was."""
        self.length = self.saved = progress.length
        self.chosen, self.amid, self.rewritten = progress.chosen, progress.amid, progress.rewritten
        self.starts, self.revealed = progress.starts, progress.revealed
        self.steps = progress.steps
        self.private = [(index, step.seat) for index, step in enumerate(self.steps) if not step.public]
        self._secrets = Counter(seat for _, seat in self.private)
        entered = entries[: progress.length]
        made: list[Choice | Entry] = [*choices[: progress.chosen], *entered]
        self.clients = {(one.seat, one.client) for one in made}
        self.by_bots = {one.seat for one in made if one.client.startswith(BOT)}
        self.agreed = any(entry.agreed for entry in entered)
        for entry in entered:
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
            OutsideLine(place, line.move, line.told)
            for place, line in enumerate(self.lines)
            if not isinstance(line.told, tuple)
        ]
        return Progress(
            self.length,
            msgspec.structs.replace(saved, entries=[]),
            len(self.header.incidents),
            outside,
            self.starts,
            self.steps,
            self.chosen,
            self.amid,
            self.rewritten,
            self.revealed,
        )

    def note(self, entry: Entry) -> None:
        """Record an entry that the engine's table has carried out; the entries of opened choices come one by one."""
        self.length = entry.number
        self._note_client(entry.seat, entry.client, entry.agreed)
        if self.waiting:  # they are told again by the entries that open them
            self.lines = [line for line in self.lines if line.move <= len(self.history)]
            self.waiting.clear()
        if entry.entry.startswith(UNDO):
            self._note_undo(entry)
        else:
            self.history.append(entry)
            move = len(self.history)
            self.starts.append(len(self.lines))
            self.lines += [Line(move, told) for told in self.table.told(move)]
            if move < self.table.moves or is_amid(self.table.position):
                self.amid.add(move)
        self._take(Step(entry.seat, True, True, Cursor(len(self.lines), len(self.history))))

    def _note_undo(self, entry: Entry) -> None:
        moves = self.table.moves
        del self.history[moves:], self.starts[moves + 1 :]
        self.rewritten = len(self.steps) + 1
        self.lines = [Line(min(line.move, moves), line.told) for line in self.lines if stays(line, moves)]
        self.lines.append(Line(moves, Undone(entry.seat, moves)))
        self.amid = {move for move in self.amid if move <= moves}
        self.revealed = {move: was for move, was in self.revealed.items() if move < moves}

    def note_choice(self, choice: Choice) -> None:
        """Record a choice that waits in the engine's table; others are told once that its seat is ready."""
        self.chosen = choice.number
        self._note_client(choice.seat, choice.client)
        table = self.table
        told = table.told(table.moves + 1)
        is_ready = len(told) > len(self.waiting)
        if is_ready:
            self.waiting[choice.seat] = choice.at
            self.lines.append(Line(table.moves + len(table.waiting), told[-1]))
        self._take(Step(choice.seat, False, is_ready, Cursor(len(self.lines), table.moves)))

    def _take(self, step: Step) -> None:
        """Add a step, after which nothing that was made before is true any more."""
        if not step.public:
            self.private.append((len(self.steps), step.seat))
            self._secrets[step.seat] += 1
        self.steps.append(step)
        self._views.clear()
        self._offers.clear()
        self.forget_game()

    def _note_client(self, seat: int, client: str, agreed: bool = False) -> None:
        """Record who made an entry or a choice, and how."""
        self.clients.add((seat, client))
        if client.startswith(BOT):
            self.by_bots.add(seat)
        self.agreed |= agreed

    def catch_up(
        self,
        header: Header,
        seats: list[SeatRow],
        entries: list[Entry],
        choices: list[Choice],
        clocks: list[Clock],
    ) -> None:
        """Take over what another process has stored since: the new entries, and all that is not in the log."""
        incidents = header.incidents[len(self.header.incidents) :]
        self.header, self.seats, self.clocks = header, seats, clocks
        self.table.names = names_of(seats)
        self._follow(entries, choices, incidents, live=True)
        self.forget()

    def _follow(
        self, entries: Sequence[Entry], choices: Sequence[Choice], incidents: list[Incident], live: bool = False
    ) -> None:
        """Go on by what is stored: each choice waited in the log as it was then."""
        waiting = deque(choices)
        for entry in entries:
            while waiting and waiting[0].length < entry.number:
                self._replay_choice(waiting.popleft(), incidents)
            self._restore(incidents)
            if live:
                self.before = (self.table.moves, self.table.settled.copy())
            replay_entry(self.table, entry)
            self.note(entry)
        for choice in waiting:
            self._replay_choice(choice, incidents)
        self._restore(incidents)

    def _replay_choice(self, choice: Choice, incidents: list[Incident]) -> None:
        self._restore(incidents)
        replay_choice(self.table, choice)
        self.note_choice(choice)

    @property
    def question(self) -> Question | None:
        """The request for an undo that the players discuss."""
        return self.header.question

    def publish(self) -> None:
        """Show everybody, when the lock is released, that something outside the log has changed."""
        self.changed = True
        self.forget()

    def forget(self) -> None:
        """Make states anew: something outside the log has changed, such as the seats."""
        self.frame = self.attending = None
        self.seats_shown.clear()
        self._held.clear()
        self.forget_game()

    def forget_game(self) -> None:
        """Make states anew as far as they show the game or the clocks."""
        self.states.clear()
        self.messages.clear()
        self.patches.clear()

    def report(self, event: Left | Returned | Ended) -> None:
        """Add an event outside the rules to the log; it is saved with the header."""
        self.header.incidents.append(Incident(len(self.steps), event))
        self.lines.append(Line(self.table.moves, event))

    def _restore(self, incidents: list[Incident]) -> None:
        """Restore the events outside the rules at this point."""
        while incidents and incidents[0].steps <= len(self.steps):
            self.lines.append(Line(self.table.moves, incidents.pop(0).event))

    def length_for(self, seats: Sequence[int]) -> int:
        """The number of steps that a client with these seats may know of."""
        return len(self.steps) - len(self.private) + sum(self._secrets[seat] for seat in seats)

    def steps_at(self, seats: Sequence[int], length: int) -> int:
        """The number of steps that had been made when a client with these seats knew of so many."""
        for index, seat in self.private:
            if index < length and seat not in seats:
                length += 1
        return length

    def cursor_at(self, seats: Sequence[int], length: int) -> Cursor:
        """The cursor of a client with these seats that saw a length; the start, if an undo has happened since."""
        made = self.steps_at(seats, length)
        if not self.rewritten <= made <= len(self.steps):
            return START
        return self.steps[made - 1].after if made else self.begun

    def view(self, seat: int | None) -> View:
        """The view of a seat; None is a spectator."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat, None if seat is None else self.view(None))
        return self._views[seat]

    def offers(self, seat: int) -> list[Offer]:
        """The moves a seat may choose from, for people and for programs."""
        if seat not in self._offers:
            board, move, position = self.table.board, self.table.game.move, self.table.position_for(seat)
            self._offers[seat] = [
                offered(board, number, move(position, number)) for number in self.table.legal_numbers(seat)
            ]
        return self._offers[seat]

    def has_seen(self, seat: int, seats: Sequence[int], length: int) -> bool:
        """Does a seat whose client saw a length know all it needs?  Choices that others seal do not matter."""
        made = self.steps_at(seats, length)
        return made <= len(self.steps) and not any(step.entered or step.seat == seat for step in self.steps[made:])

    def sealed_by(self, seat: int) -> int:
        """The number of moves that a seat has made for the present sealed choice."""
        since = takewhile(lambda step: not step.entered, reversed(self.steps))
        return sum(step.seat == seat for step in since)

    @property
    def started(self) -> bool:
        """Is every seat taken?"""
        self._started = self._started or all(seat.taken for seat in self.seats)  # asked often; nobody gives a seat back
        return self._started

    @property
    def over(self) -> bool:
        """Has the game come to its end, or was it ended without a loser?"""
        return self.table.over or self.ended is not None or (self.halted and self.header.over)

    @property
    def ended(self) -> Reason | None:
        """Why the game was ended without a loser; a replay is ended only after its last move."""
        ended = self.header.ended
        return ended if ended and (self.halted or self.table.moves >= self.header.moves) else None

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.table.to_move if self.started and not (self.ended or self.halted) else ()

    def tick(self, at: int, mover: int | None = None) -> list[Clock]:
        """Start and stop clocks by which seats owe a decision now; return those that have changed.

        A seat that has become ready has made its next move, although its choice waits outside the history.
        """
        people = [seat.seat for seat in self.seats if seat.present]
        owing = () if self.awaited else self.to_move
        moves = self.table.moves + (mover is not None and bool(self.table.waiting))
        return tick(self.clocks, self.header.time, at, moves, owing, people, mover)

    def held_by(self, who: Who) -> tuple[int, ...]:
        """The client's seats."""
        found = self._held.get(who)
        if found is None:
            found = self._held[who] = tuple(seat.seat for seat in self.seats if seat.held_by(who))
        return found

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
        self._held.clear()
        self.table.names = names_of(self.seats)


@lru_cache(OFFERS)
def offered(board: Any, number: int, move: Move) -> Offer:
    """A legal move with its words and places, which are the same at all tables with the same board."""
    return Offer(number, move, move.notation(), move.touches(), move.phrase(board), move.important)


def stays(line: Line, moves: int) -> bool:
    """Does a line remain when only so many moves stand?"""
    return line.move <= moves or isinstance(line.told, OUTSIDE)


def lines_of(table: Table, progress: Progress | None) -> list[Line]:
    """The lines of a log as far as the engine's table has replayed it."""
    lines = [Line(move, told) for move in range(table.moves + 1) for told in table.told(move)]
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
        return Table(
            game, len(seats), header.seed, names_of(seats), header.origin, saved, **(header.options | header.files)
        )
    except GuanxiError:
        raise ApiError(409, "other-rules", rules=header.rules) from None


def replay_entry(table: Table, entry: Entry) -> None:
    """Carry out an entry; a log that does not replay is damaged."""
    table.drop_choices()
    try:
        play_entry(table, entry.entry)
    except GuanxiError:
        raise Damaged(entry.number) from None


def replay_choice(table: Table, choice: Choice) -> None:
    """Let a choice wait at a table."""
    try:
        make_choice(table, choice.seat, None if choice.entry == WITHDRAWN else choice.entry)
    except GuanxiError:
        raise Damaged(choice.length + 1) from None
    if len(table.entries) != choice.length:
        raise Damaged(choice.length + 1)


def make_choice(table: Table, seat: int, move: str | int | None) -> str:
    """Make a move of a sealed choice, or take back those of one that needs more moves; return it as it is stored."""
    if move is None:
        table.withdraw(seat)
        return WITHDRAWN
    notation = table.notation(seat, move)
    table.choose(seat, move)
    return notation


def is_amid(position: Position) -> bool:
    """Has somebody sealed a choice in this position?"""
    return bool(position.sealing) and any(choice != NOBODY for choice in position.sealed)


def names_of(seats: list[SeatRow]) -> tuple[str, ...]:
    """The players' names in logs and sentences."""
    return tuple(seat.name or seat.bot or ENGINE_TEXT.say(player(seat.seat)) for seat in seats)
