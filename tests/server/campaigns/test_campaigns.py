"""Campaigns over HTTP: steps open one by one, the log decides about stars, and no step is a game of a profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.learning.campaign import Campaign, CampaignStep, Goal, Pattern
from guanxi.learning.prepared import Prepared
from guanxi.server.campaigns import campaigns
from guanxi.server.learning import shelf
from guanxi.server.tables import campaigns as tables
from tests.server.builders import Player, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
GAME = guanxi.game("hanamikoji")
SECRET = Goal(Pattern("secret", {"seat": "me"}), until=Pattern("gift", {"seat": "me"}))
STEPS = Campaign(
    "campaign 1",
    [
        CampaignStep("hide", Prepared(seats=2, seed="", options={"first": 0}, seat=0), ["random"], SECRET),
        CampaignStep(
            "reply",
            Prepared(seats=2, seed="one", options={"first": 1}, seat=0),
            ["random"],
            Goal(rank=0),
        ),
    ],
)


def opening() -> str:
    """The first legal entry of the second step's game."""
    table = GAME.table(2, "one", first=1)
    return f"1 {table.legal_moves(1)[0].notation()}"


@pytest.fixture(autouse=True)
def two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = STEPS.steps
    start = Prepared(seats=2, seed="one", options={"first": 1}, moves=[opening()], seat=0)
    found = Campaign("campaign 1", [first, CampaignStep("reply", start, second.bots, second.goal)])
    for module in (campaigns, tables, shelf):
        monkeypatch.setattr(module, "campaign", lambda game: found if game is GAME else None)


async def begin(player: Player, step: str = "hide") -> dict[str, Any]:
    answer = await player.post(f"/api/campaigns/hanamikoji/{step}", {"name": "Alex"})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["state"]
    return found


async def steps(player: Player) -> dict[str, tuple[int, bool]]:
    """The stars of each step, and whether it is open."""
    shown = (await player.get("/api/campaigns/hanamikoji")).json()["steps"]
    return {step["id"]: (step["stars"], step["open"]) for step in shown}


def starting(state: dict[str, Any], kind: str) -> str:
    return next(str(offer["notation"]) for offer in state["legal"] if offer["notation"].startswith(kind))


async def test_a_goal_that_is_reached_earns_stars_and_opens_the_next_step(alex: Player) -> None:
    assert await steps(alex) == {"hide": (0, True), "reply": (0, False)}
    assert (await alex.post("/api/campaigns/hanamikoji/reply", {})).json()["error"] == "campaign-locked"
    state = await begin(alex)
    assert state["campaign"] == {"step": "hide", "number": 1, "outcome": "open", "stars": 3, "next": "reply"}
    assert (state["rated"], state["private"]) == (False, True)
    after = await alex.play(state, starting(state, "secret"))
    assert after["campaign"]["outcome"] == "reached"
    assert await steps(alex) == {"hide": (3, True), "reply": (0, True)}


async def test_a_step_is_played_from_its_position(alex: Player) -> None:
    state = await begin(alex)
    await alex.play(state, starting(state, "secret"))
    state = await begin(alex, "reply")
    assert (state["seat"], state["to_move"], state["moves"], state["from"]) == (0, [0], 0, None)
    while not state["over"]:
        state = await alex.turn(state["table"], 0)
        if not state["over"]:
            state = await alex.play(state)
    assert state["campaign"]["outcome"] == "reached"
    assert (await steps(alex))["reply"] == (3, True)


async def test_too_late_is_missed_and_the_step_can_be_played_again(alex: Player) -> None:
    state = await begin(alex)
    state = await alex.play(state, starting(state, "gift"))
    assert state["campaign"]["outcome"] == "missed"
    again = await begin(alex)
    assert again["table"] != state["table"]
    assert (await alex.state(state["table"]))["ended"] == "agreed"
    shown = (await alex.get("/api/campaigns/hanamikoji")).json()["steps"]
    assert [step["table"] for step in shown] == [again["table"], None]
    assert await steps(alex) == {"hide": (0, True), "reply": (0, False)}


async def test_a_move_taken_back_costs_a_star_and_the_best_result_stays(alex: Player) -> None:
    state = await begin(alex)
    state = await alex.play(state, starting(state, "trade-off"))
    state = await alex.turn(state["table"], 0)
    assert (await alex.undo(state)).status_code == 200
    state = await alex.turn(state["table"], 0)
    await alex.play(state, starting(state, "secret"))
    assert (await steps(alex))["hide"] == (2, True)
    for kind, stars in (("secret", 3), ("gift", 3)):
        state = await begin(alex)
        await alex.play(state, starting(state, kind))
        assert (await steps(alex))["hide"] == (stars, True)


async def test_a_hint_costs_a_star(alex: Player) -> None:
    state = await begin(alex)
    hint = {"seat": 0, "length": state["length"]}
    assert (await alex.post(f"/api/tables/{state['table']}/hint", hint)).status_code == 200
    state = await alex.state(state["table"])
    assert state["campaign"]["stars"] == 2
    await alex.play(state, starting(state, "secret"))
    assert (await steps(alex))["hide"] == (2, True)


async def test_steps_are_no_games_of_a_profile_and_in_no_list(app: Starlette, alex: Player) -> None:
    state = await begin(alex)
    await alex.play(state, starting(state, "secret"))
    state = await begin(alex, "reply")
    while not state["over"]:
        state = await alex.turn(state["table"], 0)
        if not state["over"]:
            state = await alex.play(state)
    lists = (await alex.get("/api/tables")).json()
    assert not any(lists[name] for name in lists if isinstance(lists[name], list))
    assert (await visitor(app).get(f"/api/tables/{state['table']}")).json()["error"] == "private"
    profile = (await alex.get("/api/me")).json()["profile"]
    assert (await alex.get(f"/api/people/{profile}")).json()["games"] == 0


async def test_others_have_stars_of_their_own(app: Starlette, alex: Player) -> None:
    state = await begin(alex)
    await alex.play(state, starting(state, "secret"))
    assert await steps(visitor(app)) == {"hide": (0, True), "reply": (0, False)}


@pytest.mark.parametrize("path", ["chess", "han", "hanamikoji/texts/de"])
async def test_what_does_not_exist_is_not_found(alex: Player, path: str) -> None:
    assert (await alex.get(f"/api/campaigns/{path}")).status_code == 404
