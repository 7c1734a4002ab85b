"""All live tables: loaded from their logs, and changed one turn at a time under their locks."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError

from guanxi.engine.errors import IllegalMove
from guanxi.engine.events import Ended, Reason
from guanxi.server.clocks.clocks import Live, iso, set_clocks
from guanxi.server.http.errors import ApiError, unavailable
from guanxi.server.notices.outbox import Notice
from guanxi.server.tables import undo
from guanxi.server.tables.campaigns import earned
from guanxi.server.tables.departures import depart
from guanxi.server.tables.digests import position_digest
from guanxi.server.tables.play import Damaged, Play, make_choice
from guanxi.server.tables.records import Choice, Entry
from guanxi.server.tables.results import game_result
from guanxi.server.tables.snapshots import due_snapshot, read_snapshot
from guanxi.server.tables.store import Appended, Overtaken

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from guanxi.engine.table import Table
    from guanxi.server.clocks.clocks import Clock, Now
    from guanxi.server.http.identity import Who
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.records import Header
    from guanxi.server.tables.store import TableStore

LOG = logging.getLogger("guanxi.server")


class Place:
    """A table's place in memory.  Whoever reads or changes `play` holds the lock."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.play: Play | None = None
        self.outdated = False  # another process has changed the table


class Tables:
    """The tables in memory: the most recently used ones, and all that are in use now."""

    def __init__(
        self,
        store: TableStore,
        now: Now,
        is_watching: Callable[[str, SeatRow], bool],
        most_live: int,
        notice_delay: int,
        idle: int,
    ) -> None:
        self._store = store
        self._now = now
        self._is_watching = is_watching
        self._most_live = most_live
        self._notice_delay = notice_delay
        self._idle = idle  # hours
        self.paused = False  # the database has not answered: clocks will be set back before anybody's time runs out
        self._listeners: list[Callable[[str], None]] = []
        self._end_listeners: list[Callable[[Header], None]] = []
        # A table in use is never dropped, so that there is one lock for it and not two.
        self._places: WeakValueDictionary[str, Place] = WeakValueDictionary()
        self._recent: OrderedDict[str, Place] = OrderedDict()

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._places)

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call a function with the id of every table that has changed, after the commit."""
        self._listeners.append(listener)

    def on_end(self, listener: Callable[[Header], None]) -> None:
        """Call a function with the header of every table that has changed and is over, after the commit."""
        self._end_listeners.append(listener)

    def outdate(self, table_id: str) -> None:
        """Note that another process has changed a table."""
        if (place := self._places.get(table_id)) is not None:
            place.outdated = True

    def outdate_all(self) -> None:
        """Note that other processes may have changed any table."""
        for place in self._places.values():
            place.outdated = True

    @asynccontextmanager
    async def opened(self, table_id: str) -> AsyncIterator[Play]:
        """A table as its log says, with its lock held.  Changes are published when the lock is released."""
        place = self._place(table_id)
        play = None
        try:
            async with place.lock, self._store.locked(table_id) as version:
                play = await self._up_to_date(place, version)
                try:
                    yield play
                finally:
                    drop_uncommitted(place)
        finally:
            self._publish(table_id, play)

    async def watched(self, table_id: str) -> Play:
        """A table that nobody is changing, to be looked at before the next `await`.

        Changes of other processes are known as soon as they are told.
        """
        place = self._place(table_id)
        play = place.play
        if play and not (place.outdated or place.lock.locked() or play.header.closed):
            return play
        async with place.lock:
            return await self._up_to_date(place, None)

    async def visited(self, table_id: str, who: Who) -> Play:
        """A table as it is stored now, for a client who comes to it; to be looked at before the next `await`.

        Nobody waits for other processes that change it, unless a live game has waited for this client.
        """
        place = self._place(table_id)
        async with place.lock:
            play = await self._up_to_date(place, await self._store.version_elsewhere(table_id))
        if any(play.seats[seat].held_by(who) for seat in play.awaited):
            async with self.opened(table_id) as play:
                await self.arrive(play, who)
        return play

    def may_owe(self, table_id: str) -> bool:
        """May the server owe a move at a table?  If a plan was left there, it has to be looked at, too."""
        place = self._places.get(table_id)
        if place is None or place.play is None or place.outdated:
            return True
        return place.play.header.owed is not None or any(seat.plan is not None for seat in place.play.seats)

    @asynccontextmanager
    async def created(self, header: Header, seats: list[SeatRow], rematch_of: str | None = None) -> AsyncIterator[Play]:
        """A new table, with its lock held; if every seat is taken, the first clocks run."""
        place = self._place(header.id)
        play = None
        try:
            async with place.lock:
                header.idle = self._idle
                new = await to_thread.run_sync(Play, header, seats, [])
                set_clocks(new.clocks, header.time)
                self._await_players(new)
                new.tick(self._now())
                new.summarize(self._now())
                with saving(header.id):
                    await self._store.create(header, seats, new.clocks, self._first_notices(new), rematch_of)
                place.play = play = new
                play.changed = True
                self._keep(place)
                try:
                    yield play
                finally:
                    drop_uncommitted(place)
        finally:
            self._publish(header.id, play)

    def _publish(self, table_id: str, play: Play | None) -> None:
        """Call the listeners if a table has changed."""
        # A commit that was under way when its request was cancelled may have succeeded.
        if play and (play.changed or play.ahead):
            play.changed = False
            for listener in self._listeners:
                listener(table_id)
            for ended in self._end_listeners if play.header.over else ():
                ended(play.header)

    async def make_move(self, play: Play, seat: int, client: str, move: str | int, planned: bool = False) -> None:
        """Make a move.  A sealed choice waits beside the log until the last is in, except in a tutorial's script."""
        if play.table.position.sealing and not play.is_tutorial:
            await self._choose(play, seat, client, move)
        else:
            await self.append(play, seat, client, lambda table: table.play(seat, move), planned)

    async def withdraw(self, play: Play, seat: int, client: str) -> None:
        """Take back the moves of a seat's sealed choice that needs more of them; nobody else can notice."""
        await self._choose(play, seat, client, None)

    async def append(
        self,
        play: Play,
        seat: int,
        client: str,
        change: Callable[[Table], object],
        planned: bool = False,
        agreed: bool = False,
        slow: bool = False,
    ) -> None:
        """Change a table by one entry of its log: the engine checks it, the store commits it, then it counts.

        A slow change, such as an undo, which replays the log, is made in a thread.
        """
        before = (play.table.moves, play.table.settled.copy())
        # The owner of a plan is not watching: they are notified if the turn comes to them again.
        owing = [other for other in play.to_move if not (planned and other == seat)]
        snapshot = due_snapshot(play)
        with engine_change(play):
            if slow:
                await to_thread.run_sync(change, play.table)
            else:
                change(play.table)
        play.before = before
        await self._enter(play, seat, client, owing, agreed, snapshot)

    async def _choose(self, play: Play, seat: int, client: str, move: str | int | None) -> None:
        """Let a move of a sealed choice wait; with the last one all enter the log."""
        owing, snapshot = play.to_move, due_snapshot(play)
        with engine_change(play):
            chosen = make_choice(play.table, seat, move)
        if len(play.table.entries) > play.length:
            play.before = None
            await self._enter(play, seat, client, owing, False, snapshot)
            return
        header, at = play.header, self._now()
        clocks: list[Clock] = []
        if seat in owing and seat not in play.to_move:
            # Only this is seen by others: the seat is ready.
            header.question = None
            clocks = play.tick(at, seat)
            play.summarize(at)
        header.choices += 1
        header.digest = position_digest(play.table.position)
        choice = Choice(header.id, header.choices, seat, play.length, chosen, client, iso(at))
        with saving(header.id):
            await self._store.append(Appended(header, choice=choice, clocks=clocks, snapshot=snapshot))
        play.ahead, play.changed = False, True
        play.note_choice(choice)

    async def _enter(
        self, play: Play, seat: int, client: str, owing: Sequence[int], agreed: bool, snapshot: bytes | None
    ) -> None:
        """Commit the entries that the engine's table has added to its log: one, or those of choices that are opened."""
        grew, at = play.table.moves > len(play.history), self._now()
        play.header.question = None
        entries = new_entries(play, seat, client, at, agreed)
        clocks = play.tick(at, seat if grew else None)
        play.summarize(at)
        result = game_result(play, entries[-1].at)
        notices = self._notices(play, entries[-1].number, owing)
        with saving(play.header.id):
            stars = earned(play, entries[-1].at)
            await self._store.append(Appended(play.header, entries, None, clocks, notices, result, stars, snapshot))
        play.ahead, play.changed = False, True
        for entry in entries:
            play.note(entry)
        if play.seats[seat].present and not undo.is_prepared(play):
            await to_thread.run_sync(undo.prepare, play)

    @asynccontextmanager
    async def changing(self, play: Play) -> AsyncIterator[int]:
        """Change what is stored of a table besides its log: header, seats and clocks; committed at the end."""
        play.ahead = True
        owing, started, at = play.to_move, play.started, self._now()
        yield at
        play.header.changes += started
        if play.started and not started:
            self._await_players(play)
        play.tick(at)
        play.summarize(at)
        with saving(play.header.id):
            await self._store.save(play.header, play.seats, play.clocks, self._notices(play, play.length, owing))
        play.ahead = False
        play.publish()

    async def arrive(self, play: Play, who: Who) -> None:
        """Note that the client has come to a table; when everybody has, the clocks of a live game start."""
        own = [play.seats[seat] for seat in play.awaited if play.seats[seat].held_by(who)]
        if own:
            async with self.changing(play):
                for seat in own:
                    seat.came = True

    def _await_players(self, play: Play) -> None:
        """Let the clocks of a live game wait for everybody who does not have the table open when it can begin."""
        if isinstance(play.header.time, Live) and play.started:
            for seat in play.seats:
                seat.came = seat.kind == "bot" or self._is_watching(play.header.id, seat)

    async def set_plan(self, play: Play, seat: int, plan: str | None) -> None:
        """Store a seat's plan, or delete it; nothing that others see changes."""
        with saving(play.header.id):
            await self._store.set_plan(play.header, seat, plan)
        play.seats[seat].plan = plan
        play.forget()

    async def end_time(self, play: Play) -> None:
        """Mark players as absent whose time has run out."""
        late = [clock.seat for clock in play.clocks if clock.out(self._now()) and not self.paused]
        if late:
            async with self.changing(play) as at:
                for seat in late:
                    depart(play, seat, at)

    async def end(self, play: Play, reason: Reason) -> None:
        """End a game without a loser; a table that still waits for players is closed."""
        async with self.changing(play):
            if play.started:
                play.header.ended, play.header.question = reason, None
                play.report(Ended(reason))
            else:
                play.header.closed = True

    async def end_idle(self, play: Play) -> None:
        """End a table at which nobody has played for long, or to which not everybody has come."""
        if play.header.ends is not None and play.header.ends <= self._now() and not self.paused:
            await self.end(play, "missing" if play.awaited else "idle")

    async def set_seen(self, play: Play, who: Who) -> None:
        """Store that a client has left the page of a table."""
        at = self._now()
        for seat in play.held_by(who):
            play.seats[seat].seen = at
            with saving(play.header.id):
                await self._store.set_seen(play.header, seat, at)

    def _first_notices(self, play: Play) -> list[Notice]:
        """Notices for a new table: for everybody if a round of a tournament begins, else for those who are to move."""
        if not play.header.tournament:
            return self._notices(play, 0, ())
        at = self._now()
        return [
            Notice(play.header.id, 0, seat.seat, seat.guest, at, at + self._notice_delay, "round")
            for seat in play.seats
            if seat.guest
        ]

    def _notices(self, play: Play, number: int, owing: Sequence[int]) -> list[Notice]:
        """Notices for seats that owe a decision now and did not before, unless their owners are watching."""
        at = self._now()
        return [
            Notice(play.header.id, number, seat.seat, seat.guest, at, at + self._notice_delay)
            for seat in (play.seats[seat] for seat in play.to_move if seat not in owing)
            if seat.present and seat.guest and not self._is_watching(play.header.id, seat)
        ]

    async def _up_to_date(self, place: Place, version: int | None) -> Play:
        """The table of a place, at the stored version if that is known, otherwise as far as news have come."""
        play = place.play
        if play is None:
            place.outdated = False
            play = place.play = await self._load(place.id)
        elif place.outdated if version is None else version != play.header.version:
            place.outdated = False
            if play.halted:
                play = place.play = await self._load(place.id)
            else:
                await self._catch_up(place, play)
        if play.header.closed:
            raise ApiError(404, "closed-table")
        self._keep(place)
        return play

    async def _catch_up(self, place: Place, play: Play) -> None:
        """Bring a table up to date by what it lacks, in a thread."""
        place.play = None
        found = await self._store.load(place.id, play.length, play.chosen)
        if found is None:
            raise ApiError(404, "unknown-table")
        header, seats, entries, choices, clocks, _ = found
        await to_thread.run_sync(catch_up, play, header, seats, entries, choices, clocks)
        place.play = play

    async def _load(self, table_id: str) -> Play:
        """Rebuild a table from its log, in a thread: a long log would block the event loop."""
        found = await self._store.load(table_id)
        if found is None:
            raise ApiError(404, "unknown-table")
        play = await to_thread.run_sync(load, *found)
        if play.header.to_move is None:
            updated = play.header.updated
            play.summarize(self._now())
            play.header.updated = updated
            await self._store.save_summary(play.header)
        return play

    def _place(self, table_id: str) -> Place:
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = Place(table_id)
        return place

    def _keep(self, place: Place) -> None:
        self._recent[place.id] = place
        self._recent.move_to_end(place.id)
        while len(self._recent) > self._most_live:
            self._recent.popitem(last=False)


