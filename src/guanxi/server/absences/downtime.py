"""Downtime: while the server is down, no clock runs.

The server stores at intervals, and when it stops, that it was alive.  When it starts, the clocks that were running go
on from then: a crash gives a player at most one interval.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, exists, insert, select, update

from guanxi.server.clocks.clocks import resume
from guanxi.server.storage.schema import ALIVE, CLOCKS, TABLES
from guanxi.server.tables.store import read_clock, read_control, write_clocks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.storage.database import Database

LOG = logging.getLogger("guanxi.server")
INTERVAL = 5.0  # seconds
# Streams resume by this number: a client must be told that its clock has changed.
COUNT_CHANGE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("this_table"))
    .values(changes=TABLES.c.changes + 1, version=TABLES.c.version + 1)
)


class Downtime:
    """Knows for how long the server was down, and takes that time off the clocks."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def start(self) -> None:
        """Let all clocks with a limit go on from where they were when the server was last alive."""
        if not await self._database.notifier.is_eldest():
            return  # another process is running, so the clocks are, too
        async with self._database.writing() as connection:
            alive = (await connection.execute(select(ALIVE.c.at))).scalar()
            if alive is not None and alive < self._now():
                await self._resume_clocks(connection, alive)

    async def run(self) -> None:
        """Store at intervals that the server is alive, for ever."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.beat()
            except Exception:
                LOG.exception("that the server is alive could not be stored; the next attempt comes soon")

    async def beat(self) -> None:
        """Store that the server is alive, if a clock runs for which it matters."""
        async with self._database.reading() as connection:
            if not (await connection.execute(select(exists().where(CLOCKS.c.deadline.is_not(None))))).scalar():
                return
        async with self._database.writing() as connection:
            await connection.execute(delete(ALIVE))
            await connection.execute(insert(ALIVE), {"at": self._now()})

    async def _resume_clocks(self, connection: AsyncConnection, alive: int) -> None:
        running = select(CLOCKS, TABLES.c.time, TABLES.c.moves).join(TABLES).where(CLOCKS.c.deadline.is_not(None))
        tables = set()
        for row in (await connection.execute(running)).mappings():
            clock = read_clock({column.name: row[column.name] for column in CLOCKS.c})
            resume(clock, read_control(row["time"]), alive, self._now(), row["moves"] or 0)
            await write_clocks(connection, row["table_id"], [clock])
            tables.add(row["table_id"])
        if tables:
            await connection.execute(COUNT_CHANGE, [{"this_table": table_id} for table_id in sorted(tables)])
