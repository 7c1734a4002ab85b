"""Upgrades: games whose log leads elsewhere by newer rules are halted, and their players can read and end them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError

from guanxi.server.parts import Parts
from guanxi.server.storage.keys import remembered
from guanxi.server.storage.schema import CLOCKS, ENTRIES, KEYS, TABLES
from guanxi.server.tables import upgrades
from guanxi.server.tables.store import TableStore
from tests.server.builders import TIME_LIMIT, ask, play_on, quick, refused, started, two_people
from tests.server.network import process

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

    from guanxi.server.storage.database import Database
    from tests.server.builders import Player

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "game": 1800, "move": 10}
MOVES = 6


@pytest.fixture
async def begun(app: Starlette) -> tuple[str, list[Player]]:
    """A game between two people after some moves."""
    table, players = await two_people(app)
    await play_on(table, players, MOVES)
    return table, players


async def replayed(app: Starlette) -> None:
    """Wait until the start of a server has replayed all games."""
    async with asyncio.timeout(TIME_LIMIT):
        while await remembered(app.state.parts.database, upgrades.CODE) is None:
            await asyncio.sleep(0.005)


async def upgrade(app: Starlette, caplog: pytest.LogCaptureFixture, table: str = "", **changes: Any) -> str:
    """Change what is stored of a table, as if its rules had been different, and replay all; returns what is logged."""
    await replayed(app)
    async with app.state.parts.database.writing() as connection:
        if "entry" in changes:
            last = (ENTRIES.c.table_id == table) & (ENTRIES.c.number == MOVES)
            await connection.execute(update(ENTRIES).where(last).values(changes))
        elif changes:
            await connection.execute(update(TABLES).where(TABLES.c.id == table).values(changes))
    app.state.parts.tables._recent.clear()
    caplog.clear()
    with caplog.at_level(logging.INFO, "guanxi.server"):
        await app.state.parts.upgrades.check()
    return next((line for line in caplog.messages if line.startswith("new code")), "")


async def test_a_game_that_replays_to_the_same_position_goes_on(
    app: Starlette, begun: tuple[str, list[Player]], caplog: pytest.LogCaptureFixture
) -> None:
    table, players = begun
    before = await players[0].state(table)
    assert await upgrade(app, caplog) == "new code: 1 running games go on, 0 are halted"
    assert await players[0].state(table) == before
    assert await refused(players[0], table, "end", seat=0) == "not-halted"
    await play_on(table, players, 2)


async def test_a_table_from_before_there_were_digests_goes_on(
    app: Starlette, begun: tuple[str, list[Player]], caplog: pytest.LogCaptureFixture
) -> None:
    table, players = begun
    assert await upgrade(app, caplog, table, digest=None) == "new code: 1 running games go on, 0 are halted"
    await play_on(table, players, 2)


CHANGES = [{"digest": "another position"}, {"entry": "0 no such move"}, {"rules": 99}]


@pytest.mark.parametrize("changes", CHANGES, ids=["digest", "entry", "rules"])
async def test_players_read_and_end_a_game_that_cannot_go_on(
    app: Starlette, begun: tuple[str, list[Player]], caplog: pytest.LogCaptureFixture, changes: dict[str, Any]
) -> None:
    table, players = begun
    other, others = await two_people(app)
    moves = [offer["notation"] for seat in (0, 1) for offer in (await players[seat].state(table, seat))["legal"]]
    assert await upgrade(app, caplog, table, **changes) == "new code: 1 running games go on, 1 are halted"
    state = await players[0].state(table)
    assert (state["halted"], state["over"], state["to_move"], state["legal"]) == (True, False, [], [])
    assert state["prompt"]["id"] == "prompt.halted"
    assert (await players[0].send(state, moves[0])).json()["error"] == "halted"
    assert not (await players[0].get("/api/tables/" + table + "/log")).is_success
    assert not (await others[0].state(other))["halted"]

    ended = await ask(players[1], table, "end", seat=1)
    assert (ended["ended"], ended["over"], ended["halted"], ended["result"]) == ("rules", True, False, None)
    assert await refused(players[0], table, "end", seat=0) == "over"
    log = (await players[0].get(f"/api/tables/{table}/log")).json()
    assert len(log["moves"]) == MOVES
    assert log["rules"] == changes.get("rules", log["rules"])
    replayed = await players[0].get(f"/api/tables/{table}/replay?move={state['moves']}&seat=0")
    assert replayed.status_code == 200, replayed.text
    app.state.parts.tables._recent.clear()
    assert (await players[0].state(table))["ended"] == "rules"


async def test_the_start_with_other_code_tells_how_many_games_go_on(tmp_path: Path) -> None:
    db, log = tmp_path / "tables.db", tmp_path / "log"
    async with started(quick(tmp_path)) as app:
        await two_people(app)
        await replayed(app)
        async with app.state.parts.database.writing() as connection:
            await connection.execute(update(KEYS).where(KEYS.c.name == upgrades.CODE).values(value="of last year"))
    with log.open("wb") as file:
        async with process(db, log=file), asyncio.timeout(TIME_LIMIT):
            while b"new code: 1 running games go on, 0 are halted" not in log.read_bytes():
                await asyncio.sleep(0.05)
    assert b"GET /" not in log.read_bytes()  # requests are only in the log for programs


async def test_games_are_replayed_again_if_the_database_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([OperationalError("SELECT", {}, Exception("the database is restarting"))] * 2)
    load = TableStore.load

    async def fail_at_first(store: TableStore, table_id: str, *more: int) -> Any:
        for failure in failures:
            raise failure
        return await load(store, table_id, *more)

    monkeypatch.setattr(upgrades, "FIRST_PAUSE", 0.0)
    async with started(quick(tmp_path)) as app:
        await two_people(app)
        await replayed(app)
        async with app.state.parts.database.writing() as connection:
            await connection.execute(delete(KEYS).where(KEYS.c.name == upgrades.CODE))
    monkeypatch.setattr(TableStore, "load", fail_at_first)
    with caplog.at_level(logging.INFO, "guanxi.server"):
        async with started(quick(tmp_path)) as app:
            await replayed(app)
    assert "new code: 1 running games go on, 0 are halted" in caplog.messages


async def test_only_players_end_a_game(
    app: Starlette, begun: tuple[str, list[Player]], caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = begun
    _, strangers = await two_people(app)
    await upgrade(app, caplog, table, digest="another position")
    assert (await strangers[0].post(f"/api/tables/{table}/end", {"seat": 0})).status_code == 403


async def test_clocks_stand_still_until_older_code_is_back(app: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    table, players = await two_people(app, time=LIVE)
    await play_on(table, players, MOVES)
    deadline = select(CLOCKS.c.seat).where(CLOCKS.c.table_id == table, CLOCKS.c.deadline.is_not(None))
    async with app.state.parts.database.reading() as connection:
        digest = await connection.scalar(select(TABLES.c.digest).where(TABLES.c.id == table))
        assert await connection.scalar(deadline) is not None
    await upgrade(app, caplog, table, digest="another position")
    async with app.state.parts.database.reading() as connection:
        assert await connection.scalar(deadline) is None
        kept = await connection.scalar(select(TABLES.c.digest).where(TABLES.c.id == table))
    assert kept == "another position"
    await upgrade(app, caplog, table, digest=digest)
    async with app.state.parts.database.reading() as connection:
        assert await connection.scalar(deadline) is not None
    await play_on(table, players, 2)


async def test_games_are_replayed_only_when_the_code_has_changed(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = Parts(quick(tmp_path))
    part = upgrades.Upgrades(database, parts.store, parts.tables)
    checked = []

    async def check() -> None:
        checked.append(True)

    monkeypatch.setattr(part, "check", check)
    for code, times in (("one", 1), ("one", 1), ("two", 2), ("two", 2)):
        monkeypatch.setattr(upgrades, "all_code", lambda code=code: code)
        await part.run()
        assert len(checked) == times
