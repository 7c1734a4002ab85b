"""The store: the schema is what the code believes, and one failure does not harm others."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from guanxi.server.seats.seats import SeatRow
from guanxi.server.settings import database_url
from guanxi.server.storage import migrations
from guanxi.server.storage.schema import SCHEMA
from guanxi.server.storage.store import Entry, Header, Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Store]:
    store = Store(database_url(str(tmp_path / "tables.db")))
    await store.start()
    for name in ("a", "b"):
        header = Header(name, "hanamikoji", 1, {}, "seed", open=False, created="now", updated="now")
        await store.create(header, [SeatRow(0, "bot", open=False, taken=True, bot="random")])
    yield store
    await store.close()


def entry(table: str, number: int, client: str = "") -> Entry:
    return Entry(table, number, 0, "0 take fan", client or str(number), "later", over=False)


async def entries(store: Store, table: str) -> list[int]:
    found = await store.load(table)
    assert found
    return [entry.number for entry in found[2]]


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/new.db")
    with engine.begin() as connection:
        migrations.upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []
        migrations.upgrade(connection)
    engine.dispose()


def test_the_newest_migration_is_named() -> None:
    folder = ScriptDirectory(migrations.__path__[0])
    assert folder.get_current_head() == migrations.NEWEST


async def test_a_number_or_an_id_is_used_once(store: Store) -> None:
    await store.append(entry("a", 1, "x"))
    for wrong in (entry("a", 1, "y"), entry("a", 2, "x")):
        with pytest.raises(IntegrityError):
            await store.append(wrong)
    assert await entries(store, "a") == [1]


async def test_entries_written_together_fail_alone(store: Store) -> None:
    wanted = [entry("a", 1), entry("b", 1), entry("b", 1, "twice"), entry("nowhere", 1), entry("a", 2)]
    results = await asyncio.gather(*(store.append(one) for one in wanted), return_exceptions=True)
    assert [isinstance(result, IntegrityError) for result in results] == [False, False, True, True, False]
    assert (await entries(store, "a"), await entries(store, "b")) == ([1, 2], [1])


async def test_who_gives_up_does_not_stop_the_others(store: Store) -> None:
    tasks = [asyncio.create_task(store.append(entry("a", number))) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert {2, 3} <= set(await entries(store, "a"))


@pytest.mark.parametrize("way", ["reading", "writing"])
async def test_who_leaves_in_the_middle_of_a_question_takes_no_connection_along(
    store: Store, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    long = text("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT max(x) FROM n")
    for _ in range(3):
        with anyio.move_on_after(0.001) as left:
            async with getattr(store, way)() as connection:
                await connection.execute(long)
            await anyio.sleep(1)
        assert left.cancelled_caught
    assert caplog.messages == []


def test_who_leaves_while_a_connection_is_opened_leaves_no_thread_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    alone, broken = threading.active_count(), list[threading.ExceptHookArgs]()

    def slowly(*where: Any, **how: Any) -> sqlite3.Connection:
        time.sleep(0.1)
        return connect(*where, **how)

    async def look(store: Store) -> None:
        async with store.reading():
            pass

    async def leave() -> None:
        store = Store(database_url(str(tmp_path / "tables.db")))
        looking = asyncio.create_task(look(store))
        await asyncio.sleep(0.02)
        looking.cancel()
        await asyncio.wait([looking])
        await store.close()

    monkeypatch.setattr(sqlite3, "connect", slowly)
    monkeypatch.setattr(threading, "excepthook", broken.append)
    asyncio.run(leave())
    deadline = time.monotonic() + 10
    while threading.active_count() > alone:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert broken == []
