"""A fresh server, or only its database, for every test; for tests marked `databases`, of both kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.server.settings import database_url
from guanxi.server.storage.database import Database
from tests.server.builders import Player, quick, started, visitor
from tests.server.postgres import NO_DRIVER, NOT_INSTALLED, Postgres, programs, started_postgres

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from starlette.applications import Starlette


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "databases: run with SQLite and with PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "db" in metafunc.fixturenames and metafunc.definition.get_closest_marker("databases"):
        metafunc.parametrize("db", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server, started when the first test needs it."""
    pytest.importorskip("psycopg", reason=NO_DRIVER)
    found = programs()
    if found is None:
        pytest.skip(NOT_INSTALLED)
    with started_postgres(found) as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """A new PostgreSQL database with the newest schema."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def db(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A database as `--db` names it."""
    if getattr(request, "param", "sqlite") == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    return str(tmp_path / "tables.db")


@pytest.fixture
async def app(tmp_path: Path, db: str, anyio_backend: str) -> AsyncIterator[Starlette]:
    async with started(quick(tmp_path, db=db)) as app:
        yield app


@pytest.fixture
async def alex(app: Starlette) -> Player:
    return visitor(app)


@pytest.fixture
async def database(db: str, anyio_backend: str) -> AsyncIterator[Database]:
    database = Database(database_url(db))
    await database.start()
    yield database
    await database.close()
