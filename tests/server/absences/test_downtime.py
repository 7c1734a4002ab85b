"""While the server is down, no clock runs.  Tests move the time."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.builders import FRIEND, ME, Player, play_on, started, two_people, visitor
from tests.server.moved import Hands, check_deadlines, timed
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "game": 30, "move": 0}
SLOW = {"kind": "slow", "hours": 1}


def back(app: Starlette, player: Player) -> Player:
    """The same browser after a restart."""
    again = visitor(app)
    again.client.cookies = player.client.cookies
    return again


async def crash(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server stop without saying so."""

    async def silent() -> None:
        pass

    monkeypatch.setattr(app.state.parts.downtime, "beat", silent)


async def clock_after(app: Starlette, player: Player, table: str) -> tuple[str | None, dict[str, Any]]:
    """Who is absent in the first seat after a check, and the seat's clock."""
    await check_deadlines(app)
    state = await back(app, player).state(table)
    return state["seats"][0]["absent"], state["time"]["clocks"][0]


@pytest.mark.parametrize("control", [LIVE, SLOW])
async def test_a_stopped_server_costs_nobody_time(tmp_path: Path, control: dict[str, Any]) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, _bo) = await two_people(app, time=control, absent="forfeit")
        before = (await alex.state(table))["time"]["clocks"][0]
        hands.move(seconds=10)
    hands.move(hours=5)
    async with started(timed(tmp_path, hands)) as app:
        absent, clock = await clock_after(app, alex, table)
        assert (absent, clock["left"]) == (None, before["left"] - 10_000)
        assert clock["spent"] == 10_000
        hands.move(seconds=clock["left"] // 1000 - 1)
        assert (await clock_after(app, alex, table))[0] is None
        hands.move(seconds=1)
        assert (await clock_after(app, alex, table))[0] == "forfeit"


async def test_after_a_crash_a_clock_goes_on_from_the_last_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, _bo) = await two_people(app, time=LIVE, absent="forfeit")
        hands.move(seconds=10)
        await app.state.parts.downtime.beat()
        hands.move(seconds=4)
        await crash(app, monkeypatch)
    hands.move(seconds=33)
    async with started(timed(tmp_path, hands)) as app:
        absent, clock = await clock_after(app, alex, table)
        assert (absent, clock["left"]) == (None, 20_000)


async def test_a_move_after_the_last_sign_of_life_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, players = await two_people(app, time=LIVE, absent="forfeit")
        await app.state.parts.downtime.beat()
        hands.move(seconds=4)
        await play_on(table, players, 1)
        await crash(app, monkeypatch)
    hands.move(seconds=33)
    async with started(timed(tmp_path, hands)) as app:
        state = await back(app, players[0]).state(table)
        assert [clock["left"] for clock in state["time"]["clocks"]] == [26_000, 30_000]


async def test_a_clock_that_ran_out_before_the_server_stopped_stays_so(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, _bo) = await two_people(app, time=LIVE, absent="forfeit")
        hands.move(seconds=31)
    hands.move(days=1)
    async with started(timed(tmp_path, hands)) as app:
        assert (await clock_after(app, alex, table))[0] == "forfeit"


async def test_a_page_that_comes_back_is_told_its_new_clock(tmp_path: Path) -> None:
    hands = Hands()
    async with listening(timed(tmp_path, hands)) as server:
        alex = server.visitor()
        table = (await alex.create({"kind": "me"}, {"kind": "here"}, time=LIVE, options={"first": 0}))["table"]
        async with streamed(alex, table) as stream:
            seen, state = await stream.next()
    hands.move(minutes=5)
    async with listening(timed(tmp_path, hands)) as server:
        again = server.visitor(Cookie=f"guest={alex.client.cookies['guest']}")
        async with streamed(again, table, seen) as stream:
            told = (await stream.next())[1]
    assert told["time"]["clocks"][0]["left"] == state["time"]["clocks"][0]["left"]
    assert told["time"]["clocks"][0]["since"] > state["time"]["clocks"][0]["since"]


@pytest.mark.parametrize("crashed", [False, True])
async def test_nobody_is_late_for_a_live_game_because_the_server_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crashed: bool
) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        alex, bo = visitor(app), visitor(app)
        created = await alex.create(ME, FRIEND, time=LIVE)
        table = created["table"]
        await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
        await bo.state(table)
        hands.move(minutes=4)
        if crashed:
            await crash(app, monkeypatch)
        before = await bo.state(table)
    hands.move(hours=100)
    async with started(timed(tmp_path, hands)) as app:
        await check_deadlines(app)
        state = await back(app, bo).state(table)
        assert (state["over"], state["time"]["waits_for"]) == (False, [0])
        waited = hands.now - datetime.fromisoformat(state["time"]["waits_since"]).timestamp()
        assert waited == (0 if crashed else 240)
        assert state["changes"] == before["changes"] + 1
        hands.move(hours=72)
        await check_deadlines(app)
        assert (await back(app, bo).state(table))["ended"] == "missing"


@pytest.mark.databases
async def test_while_the_database_is_away_nobodys_time_runs_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: str
) -> None:
    def away(**_: bool) -> None:
        raise OperationalError("UPDATE", {}, Exception("the database is restarting"))

    hands = Hands()
    async with listening(timed(tmp_path, hands, db=db)) as server:
        downtime = server.app.state.parts.downtime
        alex = server.visitor()
        created = await alex.create(ME, {"kind": "here"}, time=LIVE, absent="forfeit", options={"first": 0})
        table = created["table"]
        async with streamed(alex, table) as stream:
            await stream.next()
            hands.move(seconds=10)
            await downtime.watch()
            with monkeypatch.context() as broken:
                broken.setattr(server.app.state.parts.database, "writing", away)
                await downtime.watch()
            hands.move(minutes=1)
            await check_deadlines(server.app)  # before clocks have been set back
            assert (await alex.state(table))["seats"][0]["absent"] is None
            await downtime.watch()
            told = (await stream.next())[1]
            assert told["time"]["clocks"][0]["left"] == 20_000
        await alex.play(await alex.state(table, 0))
        hands.move(seconds=30)
        await check_deadlines(server.app)
        assert (await alex.state(table))["seats"][1]["absent"] == "forfeit"


async def test_without_clocks_nothing_is_written(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        await two_people(app)
        writing = app.state.parts.database.writing
        app.state.parts.database.writing = None
        await app.state.parts.downtime.beat()
        app.state.parts.database.writing = writing
