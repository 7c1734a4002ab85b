"""Leases: one process does a piece of work, and another one takes over when it dies."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from guanxi.server.settings import database_url
from guanxi.server.storage.background import Background
from guanxi.server.storage.database import Database
from guanxi.server.storage.leases import Leases
from guanxi.server.storage.schema import LEASES
from tests.server.builders import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio
RUN_OUT = -1.0  # seconds: a lease that has run out when it begins


@asynccontextmanager
async def process(url: str, length: float = TIME_LIMIT) -> AsyncIterator[Leases]:
    """The leases of a process with its own connections."""
    database = Database(database_url(url))
    try:
        yield Leases(database, length)
    finally:
        await database.close()


async def until(leases: Leases) -> int:
    """When the last lease ends."""
    async with leases._database.reading() as connection:
        return int(await connection.scalar(select(func.max(LEASES.c.until))) or 0)


async def test_a_process_that_is_alone_needs_no_leases(database: Database) -> None:
    leases = Leases(database)
    assert [await leases.claim("table"), await leases.claim("table")] == [True, True]
    assert await until(leases) == 0
    await leases.release("table")


async def test_work_belongs_to_one_process_until_it_is_done(postgres_url: str) -> None:
    async with process(postgres_url) as one, process(postgres_url) as other:
        assert await one.claim("table")
        assert not await other.claim("table")
        assert await other.claim("another table")
        assert await one.claim("table")
        await other.release("table")
        assert not await other.claim("table")
        await one.release("table")
        assert await other.claim("table")


async def test_of_many_processes_one_gets_the_work(postgres_url: str) -> None:
    async with process(postgres_url) as one, process(postgres_url) as two, process(postgres_url) as three:
        claims = await asyncio.gather(*(leases.claim("table") for leases in (one, two, three)))
        assert sorted(claims) == [False, False, True]


async def test_a_process_that_is_silent_loses_its_work(postgres_url: str) -> None:
    async with process(postgres_url, RUN_OUT) as dead, process(postgres_url) as other:
        assert await dead.claim("table")
        assert await other.claim("table")
        assert not await dead.claim("table")
        await dead.release("table")
        assert not await dead.claim("table")


async def test_a_lease_is_extended_while_its_process_lives(postgres_url: str) -> None:
    async with process(postgres_url, length=0.3) as leases:
        assert await leases.claim("table")
        first, background = await until(leases), Background()
        background.start(leases.run())
        async with asyncio.timeout(TIME_LIMIT):
            while await until(leases) <= first:
                await asyncio.sleep(0.01)
        await background.close()
