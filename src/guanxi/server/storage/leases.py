"""Leases: work that one process has taken over and others leave alone, until it is done or the process dies.

With SQLite there is one process, which needs no leases.  Times are those of the database: clocks of machines differ.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from anyio import CancelScope
from sqlalchemy import BigInteger, cast, delete, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from guanxi.server.storage.schema import LEASES

if TYPE_CHECKING:
    from sqlalchemy import CursorResult, Executable

    from guanxi.server.storage.database import Database

LOG = logging.getLogger("guanxi.server")
LENGTH = 15.0  # seconds; then another process takes over from one that has died
NOW = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


class Leases:
    """The leases of one process."""

    def __init__(self, database: Database, length: float = LENGTH) -> None:
        self.shared = database.shared  # with other processes
        self._database = database
        self._length = length
        self._held: set[str] = set()

    async def claim(self, work: str) -> bool:
        """Take over a piece of work; False if another process has it."""
        if not self.shared:
            return True
        new = insert(LEASES).values(work=work, process=self._process, until=self._until)
        free = (LEASES.c.until < NOW) | (LEASES.c.process == self._process)
        changes = {"process": new.excluded.process, "until": new.excluded.until}
        taking = new.on_conflict_do_update(index_elements=["work"], set_=changes, where=free)
        claimed = (await self._execute(taking.returning(LEASES.c.work))).first() is not None
        if claimed:
            self._held.add(work)
        return claimed

    async def release(self, work: str) -> None:
        """Give back a piece of work that is done or given up, also when the process ends."""
        if work in self._held:
            self._held.discard(work)
            with CancelScope(shield=True):
                try:
                    await self._execute(delete(LEASES).where(LEASES.c.work == work, self._own))
                except (SQLAlchemyError, OSError) as wrong:
                    LOG.warning("a lease could not be released; it runs out by itself: %s", wrong)

    async def run(self) -> None:
        """Extend the leases that are held, for ever."""
        while True:
            await asyncio.sleep(self._length / 3)
            if self._held:
                longer = update(LEASES).where(LEASES.c.work.in_(self._held), self._own).values(until=self._until)
                try:
                    await self._execute(longer)
                except (SQLAlchemyError, OSError) as wrong:
                    LOG.warning("leases could not be extended: %s", wrong)

    @property
    def _process(self) -> str:
        return self._database.notifier.process

    @property
    def _own(self) -> Any:
        return LEASES.c.process == self._process

    @property
    def _until(self) -> Any:
        return NOW + round(self._length * 1000)

    async def _execute(self, statement: Executable) -> CursorResult[Any]:
        # Not in turn with other writers: a lease is one row, and nobody waits for it for long.
        async with self._database.reading() as connection:
            done = await connection.execute(statement)
            await connection.commit()
        return done
