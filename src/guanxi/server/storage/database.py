"""The database: connections, transactions and group commit.  A write is on disk when its call returns."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from anyio import CancelScope
from sqlalchemy import create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from guanxi.server.storage.migrations import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import URL, Connection, CursorResult, Engine

T = TypeVar("T")
CONNECTIONS = 10  # for queries at the same time; others wait for their turn
READERS = 2  # threads for queries that run as a whole


class Database:
    """One database.  Writers take turns; with SQLite, readers read while somebody writes."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.writer = asyncio.Lock()
        self._connections = asyncio.Semaphore(CONNECTIONS)
        self._direct = open_direct(self.engine.url)
        self._writing = ThreadPoolExecutor(1, "database writer")
        self._reading = ThreadPoolExecutor(READERS, "database reader")

    async def start(self) -> None:
        """Create the folder of a database file, and bring the schema up to date."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        async with self.transaction() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.to_thread(self._close_threads)
        await self.engine.dispose()

    def _close_threads(self) -> None:
        self._writing.shutdown()
        self._reading.shutdown()
        self._direct.dispose()

    async def write(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Carry out a whole transaction in a thread, for callers that hold the writer lock themselves.

        Each statement of an asynchronous connection changes threads and back, which takes longer than the statement.
        """
        return await self._in_thread(self._writing, work)

    async def read(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Carry out queries as a whole in a thread; when all are busy, they wait for their turn."""
        return await self._in_thread(self._reading, work)

    async def _in_thread(
        self, threads: ThreadPoolExecutor, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]
    ) -> T:
        """A cancelled request waits until its transaction has ended."""
        done = asyncio.get_running_loop().run_in_executor(threads, self._transact, work)
        with CancelScope(shield=True):
            await asyncio.wait([done])
        return done.result()

    def _transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        with self._direct.begin() as connection:
            return at_once(work(cast("AsyncConnection", Direct(connection))))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries.  A cancelled request finishes its query first, or the connection would leak."""
        async with self._connections:
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


class Direct:
    """A connection for coroutines that run in a thread: its statements never wait."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, *statement: Any) -> CursorResult[Any]:
        """Execute a statement."""
        return self._connection.execute(*statement)

    async def scalar(self, *statement: Any) -> Any:
        """The first value of the first row."""
        return self._connection.scalar(*statement)

    async def scalars(self, *statement: Any) -> Any:
        """The first value of every row."""
        return self._connection.scalars(*statement)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast("T", done.value)
    work.close()
    raise RuntimeError("only statements of its own connection can be awaited in a thread of the database")


class GroupCommit(Generic[T]):
    """Writes items that wait at the same time in one transaction, so that they share the cost of a safe commit."""

    def __init__(
        self, database: Database, write: Callable[[AsyncConnection, Sequence[T]], Coroutine[Any, Any, None]]
    ) -> None:
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
            items = [item for item, _ in waiting]
            await self._database.write(lambda connection: self._write(connection, items))
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


def open_direct(url: URL) -> Engine:
    """The connections of the threads that carry out whole transactions."""
    if url.get_backend_name() == "sqlite":
        url = url.set(drivername="sqlite")
    engine = create_engine(url, pool_size=READERS + 1, max_overflow=0)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", configure_sqlite)
    return engine


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Make commits durable and check foreign keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
