"""All live tables: looked up, rebuilt from their logs, and changed one turn at a time."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from guanxi.engine.errors import IllegalMove
from guanxi.server.errors import Refused
from guanxi.server.live import Live, Play
from guanxi.server.store import Entry, now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from guanxi.engine.table import Table
    from guanxi.server.store import Store


class Tables:
    """The tables in memory: the ones used last, and all that somebody is using now."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
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
            self._keep(live)
            try:
                yield live.play
            finally:
                if live.play.ahead:
                    live.play = None

    async def append(self, play: Play, seat: int, client: str, change: Callable[[Table], object]) -> None:
        """Change a table by one entry of its log: the engine decides, the store commits, then it is so."""
        play.before = (play.table.moves, play.table.sight(seat))
        play.ahead = True
        try:
            change(play.table)
        except IllegalMove:
            play.ahead = False
            raise
        number = play.length + 1
        entry = Entry(play.header.id, number, seat, play.table.log.moves[-1], client, now(), play.table.over)
        try:
            await self._store.append(entry)
        except Exception as wrong:
            raise Refused(503, "not-saved") from wrong
        play.ahead = False
        play.header.updated = entry.at
        play.note(entry)

    async def _load(self, table_id: str) -> Play:
        found = await self._store.load(table_id)
        if found is None:
            raise Refused(404, "unknown-table")
        return Play(*found)

    def _keep(self, live: Live) -> None:
        self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        while len(self._recent) > self._most:
            self._recent.popitem(last=False)
