"""The database: connections, transactions and group commit.  A write is on disk when its call returns.

An SQLite file belongs to one process.  Any number of processes may share a PostgreSQL database: locks that must hold in
all of them are advisory locks of the database, which it releases when a process dies.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from anyio import CancelScope
from sqlalchemy import create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from guanxi.server.storage.errors import BadAddress, BadDatabase, MissingDriver, unusable
from guanxi.server.storage.files import file_of
from guanxi.server.storage.migrations import check_version, upgrade
from guanxi.server.storage.notifier import Notifier, PostgresNotifier

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import URL, Connection, CursorResult, Dialect, Engine, Executable

T = TypeVar("T")
CONNECTIONS = 10  # for queries at the same time; others wait for their turn
READERS = 2  # threads for queries that run as a whole
FORMS = 64  # statements that are kept as drivers want them
LOCKS = 8  # locks that hold in all processes, each with a connection; others wait for their turn
POSTGRES = "postgresql"
# A database that is locked, restarts or is overloaded, or that has given up a session which was idle for too long.
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, PoolTimeout)
SESSION = (  # a process that hangs, or whose machine is gone, loses its locks
    "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s "
    "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)


class Database:
    """One database.  Writers take turns, in all processes; readers read while somebody writes."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url, CONNECTIONS + 1)
        self.shared = is_postgres(self.engine.url)  # other processes may use it, too
        self.notifier = PostgresNotifier(self.engine.url) if self.shared else Notifier()
        self.writer = asyncio.Lock()
        self._connections = asyncio.Semaphore(CONNECTIONS)
        self._locks = open_engine(url, LOCKS)
        self._locking = asyncio.Semaphore(LOCKS)
        self._direct = open_direct(self.engine.url)
        # Queries that belong together see the same moment.
        self._moment = (
            self._direct.execution_options(isolation_level="REPEATABLE READ") if self.shared else self._direct
        )
        self._writing = ThreadPoolExecutor(1, "database writer")
        self._reading = ThreadPoolExecutor(READERS, "database reader")

    async def start(self) -> None:
        """Create the folder of a database file, and bring the schema up to date."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        async with self.transaction() as connection:
            if self.shared:
                await take_lock(connection, "schema")
            await connection.run_sync(upgrade)

    async def check(self) -> None:
        """Refuse a database with another schema than this version's, and leave it as it is."""
        async with self.reading() as connection:
            await connection.run_sync(check_version)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.to_thread(self._close_threads)
        await self._locks.dispose()
        await self.engine.dispose()

    def _close_threads(self) -> None:
        self._writing.shutdown()
        self._reading.shutdown()
        self._direct.dispose()

    async def write(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Carry out a whole transaction in a thread, for callers that hold the writer lock themselves.

        Each statement of an asynchronous connection changes threads and back, which takes longer than the statement.
        """
        return await self._in_thread(self._writing, self._direct, work)

    async def read(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Carry out queries as a whole in a thread; when all are busy, they wait for their turn."""
        return await self._in_thread(self._reading, self._moment, work)

    async def _in_thread(
        self, threads: ThreadPoolExecutor, engine: Engine, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]
    ) -> T:
        return await to_its_end(asyncio.get_running_loop().run_in_executor(threads, transact, engine, work))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries.  A cancelled request finishes its query first, or the connection would leak."""
        async with self._connections:
            with CancelScope(shield=True):
                async with aclosing(await connect(self.engine)) as connection:
                    yield connection

    @asynccontextmanager
    async def writing(self, in_turn: bool = True) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at its end; a cancelled request finishes it first.

        Not `in_turn` with other processes, if a narrower lock of the caller keeps these from what it reads and writes.
        """
        async with self.writer:
            with CancelScope(shield=True):
                async with aclosing(await connect(self.engine)) as connection, connection.begin():
                    if in_turn:
                        await self.take_turn(connection)
                    yield connection

    async def take_turn(self, connection: AsyncConnection) -> None:
        """Let a transaction wait until no other process writes; what it has read until its end does not change."""
        if self.shared:
            await take_lock(connection, "writer")

    @asynccontextmanager
    async def locked(self, name: str) -> AsyncIterator[AsyncConnection]:
        """Keep all other processes from what a name stands for.

        Yields the connection that holds the lock, for queries.
        """
        async with self._locking:
            with CancelScope(shield=True):
                connection = await connect(self._locks)
            try:
                with CancelScope(shield=True):
                    await take_lock(connection, name)
                yield connection
            finally:
                with CancelScope(shield=True), suppress(*UNAVAILABLE):  # the lock is gone with its session
                    await connection.close()

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction for callers that hold the writer lock themselves."""
        return self.engine.begin()


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    """The database of a server, which may run, for a single command.

    It is used as it is: a command of a newer version must not change what a running server of an older one knows.
    """
    path = file_of(url)
    if path and not path.is_file():
        problem = "is not a file" if path.exists() else "does not exist"
        raise BadDatabase(f"{path} {problem}. Say with --db which file the server uses.")
    database = Database(url)
    try:
        await database.check()
        yield database
    except (SQLAlchemyError, OSError) as wrong:
        raise unusable(wrong) from None
    finally:
        await database.close()


async def connect(engine: AsyncEngine) -> AsyncConnection:
    """Open a connection, completely even if the caller is cancelled: a half-open one would leak."""
    opening = asyncio.ensure_future(engine.connect())
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        await (await opening).close()
        raise


async def take_lock(connection: AsyncConnection, name: str) -> None:
    """Wait for a lock that holds in all processes, until the end of the transaction."""
    key = int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
    await connection.execute(select(func.pg_advisory_xact_lock(key)))


class Direct:
    """A connection for coroutines that run in a thread: its statements never wait."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, values: Any = None) -> CursorResult[Any]:
        """Execute a statement, for a list of rows once for each."""
        if not isinstance(values, list):
            return self._connection.execute(statement, values)
        sql, parameters = driver_form(statement, tuple(values[0]), self._connection.dialect)
        return self._connection.exec_driver_sql(sql, list(map(parameters, values)))

    async def scalar(self, *statement: Any) -> Any:
        """The first value of the first row."""
        return self._connection.scalar(*statement)

    async def scalars(self, *statement: Any) -> Any:
        """The first value of every row."""
        return self._connection.scalars(*statement)


