"""The database: the migrations lead to the schema, and cancelled requests leak nothing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

import guanxi
from guanxi.server.settings import database_url
from guanxi.server.storage import migrations
from guanxi.server.storage.database import Database, GroupCommit
from guanxi.server.storage.schema import BLOCKS, CLUBS, ENTRIES, SCHEMA, TABLES
from tests.server.builders import TIME_LIMIT
from tests.server.postgres import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Engine
    from sqlalchemy.ext.asyncio import AsyncConnection

pytestmark = pytest.mark.anyio
A_TABLE = "'a', 'hanamikoji', 1, '{}', 'seed', false, false, 'now', 'now', null"  # as version 1 had it


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    with ExitStack() as held:
        url = f"sqlite:///{tmp_path}/new.db"
        if request.param == "postgresql":
            url = database_url(held.enter_context(request.getfixturevalue("postgres").database(EMPTY)))
        engine = create_engine(url)
        yield engine
        engine.dispose()


def test_the_migrations_lead_to_the_schema(engine: Engine) -> None:
    with engine.begin() as connection:
        migrations.upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []
        migrations.upgrade(connection)


def test_a_table_survives_every_migration(engine: Engine) -> None:
    versions = [script.revision for script in ScriptDirectory(migrations.__path__[0]).walk_revisions()]
    with engine.begin() as connection:
        migrations.upgrade(connection, versions[-1])
        connection.execute(text(f"INSERT INTO tables VALUES ({A_TABLE})"))
        connection.execute(text("INSERT INTO entries VALUES ('a', 1, 0, '0 take fan', 'x', 'later')"))
    for version in reversed(versions):
        with engine.begin() as connection:
            migrations.upgrade(connection, version)
    with engine.begin() as connection:
        found = connection.execute(select(TABLES).join(ENTRIES)).mappings().one()
        assert (found["id"], found["seed"], found["absent"]) == ("a", "seed", "bot")
        assert compare_metadata(MigrationContext.configure(connection), SCHEMA) == []


def test_mutes_become_blocks(engine: Engine) -> None:
    with engine.begin() as connection:
        migrations.upgrade(connection, "0021_digest")
        connection.execute(text("INSERT INTO mutes VALUES ('alex', 'bo')"))
    with engine.begin() as connection:
        migrations.upgrade(connection)
        assert connection.execute(select(BLOCKS)).all() == [("alex", "bo", None)]


def test_the_clock_of_a_club_becomes_that_of_its_games(engine: Engine) -> None:
    club = "INSERT INTO clubs (id, name, description, games, time, open, secret, issue, created) VALUES "
    with engine.begin() as connection:
        migrations.upgrade(connection, "0037_awaiting_index")
        for id_, games, time in (("a", '["han"]', '{"a":1}'), ("b", "[]", '{"a":2}'), ("c", '["han"]', None)):
            values = {"id": id_, "games": games, "time": time}
            connection.execute(text(club + "(:id, 'x', '', :games, :time, false, 's', 0, '')"), values)
    with engine.begin() as connection:
        migrations.upgrade(connection)
        found = [json.loads(row.clocks) for row in connection.execute(select(CLUBS).order_by(CLUBS.c.id))]
    assert found == [{"han": {"a": 1}}, {game: {"a": 2} for game in guanxi.game_names()}, {}]


def test_the_newest_migration_is_named() -> None:
    folder = ScriptDirectory(migrations.__path__[0])
    assert folder.get_current_head() == migrations.NEWEST


async def test_the_folder_of_a_database_is_created(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "new" / "folder" / "tables.db")))
    await database.start()
    await database.close()
    assert (tmp_path / "new" / "folder" / "tables.db").is_file()


@pytest.mark.parametrize("way", ["reading", "writing"])
async def test_a_cancelled_query_leaks_no_connection(
    database: Database, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    long = text("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT max(x) FROM n")
    for _ in range(3):
        with anyio.move_on_after(0.001) as left:
            async with getattr(database, way)() as connection:
                await connection.execute(long)
            await anyio.sleep(1)
        assert left.cancelled_caught
    assert caplog.messages == []


def test_a_cancelled_connection_leaks_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    alone, broken = threading.active_count(), list[threading.ExceptHookArgs]()
    opening, given_up = threading.Event(), threading.Event()

    def slowly(*where: Any, **how: Any) -> sqlite3.Connection:
        opening.set()
        given_up.wait(TIME_LIMIT)
        return connect(*where, **how)

    async def look(database: Database) -> None:
        async with database.reading():
            pass

    async def leave() -> None:
        database = Database(database_url(str(tmp_path / "tables.db")))
        looking = asyncio.create_task(look(database))
        await asyncio.to_thread(opening.wait, TIME_LIMIT)
        looking.cancel()
        given_up.set()
        await asyncio.wait([looking])
        await database.close()

    monkeypatch.setattr(sqlite3, "connect", slowly)
    monkeypatch.setattr(threading, "excepthook", broken.append)
    asyncio.run(leave())
    deadline = time.monotonic() + TIME_LIMIT
    while threading.active_count() > alone:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert broken == []


@pytest.mark.parametrize(
    ("fault", "tries"),
    [
        (OperationalError("INSERT", {}, Exception("database is locked")), [["a", "b"]]),
        (IntegrityError("INSERT", {}, Exception("a is there already")), [["a", "b"], ["a"], ["b"]]),
    ],
)
async def test_only_faults_of_one_item_are_looked_for_one_by_one(
    database: Database, fault: Exception, tries: list[list[str]]
) -> None:
    tried: list[list[str]] = []

    async def write(_connection: AsyncConnection, items: Sequence[str]) -> None:
        tried.append(list(items))
        raise fault

    group = GroupCommit(database, write)
    async with database.writer:
        commits = [asyncio.create_task(group.commit(item)) for item in "ab"]
        await asyncio.sleep(0)
    assert await asyncio.gather(*commits, return_exceptions=True) == [fault, fault]
    assert tried == tries
