"""A fresh server, or only its database, for every test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.server.settings import database_url
from guanxi.server.storage.database import Database
from tests.server.builders import Player, quick, started, visitor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def app(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Starlette]:
    async with started(quick(tmp_path)) as app:
        yield app


@pytest.fixture
async def alex(app: Starlette) -> Player:
    return visitor(app)


@pytest.fixture
async def database(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Database]:
    database = Database(database_url(str(tmp_path / "tables.db")))
    await database.start()
    yield database
    await database.close()
