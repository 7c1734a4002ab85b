"""Rematches: proposed and accepted, and nothing begins for a player who has not come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import BOT, FRIEND, HERE, ME, Player, play_on, rematch, started, two_people, visitor
from tests.server.moved import Hands, timed

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "game": 300, "move": 10}


async def answer(player: Player, table: str, seat: int, agree: bool = True) -> dict[str, Any]:
    """Propose a rematch, or answer the proposal; returns what the table says of it."""
    response = await player.post(f"/api/tables/{table}/rematch", {"seat": seat, "agree": agree})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["rematch"]
    return found


async def test_a_rematch_begins_when_everybody_has_agreed(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    early = await alex.post(f"/api/tables/{table}/rematch", {"seat": 0})
    assert (early.status_code, early.json()["error"]) == (409, "not-over")
    await play_on(table, [alex, bo])
    assert (await visitor(app).post(f"/api/tables/{table}/rematch", {"seat": 0})).status_code == 403
    asked = await answer(alex, table, 0)
    assert asked == {"table": None, "asked_by": 0, "waits_for": [1], "refused_by": None}
    assert (await bo.state(table))["rematch"] == asked
    assert await answer(alex, table, 0) == asked
    assert len((await bo.get("/api/tables")).json()["mine"]) == 1
    again = (await answer(bo, table, 1))["table"]
    assert (await alex.state(table))["rematch"]["table"] == again
    shown = await bo.state(again)
    assert (shown["seat"], [seat["name"] for seat in shown["seats"]]) == (0, ["Bo", "Alex"])
    assert shown["commitment"] != (await bo.state(table))["commitment"]
    assert (await play_on(again, [bo, alex]))["over"]


async def test_a_rematch_is_refused_or_withdrawn(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await play_on(table, [alex, bo])
    nothing = await bo.post(f"/api/tables/{table}/rematch", {"seat": 1, "agree": False})
    assert nothing.json()["error"] == "no-question"
    await answer(alex, table, 0)
    assert await answer(alex, table, 0, agree=False) is None
    await answer(alex, table, 0)
    refused = await answer(bo, table, 1, agree=False)
    assert refused == {"table": None, "asked_by": 0, "waits_for": [], "refused_by": 1}
    assert (await answer(bo, table, 1))["waits_for"] == [0]
    assert (await answer(alex, table, 0))["table"]


async def test_a_proposal_survives_a_restart(tmp_path: Path, anyio_backend: str) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, bo) = await two_people(app)
        await play_on(table, [alex, bo])
        await answer(alex, table, 0)
    async with started(timed(tmp_path, hands)) as app:
        again = visitor(app)
        again.client.cookies = bo.client.cookies
        assert (await answer(again, table, 1))["table"]


async def test_players_on_the_same_device_agree_at_once(alex: Player) -> None:
    table = (await alex.create(ME, HERE, options={"rounds": 1}))["table"]
    await play_on(table, [alex, alex])
    assert (await answer(alex, table, 0))["table"]


async def test_bots_are_different_characters(alex: Player) -> None:
    seats = (await alex.create(ME, BOT, BOT, BOT, game="han"))["state"]["seats"]
    assert seats[0]["character"] is None
    assert len({seat["character"] for seat in seats}) == 4


async def test_colours_and_characters_stay_with_their_players(alex: Player) -> None:
    created = await alex.create(ME, BOT, options={"rounds": 1})
    before = {seat["character"]: (seat["colour"], seat["pattern"]) for seat in created["state"]["seats"]}
    state = created["state"]
    while not state["over"]:
        state = await alex.turn(created["table"], 0)
        state = state if state["over"] else await alex.play(state)
    shown = await alex.state(await rematch(created["table"], alex))
    assert shown["seat"] == 1
    assert {seat["character"]: (seat["colour"], seat["pattern"]) for seat in shown["seats"]} == before


async def test_no_clock_of_a_rematch_runs_before_everybody_has_come(tmp_path: Path, anyio_backend: str) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, bo) = await two_people(app, time=LIVE)
        await play_on(table, [alex, bo])
        again = await rematch(table, alex, bo)
        hands.move(hours=1)
        time = (await alex.state(again))["time"]
        assert (time["waits_for"], [clock["since"] for clock in time["clocks"]]) == ([0], [None, None])
        hands.move(hours=1)
        time = (await bo.state(again))["time"]
        assert (time["waits_for"], len([clock for clock in time["clocks"] if clock["since"]])) == ([], 1)
        assert [clock["left"] for clock in time["clocks"]] == [300_000, 300_000]


async def test_a_live_clock_waits_for_the_player_who_opened_the_table(tmp_path: Path, anyio_backend: str) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        alex, bo = visitor(app), visitor(app)
        created = await alex.create(ME, FRIEND, time=LIVE, options={"first": 0})
        hands.move(minutes=30)
        await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
        assert (await bo.state(created["table"]))["time"]["waits_for"] == [0]
        hands.move(minutes=30)
        state = await alex.state(created["table"])
        assert (state["time"]["waits_for"], state["time"]["clocks"][0]["since"]) == ([], "2027-01-15T13:00:00.000Z")
