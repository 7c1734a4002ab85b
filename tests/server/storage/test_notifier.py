"""News between processes: told with the commit, heard by all others, and a gap is noticed."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from guanxi.server.settings import database_url
from guanxi.server.storage.background import Background
from guanxi.server.storage.database import Database
from guanxi.server.storage.notifier import packed
from tests.server.builders import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.postgres import Postgres

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
