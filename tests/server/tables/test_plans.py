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


async def first_move(app: Starlette, table: str, players: list[Player]) -> None:
    """The player whose turn it is makes the first legal move, unless a plan makes it."""
    async with app.state.parts.tables.opened(table) as play:
        seat = play.to_move[0]
    state = await players[seat].state(table, seat)
    if state["legal"] and state["plan"] not in [offer["notation"] for offer in state["legal"]]:
        await players[seat].send(state, state["legal"][0]["notation"])


async def planner(app: Starlette, table: str, players: list[Player]) -> int:
    """Play on until somebody may be asked to lead a rebellion; returns the seat."""
    for _ in range(400):
        for seat, player in enumerate(players):
            if (await player.state(table, seat))["plannable"]:
                return seat
        await first_move(app, table, players)
    raise AssertionError("nobody could plan")


async def play_until_planned(app: Starlette, table: str, players: list[Player]) -> tuple[int, str]:
    """Play on, with everybody planning, until a plan is played; returns its seat and the client of its entry."""
    for _ in range(400):
        async with app.state.parts.tables.opened(table) as play:
            told = [(line.entry, line.client) for line in play.history]
        for line, client in told:
            if line.endswith(PLAN):
                return int(line[0]), client
        for seat, player in enumerate(players):
            state = await player.state(table, seat)
            if state["plannable"] and not state["plan"]:
                await leave(player, table, seat, PLAN)
        await first_move(app, table, players)
    raise AssertionError("nobody was asked")


async def test_a_plan_is_played_when_its_decision_is_due(app: Starlette) -> None:
    table, players = await three_people(app)
    seat, client = await play_until_planned(app, table, players)
    assert client.startswith("plan ")
    assert (await players[seat].state(table, seat))["plan"] is None


async def test_a_plan_is_offered_to_owners_and_claimants_of_villages_and_not_to_the_emperor(app: Starlette) -> None:
    table, players = await three_people(app)
    assert [(await player.state(table))["plannable"] for player in players] == [[], [], []]
    seat = await planner(app, table, players)
    assert seat != 0
    (offer,) = (await players[seat].state(table, seat))["plannable"]
    assert (offer["notation"], offer["about"]) == (PLAN, {"id": "plan.lead"})
    assert (await leave(players[seat], table, seat, PLAN))["plan"] == PLAN


async def test_nobody_else_can_notice_a_plan(app: Starlette) -> None:
    table, players = await three_people(app)
    seat = await planner(app, table, players)
    others = [*(player for other, player in enumerate(players) if other != seat), visitor(app)]
    before = [await player.state(table) for player in others]
    listed = (await others[0].get("/api/tables")).json()
    await leave(players[seat], table, seat, PLAN)
    assert [await player.state(table) for player in others] == before
    assert (await others[0].get("/api/tables")).json() == listed


async def test_a_plan_survives_a_move_and_can_be_removed(app: Starlette) -> None:
    table, players = await three_people(app)
    seat = await planner(app, table, players)
    await leave(players[seat], table, seat, PLAN)
    await first_move(app, table, players)
    assert (await players[seat].state(table, seat))["plan"] == PLAN
    app.state.parts.tables._recent.clear()
    assert (await players[seat].state(table, seat))["plan"] == PLAN
    assert (await leave(players[seat], table, seat, None))["plan"] is None


async def test_only_plannable_moves_can_be_planned(app: Starlette) -> None:
    table, players = await three_people(app)
    for move in ("lead yes", "pass", "nonsense"):
        answer = await players[0].post(f"/api/tables/{table}/plan", {"seat": 0, "move": move})
        assert (answer.status_code, answer.json()["error"]) == (422, "not-plannable")
    foreign = await players[0].post(f"/api/tables/{table}/plan", {"seat": 1, "move": PLAN})
    assert foreign.status_code == 403


async def test_a_plan_that_never_becomes_due_ends_with_the_year(app: Starlette) -> None:
    table, players = await three_people(app)
    seat = await planner(app, table, players)
    await leave(players[seat], table, seat, PLAN)
    for _ in range(600):
        async with app.state.parts.tables.opened(table) as play:
            phase = play.table.view(None).phase
        if phase > 4:
            break
        await first_move(app, table, players)
    assert (await players[seat].state(table, seat))["plan"] is None
