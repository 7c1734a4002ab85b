"""Tables closed by the host, while the server runs or before it starts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from guanxi.cli import main
from tests.server.builders import FRIEND, ME, TIME_LIMIT, play_on, quick, started, two_people, visitor
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.server.settings import Settings
    from tests.server.builders import Player

pytestmark = pytest.mark.anyio


async def close(settings: Settings, table: str) -> int:
    return await asyncio.to_thread(main, ["admin", "close", table, "--reason", "spam", "--db", str(settings.db)])


async def gone(player: Player, table: str) -> str:
    """Why a table cannot be seen any more."""
    async with asyncio.timeout(TIME_LIMIT):
        while (answer := await player.get(f"/api/tables/{table}")).status_code == 200:
            await asyncio.sleep(0.01)
    return str(answer.json()["error"])


async def test_a_game_ends_without_a_loser_and_its_streams_are_told(tmp_path: Path) -> None:
    settings = quick(tmp_path, deadline_interval=0.01)
    async with listening(settings) as server:
        alex, bo = server.visitor(), server.visitor()
        created = await alex.create(ME, FRIEND)
        table = created["table"]
        await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
        async with streamed(bo, table) as stream, asyncio.timeout(TIME_LIMIT):
            assert await close(settings, table) == 0
            while not (shown := (await stream.next())[1])["over"]:
                pass
        assert (shown["ended"], shown["result"], shown["to_move"]) == ("host", None, [])
        state = await alex.state(table, 0)
        assert state["events"][-1]["phrase"]["id"] == "event.ended.host"


async def test_a_table_that_waits_for_players_disappears(tmp_path: Path) -> None:
    settings = quick(tmp_path, deadline_interval=0.01)
    async with started(settings) as app:
        alex = visitor(app)
        table = (await alex.create(ME, FRIEND))["table"]
        assert await close(settings, table) == 0
        assert await gone(alex, table) == "closed-table"


async def test_the_next_server_closes_what_none_has_closed_yet(tmp_path: Path) -> None:
    settings = quick(tmp_path, deadline_interval=0.01)
    async with started(settings) as app:
        table, _ = await two_people(app)
    assert await close(settings, table) == 0
    async with started(settings) as app, asyncio.timeout(TIME_LIMIT):
        while (state := await visitor(app).state(table))["ended"] is None:
            await asyncio.sleep(0.01)
    assert state["ended"] == "host"


async def test_tables_that_are_over_or_unknown_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = quick(tmp_path)
    async with started(settings) as app:
        table, players = await two_people(app)
        await play_on(table, players)
        assert await close(settings, table) != 0
        assert await close(settings, "nowhere") != 0
    said = capsys.readouterr().err
    assert f"Table {table} has ended already." in said
    assert "There is no table 'nowhere'." in said