@lru_cache(FORMS)
def driver_form(statement: Any, names: tuple[str, ...], dialect: Dialect) -> tuple[str, Callable[[Any], Any]]:
    """A constant statement for rows with these names as its driver wants it: its text, and a function for the rows.

    It is made once: SQLAlchemy would spend more on each execution than SQLite does.
    """
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    order = compiled.positiontup
    return str(compiled), dict if order is None else lambda row: tuple(row[name] for name in order)


def transact(engine: Engine, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
    """Carry out a whole transaction in this thread."""
    with engine.begin() as connection:
        return at_once(work(cast("AsyncConnection", Direct(connection))))


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast("T", done.value)
    work.close()
    raise RuntimeError("only statements of its own connection can be awaited in a thread of the database")


async def to_its_end(work: asyncio.Future[T]) -> T:
    """The result of work that goes on when its caller is cancelled; the caller waits for its end."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        with CancelScope(shield=True):
            await asyncio.wait([work])
        raise


class GroupCommit(Generic[T]):
    """Writes items that wait at the same time in one transaction, so that they share the cost of a safe commit."""

    def __init__(
        self, database: Database, write: Callable[[AsyncConnection, Sequence[T]], Coroutine[Any, Any, None]]
    ) -> None:
        self._database = database
        self._write = write
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def commit(self, item: T) -> None:
        """Write an item; raises what its own write raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_all())
        await to_its_end(done)

    async def _commit_all(self) -> None:
        """Write what waits until nothing does; not by a caller, whose cancellation would abort it for the others."""
        while self._waiting:
            async with self._database.writer:
                waiting, self._waiting = self._waiting, []
                await self._commit(waiting)
        self._committing = None

    async def _commit(self, waiting: list[tuple[T, asyncio.Future[None]]]) -> None:
        """Write items together; if that fails, one by one, so that each fails only for its own fault.

        While the database is not available, all fail at once: each further try would hold up everybody for seconds.
        """
        try:
            items = [item for item, _ in waiting]
            await self._database.write(lambda connection: self._write(connection, items))
        except Exception as wrong:
            if len(waiting) > 1 and not isinstance(wrong, UNAVAILABLE):
                for one in waiting:
                    await self._commit([one])
                return
            for _, done in waiting:
                if not done.done():
                    done.set_exception(wrong)
        else:
            for _, done in waiting:
                if not done.done():
                    done.set_result(None)


def open_engine(url: str, connections: int) -> AsyncEngine:
    """The connection pool of a database; SQLite is configured for durable commits and concurrent readers."""
    try:
        engine = create_async_engine(url, **options(make_url(url), connections))
    except ModuleNotFoundError as wrong:
        raise (MissingDriver() if wrong.name == "psycopg" else BadAddress()) from None
    except (ArgumentError, ValueError):
        raise BadAddress from None
    if not is_postgres(engine.url):
        event.listen(engine.sync_engine, "connect", configure_sqlite)
    return engine


def open_direct(url: URL) -> Engine:
    """The connections of the threads that carry out whole transactions."""
    if is_postgres(url):
        return create_engine(url, **options(url, READERS + 1))
    engine = create_engine(url.set(drivername="sqlite"), pool_size=READERS + 1, max_overflow=0)
    event.listen(engine, "connect", configure_sqlite)
    return engine


def is_postgres(url: URL) -> bool:
    """Is this the address of a PostgreSQL database?"""
    return url.get_backend_name() == POSTGRES


def options(url: URL, connections: int) -> dict[str, Any]:
    """The options of a pool of connections; after a restart of the database, it is noticed before they are used."""
    if not is_postgres(url):
        return {}
    return {
        "pool_size": connections,
        "max_overflow": 0,
        "pool_pre_ping": True,
        "connect_args": {"options": SESSION, "connect_timeout": 10},
    }


def configure_sqlite(connection: Any, _record: Any) -> None:
    """Make commits durable and check foreign keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
