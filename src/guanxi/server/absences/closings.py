"""Tables closed by the host.  A command notes its wish in the database, and a server that runs there fulfils it.

Only a server may change a table of a database file: it keeps tables in memory, and has their streams.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from guanxi.engine.errors import GuanxiError
from guanxi.server.http.errors import ApiError
from guanxi.server.people.actions import record
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import CLOSINGS, TABLES

if TYPE_CHECKING:
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")


class BadClosing(GuanxiError):
    """A table that cannot be closed; the text says why."""


class Closings:
    """Closes the tables that the host wants closed."""

    def __init__(self, database: Database, tables: Tables, interval: float) -> None:
        self._database = database
        self._tables = tables
        self._interval = interval

    async def run(self) -> None:
        """Look for wishes at intervals, for ever."""
        while True:
            try:
                await self.check()
            except Exception:
                LOG.exception("tables could not be closed; the next attempt comes soon")
            await asyncio.sleep(self._interval)

    async def check(self) -> None:
        """Close every table that the host wants closed."""
        async with self._database.reading() as connection:
            wanted = list(await connection.scalars(select(CLOSINGS.c.table_id)))
        for table_id in wanted:
            await self._close(table_id)

    async def _close(self, table_id: str) -> None:
        try:
            async with self._tables.opened(table_id) as play:
                if not play.over:
                    await self._tables.end(play, "host")
        except ApiError as wrong:
            LOG.warning("table %s could not be closed: %s", table_id, wrong.error)
            if wrong.status == 503:
                return
        async with self._database.writing() as connection:
            await connection.execute(delete(CLOSINGS).where(CLOSINGS.c.table_id == table_id))


async def want_closed(url: str, table_id: str, reason: str) -> None:
    """Note that a table must be closed."""
    async with open_database(url) as database, database.writing() as connection:
        query = select(TABLES.c.over, TABLES.c.closed).where(TABLES.c.id == table_id)
        found = (await connection.execute(query)).first()
        if found is None:
            raise BadClosing(f"There is no table {table_id!r}. Its name is the end of the address of its page.")
        if found.over or found.closed:
            raise BadClosing(f"Table {table_id} has ended already.")
        if await connection.scalar(select(CLOSINGS.c.table_id).where(CLOSINGS.c.table_id == table_id)) is None:
            await connection.execute(insert(CLOSINGS), {"table_id": table_id})
        await record(connection, "close", table_id, reason)
