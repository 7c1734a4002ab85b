"""Finished games: result, log, replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.engine.chance import commitment
from tests.server.builders import play_on, two_people, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def test_a_whole_game_and_its_log(app: Starlette) -> None:
    table, players = await two_people(app)
    promised = (await players[0].state(table))["commitment"]
    early = await players[0].get(f"/api/tables/{table}/log")
    assert (early.status_code, early.json()["error"]) == (409, "not-over")
    assert early.json()["state"]["seed"] is None
    state = await play_on(table, players)
    assert (state["over"], state["legal"], state["to_move"]) == (True, [], [])
    assert commitment(state["seed"]) == promised
    log = await visitor(app).get(f"/api/tables/{table}/log")
    assert "attachment" in log.headers["content-disposition"]
    *_, last = guanxi.replay(log.content)
    assert last.result
    assert list(last.result.winners) == state["result"]["winners"]
    assert last.names == ("Alex", "Bo")


async def test_the_seed_stays_secret_until_the_end(app: Starlette) -> None:
    table, players = await two_people(app)
    async with app.state.parts.tables.opened(table) as play:
        seed = play.table.seed
    while True:
        state = await players[0].state(table)
        seen = (await players[1].get(f"/api/tables/{table}")).text + (await players[0].get("/api/tables")).text
        if state["over"]:
            break
        assert seed not in seen
        await play_on(table, players, 1)
    assert seed in seen


async def test_replay_shows_any_position_to_any_seat(app: Starlette) -> None:
    table, players = await two_people(app)
    first = await players[0].state(table)
    assert (await players[0].get(f"/api/tables/{table}/replay?move=0")).status_code == 409
    final = await play_on(table, players)
    stranger = visitor(app)
    begin = (await stranger.get(f"/api/tables/{table}/replay?move=0&seat=0")).json()
    assert (begin["view"], begin["moves"], begin["legal"]) == (first["view"], 0, [])
    assert begin["events"] == first["events"]
    public = (await stranger.get(f"/api/tables/{table}/replay?move=4")).json()
    assert all(player["hand"] is None for player in public["view"]["players"])
    end = (await stranger.get(f"/api/tables/{table}/replay?move={final['moves']}&seat={final['seat']}")).json()
    assert (end["view"], end["result"]) == (final["view"], final["result"])
    for query in (f"move={final['moves'] + 1}", "move=0&seat=2", "move=x"):
        assert (await stranger.get(f"/api/tables/{table}/replay?{query}")).status_code == 422
