"""All live tables: looked up, rebuilt from their logs, and changed one turn at a time."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from guanxi.engine.errors import IllegalMove
from guanxi.server.clocks.clocks import SECOND, iso, set_clocks
from guanxi.server.http.errors import ApiError
from guanxi.server.notices.outbox import Notice
from guanxi.server.people.ratings import ending
from guanxi.server.storage.store import Entry
from guanxi.server.tables.play import Live, Play

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from guanxi.engine.table import Table
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.settings import Settings
    from guanxi.server.storage.store import Header, Store
    from guanxi.server.tables.stream import Hub

LOG = logging.getLogger("guanxi.server")


@contextmanager
def saving(play: Play) -> Iterator[None]:
    """Refuse what the database cannot take, and log why; a bug of ours is not mistaken for that."""
    try:
        yield
    except (SQLAlchemyError, OSError) as wrong:
        LOG.exception("table %s: a change could not be saved", play.header.id)
        raise ApiError(503, "not-saved") from wrong


class Tables:
    """The tables in memory: the ones used last, and all that somebody is using now."""

    def __init__(self, store: Store, settings: Settings, hub: Hub) -> None:
        self._store = store
        self._most = settings.most_live
        self._clock = settings.clock
        self._delay = round(settings.notice_delay * SECOND)
        self._hub = hub
        # A table in use is never thrown away, so that there is one lock for it and not two.
        self._known: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._recent: OrderedDict[str, Live] = OrderedDict()

    @asynccontextmanager
    async def opened(self, table_id: str) -> AsyncIterator[Play]:
        """A table as it stands in the log, with its turn lock held."""
        live = self._known.get(table_id)
        if live is None:
            live = self._known[table_id] = Live(table_id)
        async with live.lock:
            if live.play is None:
                live.play = await self._load(table_id)
            if live.play.header.closed:
                raise ApiError(404, "closed-table")
            self._keep(live)
            try:
                yield live.play
            finally:
                if live.play.ahead:
                    live.play = None

    async def create(self, header: Header, seats: list[SeatRow], rematch_of: str | None = None) -> None:
        """A new table; if every seat is taken, the first clocks run."""
        play = Play(header, seats, [])
        set_clocks(play.clocks, header.time)
        play.tick(self.now())
        await self._store.create(header, seats, play.clocks, self.notices(play, 0, ()), rematch_of)

    async def append(
        self,
        play: Play,
        seat: int,
        client: str,
        change: Callable[[Table], object],
        planned: bool = False,
        agreed: bool = False,
    ) -> None:
        """Change a table by one entry of its log: the engine decides, the store commits, then it is so."""
        play.before = (play.table.moves, play.table.position.copy())
        play.ahead = True
        # Whose plan is played does not look, and is told if the turn comes again.
        owed = [other for other in play.to_move if not (planned and other == seat)]
        moves, at = play.table.moves, self.now()
        try:
            change(play.table)
        except IllegalMove:
            play.ahead = False
            raise
        number = play.length + 1
        entry = Entry(play.header.id, number, seat, play.table.entries[-1], client, iso(at), play.table.over, agreed)
        clocks = play.tick(at, seat if play.table.moves > moves else None)
        end = ending(play, entry.at) if entry.over else None
        with saving(play):
            await self._store.append(entry, clocks, self.notices(play, number, owed), end)
        play.ahead = False
        play.header.updated = entry.at
        play.header.over = entry.over
        play.note(entry)

    @asynccontextmanager
    async def changing(self, play: Play) -> AsyncIterator[int]:
        """Change what stands beside a table's log: its header, seats and clocks; committed together at the end."""
        play.ahead = True
        owed, begun, at = play.to_move, play.started, self.now()
        yield at
        play.header.changes += begun
        play.header.updated = iso(at)
        play.tick(at)
        notices = self.notices(play, play.length, owed)
        with saving(play):
            await self._store.save(play.header, play.seats, play.clocks, notices)
        play.ahead = False

    def notices(self, play: Play, number: int, owed: Sequence[int]) -> list[Notice]:
        """For seats that owe a decision now and did not before, unless their owners look."""
        at = self.now()
        return [
            Notice(play.header.id, number, seat.seat, seat.guest, at, at + self._delay)
            for seat in (play.seats[seat] for seat in play.to_move if seat not in owed)
            if seat.present and seat.guest and not self._hub.looks(play.header.id, seat)
        ]

    def now(self) -> int:
        """The moment it is."""
        return round(self._clock() * SECOND)

    async def _load(self, table_id: str) -> Play:
        found = await self._store.load(table_id)
        if found is None:
            raise ApiError(404, "unknown-table")
        return Play(*found)

    def _keep(self, live: Live) -> None:
        self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        while len(self._recent) > self._most:
            self._recent.popitem(last=False)
