"""News between processes: told with the commit, heard by all others, and a gap is noticed."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, text

from guanxi.server.settings import database_url
from guanxi.server.storage.background import Background
from guanxi.server.storage.database import LOCKS, UNAVAILABLE, Database
from guanxi.server.storage.notifier import packed
from tests.server.builders import TIME_LIMIT
from tests.server.postgres import NO_DRIVER

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncConnection

    from tests.server.postgres import Postgres

psycopg = pytest.importorskip("psycopg", reason=NO_DRIVER)
pytestmark = pytest.mark.anyio


class Ear:
    """A process that notes what it hears."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        database.notifier.on("table", self.heard.put_nowait)
        database.notifier.on_missed(lambda: self.heard.put_nowait("missed"))

    async def next(self) -> str:
        async with asyncio.timeout(TIME_LIMIT):
            return await self.heard.get()

    async def tell(self, *about: str) -> None:
        async with self.database.writing() as connection:
            await self.database.notifier.tell(connection, "table", *about)


@asynccontextmanager
async def ears(url: str) -> AsyncIterator[tuple[Ear, Ear]]:
    """Two processes on one database."""
    databases, background = [Database(database_url(url)), Database(database_url(url))], Background()
    for database in databases:
        await database.notifier.start()
        background.start(database.notifier.run())
    try:
        yield Ear(databases[0]), Ear(databases[1])
    finally:
        await background.close()
        for database in databases:
            await database.notifier.close()
            await database.close()


async def test_the_others_hear_what_was_committed(postgres_url: str) -> None:
    async with ears(postgres_url) as (one, other):
        with suppress(LookupError):
            async with one.database.writing() as connection:
                await one.database.notifier.tell(connection, "table", "undone")
                raise LookupError
        await one.tell("a", "b")
        await other.tell("c")
        assert [await other.next(), await other.next(), await one.next()] == ["a", "b", "c"]


async def test_after_a_restart_everything_may_have_changed(postgres: Postgres) -> None:
    with postgres.database() as url:
        async with ears(url) as (one, other):
            postgres.stop()
            postgres.start()
            assert [await one.next(), await other.next()] == ["missed"] * 2
            await one.tell("a")
            assert await other.next() == "a"


async def test_a_lock_holds_in_all_processes(postgres_url: str) -> None:
    async with ears(postgres_url) as (one, other):
        inside = list[str]()

        async def enter(ear: Ear, name: str) -> None:
            async with ear.database.locked("table a"):
                inside.append(name)
                await asyncio.sleep(0.01)
                inside.append(name)

        await asyncio.gather(*(enter(ear, name) for ear, name in ((one, "one"), (other, "other")) * 5))
        assert inside[::2] == inside[1::2]


async def hang(url: str, connection: AsyncConnection) -> None:
    """Be idle in a transaction until PostgreSQL has ended the session; the limit is a minute otherwise."""
    pid = await connection.scalar(select(func.pg_backend_pid()))
    await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 1"))
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as other, asyncio.timeout(TIME_LIMIT):
        while (await other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", (pid,))).rowcount:
            await asyncio.sleep(0.02)


async def test_a_process_that_hung_has_lost_its_lock_and_goes_on(postgres_url: str) -> None:
    async with ears(postgres_url) as (one, other):
        for _ in range(LOCKS + 1):  # no connection is lost
            async with one.database.locked("table a") as connection:
                await hang(postgres_url, connection)
        async with other.database.locked("table a"):
            pass


async def test_a_transaction_that_hung_is_told_as_a_database_that_is_not_available(postgres_url: str) -> None:
    async with ears(postgres_url) as (one, other):

        async def write_late() -> None:
            async with one.database.writing() as connection:
                await hang(postgres_url, connection)
                await one.database.notifier.tell(connection, "table", "too late")

        with pytest.raises(UNAVAILABLE):
            await write_late()
        await one.tell("a")
        assert await other.next() == "a"


async def test_the_eldest_of_a_role_is_known(postgres_url: str) -> None:
    databases = [Database(database_url(postgres_url)) for _ in range(3)]
    databases[0].notifier.role = "guanxi work"
    for database in databases:
        await database.notifier.start()
    assert [await database.notifier.is_eldest() for database in databases] == [True, True, False]
    for database in databases:
        await database.notifier.close()
        await database.close()


def test_many_words_are_told_in_pieces() -> None:
    assert packed(("aa", "bb", "cc"), 5) == ["aa bb", "cc"]
