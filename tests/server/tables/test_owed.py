"""Moves that the server owes are stored with the move before them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.builders import BOT, ME, TIME_LIMIT, Player, quick, started, two_people, visitor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


@pytest.fixture
async def app(tmp_path: Path, db: str, anyio_backend: str) -> AsyncIterator[Starlette]:
    """A server whose bots do not move while a test looks."""
    async with started(quick(tmp_path, db=db, bot_delay=TIME_LIMIT)) as app:
        yield app


@pytest.mark.databases
async def test_a_bots_move_is_owed_until_it_is_made(app: Starlette, alex: Player) -> None:
    store, created = app.state.parts.store, await alex.create(ME, BOT, options={"first": 0})
    state, table = created["state"], created["table"]
    assert await store.owed() == []
    while state["to_move"] == [0]:
        state = await alex.play(state)
    assert await store.owed() == [table]
    assert await store.owed(until=0) == []


async def test_people_owe_their_moves_themselves_until_they_leave(app: Starlette) -> None:
    store, (table, (alex, _bo)) = app.state.parts.store, await two_people(app)
    assert await store.owed() == []
    left = await alex.post(f"/api/tables/{table}/leave", {"seat": 0})
    assert left.json()["to_move"] == [0]
    assert await store.owed() == [table]


async def test_a_game_that_is_over_owes_nothing(tmp_path: Path) -> None:
    async with started(quick(tmp_path)) as app:
        alex = visitor(app)
        table = (await alex.create(BOT, BOT, options={"rounds": 1}))["table"]
        async with asyncio.timeout(TIME_LIMIT):
            while not (await alex.state(table))["over"]:
                await asyncio.sleep(0.01)
        assert await app.state.parts.store.owed() == []
