"""Undo: free while nothing was revealed and nobody else has moved, otherwise by consent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import BOT, HERE, ME, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    import httpx
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def act(player: Player, table: str, kind: str) -> dict[str, Any]:
    """Make the first legal move of a kind."""
    state = await player.state(table)
    return await player.play(state, next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == kind))


async def answer(player: Player, table: str, agree: bool) -> httpx.Response:
    state = await player.state(table)
    body = {"seat": state["seat"], "length": state["length"], "agree": agree}
    return await player.post(f"/api/tables/{table}/undo/answer", body)


async def test_a_gift_can_be_taken_back_until_it_is_answered(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    before = await alex.state(table)
    after = await act(alex, table, "gift")
    assert after["undo"] == {"possible": True, "consent": False, "free": True, "asked_by": None, "to": 0}
    undone = (await alex.undo(after)).json()
    assert (undone["length"], undone["moves"], undone["view"]) == (2, 0, before["view"])
    assert undone["legal"] == before["legal"]
    assert (await bo.state(table))["length"] == 2


async def test_an_answer_is_not_taken_back_with_the_action_after_it(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await act(alex, table, "gift")
    answered = await act(bo, table, "take")
    assert answered["undo"] == {"possible": True, "consent": True, "free": False, "asked_by": None, "to": 1}
    offered = await act(bo, table, "gift")
    assert offered["undo"] == {"possible": True, "consent": False, "free": True, "asked_by": None, "to": 2}
    assert (await bo.undo(offered)).json()["view"] == answered["view"]


async def test_the_same_undo_twice_is_one(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    after = await act(alex, table, "gift")
    first = await alex.undo(after, "oops")
    assert (await alex.undo(after, "oops")).content == first.content


async def test_a_secret_lets_the_other_draw_so_they_must_agree(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    after = await act(alex, table, "secret")
    assert after["undo"] == {"possible": True, "consent": True, "free": False, "asked_by": None, "to": 0}
    asked = (await alex.undo(after)).json()
    assert (asked["length"], asked["undo"]["asked_by"]) == (1, 0)
    assert (await bo.state(table))["undo"]["asked_by"] == 0
    agreed = await answer(bo, table, agree=True)
    assert (agreed.status_code, agreed.json()["moves"], agreed.json()["undo"]["asked_by"]) == (200, 0, None)


async def test_a_refusal_or_a_move_ends_the_request(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    after = await act(alex, table, "secret")
    await alex.undo(after)
    refused = (await answer(bo, table, agree=False)).json()
    assert (refused["length"], refused["undo"]["asked_by"]) == (1, None)
    await alex.undo(after)
    assert (await act(bo, table, "gift"))["undo"]["asked_by"] is None


async def test_only_those_who_are_asked_can_answer(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    assert (await answer(bo, table, agree=True)).json()["error"] == "no-question"
    after = await act(alex, table, "secret")
    await alex.undo(after)
    assert (await answer(alex, table, agree=True)).json()["error"] == "no-question"
    stranger = await visitor(app).post(f"/api/tables/{table}/undo/answer", {"seat": 1, "length": 1, "agree": True})
    assert stranger.status_code == 403
    assert (await bo.state(table))["moves"] == 1


async def test_only_one_player_asks_at_a_time(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await act(alex, table, "gift")
    after = await bo.play(await bo.state(table))
    await alex.undo(await alex.state(table))
    asked = await bo.undo({**after, "seat": 1})
    assert (asked.status_code, asked.json()["error"]) == (409, "undo-asked")


async def test_an_undo_after_the_others_move_needs_consent(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await act(alex, table, "secret")
    await act(bo, table, "gift")
    state = await alex.state(table)
    assert state["undo"] == {"possible": True, "consent": True, "free": False, "asked_by": None, "to": 0}


async def test_bots_always_agree(alex: Player) -> None:
    state = (await alex.create(ME, BOT, options={"first": 0}))["state"]
    table = state["table"]
    await act(alex, table, "trade-off")
    after = await alex.turn(table, 0)
    assert after["moves"] >= 2
    assert after["undo"] == {"possible": True, "consent": False, "free": False, "asked_by": None, "to": 0}
    undone = (await alex.undo(after)).json()
    assert (undone["moves"], undone["view"]) == (0, state["view"])


async def test_players_on_one_device_are_not_asked(alex: Player) -> None:
    state = (await alex.create(ME, HERE))["state"]
    after = await act(alex, state["table"], "secret")
    assert (await alex.undo({**after, "seat": state["seat"]})).json()["moves"] == 0


async def test_nothing_to_take_back(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    assert (await alex.undo(await alex.state(table))).json()["error"] == "no-undo"
    state = await play_on(table, [alex, bo])
    assert state["undo"]["possible"] is False
    assert (await alex.undo(await alex.state(table))).json()["error"] == "no-undo"


async def test_a_stale_or_foreign_undo(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    after = await act(alex, table, "gift")
    stale = await alex.undo({**after, "length": 0})
    assert (stale.status_code, stale.json()["error"]) == (409, "conflict")
    assert (await bo.undo(after)).status_code == 403


async def test_a_game_with_undo_is_replayed_from_its_log(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await alex.undo(await act(alex, table, "gift"))
    seat = (await play_on(table, [alex, bo], 3))["seat"]
    before = await [alex, bo][seat].state(table, seat)
    assert [line["event"] for line in before["events"] if line["event"]["event"] == "undone"]
    app.state.parts.tables._recent.clear()
    assert await [alex, bo][seat].state(table, seat) == before


async def test_what_can_be_taken_back_is_known_after_a_reload(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    for _ in range(12):
        states = [await player.state(table) for player in (alex, bo)]
        app.state.parts.tables._recent.clear()
        assert [await player.state(table) for player in (alex, bo)] == states
        await play_on(table, [alex, bo], 1)
