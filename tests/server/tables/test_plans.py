"""Plans: answers left for later decisions, which nobody else can notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import FRIEND, ME, Player, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
PLAN = "lead no"


@pytest.fixture(autouse=True)
def _known_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal in which the first legal moves lead to a rebellion; in others the game may end before it."""
    monkeypatch.setattr("guanxi.engine.chance.new_seed", lambda: "lotus")


async def three_people(app: Starlette) -> tuple[str, list[Player]]:
    """A table of The White Lotus with three people; seat 0 is emperor."""
    players = [visitor(app) for _ in range(3)]
    body = {"game": "white_lotus", "seats": [ME, FRIEND, FRIEND], "options": {"emperor": 0}}
    created = (await players[0].post("/api/tables", body)).json()
    for seat in (1, 2):
        await players[seat].post("/api/join", {"token": created["links"][str(seat)].removeprefix("/join/")})
    return created["table"], players


async def leave(player: Player, table: str, seat: int, move: str | None) -> dict[str, Any]:
    answer = await player.post(f"/api/tables/{table}/plan", {"seat": seat, "move": move})
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


async def play_until(app: Starlette, table: str, players: list[Player], entry: str) -> list[tuple[str, str]]:
    """Make the first legal move for everybody until the log has such an entry; return entries with their clients."""
    for _ in range(400):
        async with app.state.parts.tables.opened(table) as play:
            told = [(line.entry, line.client) for line in play.history]
            seat = play.to_move[0]
        if any(line.endswith(entry) for line, _ in told):
            return told
        state = await players[seat].state(table, seat)
        if state["legal"] and state["plan"] not in [offer["notation"] for offer in state["legal"]]:
            await players[seat].send(state, state["legal"][0]["notation"])
    raise AssertionError(f"nobody was asked for {entry!r}")


async def test_a_plan_is_played_when_its_decision_is_due(app: Starlette) -> None:
    table, players = await three_people(app)
    for seat, player in enumerate(players):
        state = await leave(player, table, seat, PLAN)
        assert (state["plan"], [offer["notation"] for offer in state["plannable"]]) == (PLAN, [PLAN])
    told = await play_until(app, table, players, PLAN)
    line, client = next((line, client) for line, client in told if line.endswith(PLAN))
    assert client.startswith("plan ")
    seat = int(line[0])
    assert (await players[seat].state(table, seat))["plan"] is None


async def test_nobody_else_can_notice_a_plan(app: Starlette) -> None:
    table, players = await three_people(app)
    before = [await player.state(table) for player in players[1:]] + [await visitor(app).state(table)]
    listed = (await players[1].get("/api/tables")).json()
    await leave(players[0], table, 0, PLAN)
    assert [await player.state(table) for player in players[1:]] + [await visitor(app).state(table)] == before
    assert (await players[1].get("/api/tables")).json() == listed


async def test_a_plan_survives_a_move_and_can_be_removed(app: Starlette) -> None:
    table, players = await three_people(app)
    await leave(players[0], table, 0, PLAN)
    state = await players[0].turn(table, 0)
    assert (await players[0].play(state))["plan"] == PLAN
    app.state.parts.tables._recent.clear()
    assert (await players[0].state(table))["plan"] == PLAN
    assert (await leave(players[0], table, 0, None))["plan"] is None


async def test_only_plannable_moves_can_be_planned(app: Starlette) -> None:
    table, players = await three_people(app)
    for move in ("lead yes", "pass", "nonsense"):
        answer = await players[0].post(f"/api/tables/{table}/plan", {"seat": 0, "move": move})
        assert (answer.status_code, answer.json()["error"]) == (422, "not-plannable")
    foreign = await players[0].post(f"/api/tables/{table}/plan", {"seat": 1, "move": PLAN})
    assert foreign.status_code == 403


async def test_a_plan_that_never_becomes_due_ends_with_the_year(app: Starlette) -> None:
    table, players = await three_people(app)
    await leave(players[0], table, 0, PLAN)
    for _ in range(600):
        async with app.state.parts.tables.opened(table) as play:
            seat, step = play.to_move[0], play.table.view(None).phase
        if step > 4:
            break
        state = await players[seat].state(table, seat)
        if state["legal"]:
            await players[seat].send(state, state["legal"][0]["notation"])
    assert (await players[0].state(table, 0))["plan"] is None
