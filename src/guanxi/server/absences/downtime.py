"""Downtime: while the server or its database is down, no clock runs, and nobody is late for a live game.

The server stores at intervals, and when it stops, that it was alive.  When it starts, or when its database answers
again, the clocks that were running go on from then: a crash gives a player at most one interval.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from anyio import fail_after
from sqlalchemy import bindparam, delete, exists, insert, select, update

from guanxi.server.clocks.clocks import SECOND, resume
from guanxi.server.storage.schema import ALIVE, CLOCKS, TABLES
from guanxi.server.tables.store import NEWS, read_clock, read_control, write_clocks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
INTERVAL = 5.0  # seconds
AGAIN = 0.5  # seconds, while the database does not answer
# Streams resume by this number: a client must be told that its clock has changed.
COUNT_CHANGE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("this_table"))
    .values(changes=TABLES.c.changes + 1, version=TABLES.c.version + 1)
)
RUNNING = CLOCKS.c.deadline.is_not(None)
AWAITING = TABLES.c.awaiting.is_not(None)  # live games whose players have not all come


class Downtime:
    """Knows for how long the server was down, and takes that time off the clocks."""

    def __init__(self, database: Database, tables: Tables, hub: Hub, now: Now) -> None:
        self._database = database
        self._tables = tables
        self._hub = hub
        self._now = now

    async def start(self) -> None:
        """Let all time that is counted go on, unless another process is running."""
        if await self._database.notifier.is_eldest():
            await self._resume()

    async def run(self) -> None:
        """Store at intervals that the server is alive, for ever."""
        while True:
            await asyncio.sleep(AGAIN if self._tables.paused else INTERVAL)
            await self.watch()

    async def watch(self) -> None:
        """Store that the server is alive; while that is not possible, nobody's time can run out."""
        try:
            with fail_after(INTERVAL):
                if self._tables.paused:
                    await self._resume(2 * INTERVAL)  # another process may have been alive all the time
                await self.beat()
        except Exception as wrong:
            if not self._tables.paused:
                LOG.warning("clocks stand still until the database answers: %r", wrong)
            self._tables.paused = True
        else:
            self._tables.paused = False

    async def beat(self) -> None:
        """Store that the server is alive, if it matters for a clock or for somebody who has not come yet."""
        async with self._database.reading() as connection:
            if not await connection.scalar(select(exists().where(RUNNING) | exists().where(AWAITING))):
                return
        async with self._database.writing() as connection:
            await connection.execute(delete(ALIVE))
            await connection.execute(insert(ALIVE), {"at": self._now()})

    async def _resume(self, gap: float = 0.0) -> None:
        """Let all time that is counted go on from when the server was last alive, more than `gap` seconds ago."""
        async with self._database.writing() as connection:
            alive = await connection.scalar(select(ALIVE.c.at)) or 0
            if alive >= self._now() - round(gap * SECOND):
                return
            changed = await self._resume_clocks(connection, alive) | await self._resume_waiting(connection, alive)
            if changed:
                await connection.execute(COUNT_CHANGE, [{"this_table": table_id} for table_id in sorted(changed)])
                await self._database.notifier.tell(connection, NEWS, *changed)
        for table_id in changed:
            self._tables.outdate(table_id)
            self._hub.publish(table_id)

    async def _resume_clocks(self, connection: AsyncConnection, alive: int) -> set[str]:
        """Let clocks with a limit go on; returns their tables."""
        running = select(CLOCKS, TABLES.c.time, TABLES.c.moves).join(TABLES).where(RUNNING)
        tables = set()
        for row in (await connection.execute(running)).mappings():
            clock = read_clock({column.name: row[column.name] for column in CLOCKS.c})
            resume(clock, read_control(row["time"]), alive, self._now(), row["moves"] or 0)
            await write_clocks(connection, row["table_id"], [clock])
            tables.add(row["table_id"])
        return tables

    async def _resume_waiting(self, connection: AsyncConnection, alive: int) -> set[str]:
        """Let live games wait for their players for as much longer as nobody could come; returns these tables."""
        waiting = select(TABLES.c.id, TABLES.c.awaiting, TABLES.c.ends).where(AWAITING)
        tables = set()
        for table_id, since, ends in (await connection.execute(waiting)).all():
            down = self._now() - max(alive, since)
            later = {"awaiting": since + down, "ends": ends + down}
            await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(later))
            tables.add(table_id)
        return tables
