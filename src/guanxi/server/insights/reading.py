"""Reads finished games and their reviews in the background, one after the other.

What it finds is derived: if the code that reads has changed since, everything is read again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from anyio import to_thread

from guanxi.server.http.errors import ApiError
from guanxi.server.insights import store
from guanxi.server.insights.facts import code_digest, no_facts, review_facts, table_facts
from guanxi.server.storage.keys import remember, remembered

if TYPE_CHECKING:
    from guanxi.server.storage.database import Database
    from guanxi.server.storage.leases import Leases
    from guanxi.server.tables.records import Header
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
CODE = "insights"  # the name by which the digest of the code is remembered
WORK = "insights"  # which one process does for all
INTERVAL = 60.0  # seconds between looks for what other processes have finished
BATCH = 20


class Reading:
    """The task that reads games."""

    def __init__(self, database: Database, tables: Tables, leases: Leases) -> None:
        self._database = database
        self._tables = tables
        self._leases = leases
        self._news = asyncio.Event()

    def look_at(self, header: Header) -> None:
        """A table is over."""
        self._news.set()

    def wake(self) -> None:
        """A review is done."""
        self._news.set()

    async def run(self) -> None:
        """Read what has not been read, when something happens and at intervals, for ever."""
        while True:
            self._news.clear()
            try:
                if await self._leases.claim(WORK):
                    await self.check()
            except Exception:
                LOG.exception("finished games could not be read; the next attempt comes soon")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), INTERVAL)

    async def check(self) -> None:
        """Read all that has not been read by this code."""
        code = await to_thread.run_sync(code_digest)
        if await remembered(self._database, CODE) != code:
            async with self._database.writing() as connection:
                await store.forget_all(connection)
            await remember(self._database, CODE, code)
        while await self._read_tables():
            pass
        while await self._read_reviews():
            pass

    async def _read_tables(self) -> bool:
        """Read some tables; were there any?"""
        async with self._database.reading() as connection:
            unread = await store.unread_tables(connection, BATCH)
        for row in unread:
            begun = monotonic()
            await self._read(row.table_id, row.game)
            # As long as it took: those who play come first.
            await asyncio.sleep(monotonic() - begun)
        return bool(unread)

    async def _read(self, table_id: str, game: str) -> None:
        """Read one table.  A game that cannot be replayed says nothing, and is not tried again."""
        try:
            async with self._tables.opened(table_id) as play:
                facts = await to_thread.run_sync(table_facts, play)
        except ApiError as wrong:
            if wrong.status == 503:
                raise
            LOG.info("table %s cannot be read: %s", table_id, wrong.error)
            facts = no_facts(table_id, game, 1)
        except Exception:
            LOG.exception("table %s cannot be read", table_id)
            facts = no_facts(table_id, game, 1)
        async with self._database.writing() as connection:
            await store.write_facts(connection, facts)

    async def _read_reviews(self) -> bool:
        """Read some reviews; were there any?"""
        async with self._database.reading() as connection:
            unread = await store.unread_reviews(connection, BATCH)
        for row in unread:
            seats = await to_thread.run_sync(review_facts, row.review, bool(row.helped))
            async with self._database.writing() as connection:
                await store.write_review(connection, row.table_id, seats)
        return bool(unread)
