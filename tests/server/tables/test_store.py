"""The store of tables: writes share a commit, and one that fails does not harm the others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from guanxi.server.clocks.clocks import Clock
from guanxi.server.metrics import Metrics
from guanxi.server.seats.seats import SeatRow
from guanxi.server.tables.records import Entry, Header
from guanxi.server.tables.store import Appended, Overtaken, TableStore

if TYPE_CHECKING:
    from guanxi.server.storage.database import Database

pytestmark = [pytest.mark.anyio, pytest.mark.databases]


@pytest.fixture
async def store(database: Database) -> TableStore:
    store = TableStore(database, Metrics())
    for name in ("a", "b"):
        await store.create(header(name), [SeatRow(0, "bot", open=False, taken=True, bot="random")], [Clock(0)])
    return store


def header(table: str, version: int = 0) -> Header:
    return Header(table, "hanamikoji", 1, {}, "seed", open=False, created="now", updated="now", version=version)


def entry(table: str, number: int, client: str = "") -> Appended:
    entry = Entry(table, number, 0, "0 take fan", client or str(number), "later")
    return Appended(header(table, number - 1), [entry])


async def entries(store: TableStore, table: str) -> list[int]:
    found = await store.load(table)
    assert found
    return [entry.number for entry in found[2]]


async def test_a_number_and_an_id_are_used_once(store: TableStore) -> None:
    await store.append(entry("a", 1, "x"))
    for wrong in (entry("a", 1, "y"), entry("a", 2, "x")):
        with pytest.raises(IntegrityError):
            await store.append(wrong)
    assert await entries(store, "a") == [1]


async def test_a_process_that_has_lost_its_lock_changes_nothing(store: TableStore) -> None:
    await store.append(entry("a", 1))
    late = Appended(header("a"), [Entry("a", 2, 0, "0 take fan", "late", "later")])
    with pytest.raises(Overtaken):
        await store.append(late)
    with pytest.raises(Overtaken):
        await store.save(late.header, [], [], [])
    assert await entries(store, "a") == [1]


async def test_entries_written_together_fail_alone(store: TableStore) -> None:
    wanted = [entry("a", 1), entry("b", 1), entry("b", 1, "twice"), entry("nowhere", 1), entry("a", 2)]
    results = await asyncio.gather(*(store.append(one) for one in wanted), return_exceptions=True)
    assert [isinstance(result, IntegrityError) for result in results] == [False, False, True, True, False]
    assert (await entries(store, "a"), await entries(store, "b")) == ([1, 2], [1])


async def test_a_cancelled_write_does_not_stop_the_others(store: TableStore) -> None:
    tasks = [asyncio.create_task(store.append(entry("a", number))) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert {2, 3} <= set(await entries(store, "a"))
