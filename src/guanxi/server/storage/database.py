"""The database: connections, transactions and group commit.  A write is on disk when its call returns."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from anyio import CancelScope
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from guanxi.server.storage.migrations import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
    from contextlib import AbstractAsyncContextManager

T = TypeVar("T")


class Database:
    """One database.  Writers take turns; with SQLite, readers read while somebody writes."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.writer = asyncio.Lock()

    async def start(self) -> None:
        """Create the folder of a database file, and bring the schema up to date."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        async with self.transaction() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries.  A cancelled request finishes its query first, or the connection would leak."""
        with CancelScope(shield=True):
            async with aclosing(await self._connect()) as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at its end; a cancelled request finishes it first."""
        async with self.writer:
            with CancelScope(shield=True):
                async with aclosing(await self._connect()) as connection, connection.begin():
                    yield connection

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction for callers that hold the writer lock themselves."""
        return self.engine.begin()

    async def _connect(self) -> AsyncConnection:
        """Open a connection, completely even if the caller is cancelled: a half-open one would leak."""
        opening = asyncio.ensure_future(self.engine.connect())
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await (await opening).close()
            raise


class GroupCommit(Generic[T]):
    """Writes items that wait at the same time in one transaction, so that they share the cost of a safe commit."""

    def __init__(self, database: Database, write: Callable[[AsyncConnection, Sequence[T]], Awaitable[None]]) -> None:
        self._database = database
        self._write = write
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []

    async def commit(self, item: T) -> None:
        """Write an item; raises what its own write raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        async with self._database.writer:
            waiting, self._waiting = self._waiting, []
            if waiting:
                with CancelScope(shield=True):
                    await self._finish(asyncio.create_task(self._commit(waiting)))
        await done

    async def _finish(self, committing: asyncio.Task[None]) -> None:
        """Wait for a commit to its end: a caller that is cancelled must not abort what is written for others."""
        try:
            await asyncio.shield(committing)
        except asyncio.CancelledError:
            await asyncio.wait([committing])
            raise

    async def _commit(self, waiting: list[tuple[T, asyncio.Future[None]]]) -> None:
        """Write items together; if that fails, one by one, so that each fails only for its own fault."""
        try:
            async with self._database.transaction() as connection:
                await self._write(connection, [item for item, _ in waiting])
        except Exception as wrong:
            if len(waiting) > 1:
                for one in waiting:
                    await self._commit([one])
            elif not waiting[0][1].done():
                waiting[0][1].set_exception(wrong)
        else:
            for _, done in waiting:
                if not done.done():
                    done.set_result(None)


def open_engine(url: str) -> AsyncEngine:
    """The connection pool of a database; SQLite is configured for durable commits and concurrent readers."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", configure_sqlite)
    return engine


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Make commits durable and check foreign keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
