"""Deadlines: clocks that have run out, idle tables, undo requests nobody answers."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore

LOG = logging.getLogger("guanxi.server")


class Deadlines:
    """Checks at intervals which deadlines have passed."""

    def __init__(self, store: TableStore, tables: Tables, now: Now, interval: float, question_patience: int) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._interval = interval
        self._patience = question_patience
        self._unreadable: set[str] = set()  # tables that cannot be opened
        self._discussed: set[str] = set()  # tables at which players discuss an undo and no bot waits for them

    async def run(self) -> None:
        """Check at intervals, for ever."""
        while True:
            try:
                await self.check()
            except Exception:
                LOG.exception("deadlines could not be checked; the next check comes soon")
            await asyncio.sleep(self._interval)

    async def check(self) -> None:
        """Act on every deadline that has passed."""
        at = self._now()
        expired = {*await self._store.expired(at), *await self._store.idle(at)}
        self._unreadable.intersection_update(expired)
        for table_id in expired:
            if table_id not in self._unreadable:
                await self._end_time(table_id)
        discussed = await self._store.discussed(at - self._patience)
        self._discussed.intersection_update(discussed)
        for table_id in discussed:
            if table_id not in self._discussed:
                await self._end_question(table_id)

    async def _end_time(self, table_id: str) -> None:
        try:
            async with self._tables.opened(table_id) as play:
                await self._tables.end_time(play)
                await self._tables.end_idle(play)
        except ApiError as wrong:
            if wrong.status != 503:
                self._unreadable.add(table_id)
            LOG.error("table %s: its clocks could not be checked: %s", table_id, wrong.error)

    async def _end_question(self, table_id: str) -> None:
        """Drop a request for an undo if a bot waits for its answer."""
        try:
            async with self._tables.opened(table_id) as play:
                if play.question and any(not play.seats[seat].present for seat in play.to_move):
                    async with self._tables.changing(play):
                        play.header.question = None
        except ApiError as wrong:
            LOG.error("table %s: a request for an undo could not be dropped: %s", table_id, wrong.error)
            if wrong.status == 503:
                return  # to be tried again
        self._discussed.add(table_id)