def load(
    header: Header,
    seats: list[SeatRow],
    entries: list[Entry],
    choices: list[Choice],
    clocks: list[Clock],
    snapshot: bytes | None = None,
) -> Play:
    """A table rebuilt from its log, or from a snapshot and the end of its log, ready to be shown.

    It is halted if its log does not lead to the stored position any more.
    """
    try:
        play = Play(header, seats, entries, clocks, read_snapshot(header, snapshot), choices)
        play.halted |= header.digest not in (None, position_digest(play.table.position))
    except Damaged as wrong:
        played = wrong.number - 1
        play = Play(header, seats, entries[:played], clocks)
        play.halted, play.unplayed = True, entries[played:]
    undo.prepare(play)
    return play


def catch_up(
    play: Play,
    header: Header,
    seats: list[SeatRow],
    entries: list[Entry],
    choices: list[Choice],
    clocks: list[Clock],
) -> None:
    """Bring a table up to date, ready to be shown."""
    play.catch_up(header, seats, entries, choices, clocks)
    undo.prepare(play)


def drop_uncommitted(place: Place) -> None:
    """Throw a table away if it has changes that are not committed."""
    if place.play and place.play.ahead:
        place.play = None


def new_entries(play: Play, seat: int, client: str, at: int, agreed: bool) -> list[Entry]:
    """The entries that the engine's table has added to its log since the last commit, by a move of a seat.

    Others whose choices are opened with it made theirs earlier, and their clients' ids are stored with those.
    """
    entries = []
    for number, told in enumerate(play.table.entries[play.length :], play.length + 1):
        last = number == len(play.table.entries)
        owner = seat if last else int(told.partition(" ")[0])
        when = iso(at) if owner == seat else play.waiting[owner]
        entries.append(Entry(play.header.id, number, owner, told, client if last else f"opened {number}", when, agreed))
    return entries


@contextmanager
def engine_change(play: Play) -> Iterator[None]:
    """A table that is ahead of its log from now on, unless the rules refuse the change."""
    play.ahead = True
    try:
        yield
    except IllegalMove:
        play.ahead = False
        raise


@contextmanager
def saving(table_id: str) -> Iterator[None]:
    """Answer a failing database with 503 and log why; any other exception is a bug and stays one."""
    try:
        yield
    except (SQLAlchemyError, OSError, Overtaken) as wrong:
        LOG.exception("table %s: a change could not be saved", table_id)
        raise unavailable("not-saved") from wrong
