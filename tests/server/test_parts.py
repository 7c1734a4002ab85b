"""The parts of a server: building them does nothing yet, and changes reach their listeners."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from guanxi.server.parts import Parts
from guanxi.server.settings import Settings
from tests.server.builders import two_people

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette


def test_building_the_parts_touches_no_file(tmp_path: Path) -> None:
    parts = Parts(Settings(db=str(tmp_path / "folder" / "tables.db")))
    assert len(parts.routes) > 50
    assert list(tmp_path.iterdir()) == []


@pytest.mark.anyio
async def test_a_change_is_published_after_the_lock_is_released(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    tables = app.state.parts.tables
    heard: list[bool] = []
    tables.on_change(lambda table_id: heard.append(tables._places[table_id].lock.locked()))
    await alex.state(table)
    assert heard == []
    await alex.play(await alex.state(table))
    assert heard == [False]


@pytest.mark.anyio
async def test_a_request_cancelled_during_its_commit_is_published_too(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (alex, _bo) = await two_people(app)
    parts, begun, heard = app.state.parts, asyncio.Event(), list[str]()
    parts.tables.on_change(heard.append)
    append = parts.store.append

    async def slowly(appended: object) -> None:
        begun.set()
        await asyncio.shield(asyncio.ensure_future(append(appended)))

    monkeypatch.setattr(parts.store, "append", slowly)
    move = asyncio.create_task(alex.play(await alex.state(table)))
    await begun.wait()
    move.cancel()
    await asyncio.gather(move, return_exceptions=True)
    assert heard == [table]
    while (await alex.state(table))["moves"] != 1:
        await asyncio.sleep(0.01)
        parts.tables._recent.clear()
