"""Exhibitions: one person plays at several tables at once, against bots or against people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.http.limits import MOST_EXHIBITIONS
from tests.server.builders import Player, freeze_limits, quick, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def make(player: Player, **more: Any) -> dict[str, Any]:
    body = {"game": "hanamikoji", "bot": "random", "options": {"rounds": 1}, **more}
    answer = await player.post("/api/exhibitions", body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def shown(player: Player, exhibition: str) -> dict[str, Any]:
    found: dict[str, Any] = (await player.get(f"/api/exhibitions/{exhibition}")).json()
    return found


async def finish(player: Player, table: str, seat: int) -> None:
    """Play a table to its end with the first legal moves."""
    state = await player.turn(table, seat)
    while not state["over"]:
        await player.play(state)
        state = await player.turn(table, seat)


async def test_one_request_sets_up_all_boards(alex: Player) -> None:
    made = await make(alex, boards=4, name="Alex")
    assert (made["game"], made["yours"], made["host"]) == ("hanamikoji", True, "Alex")
    assert [board["seat"] for board in made["boards"]] == [0, 1, 0, 1]
    assert all(board["table"]["started"] and board["share"] is None for board in made["boards"])
    for board in made["boards"]:
        state = await alex.state(board["table"]["table"])
        assert (state["exhibition"], state["seat"]) == (made["id"], board["seat"])


async def test_results_are_shares_of_wins(alex: Player) -> None:
    made = await make(alex, boards=3)
    for board in made["boards"]:
        await finish(alex, board["table"]["table"], board["seat"])
    after = await shown(alex, made["id"])
    for board in after["boards"]:
        winners = (await alex.state(board["table"]["table"]))["result"]["winners"]
        assert board["share"] == (board["seat"] in winners) / len(winners)


async def test_others_see_whose_it_is_and_can_take_no_seat_from_a_bot(app: Starlette, alex: Player) -> None:
    made = await make(alex, name="Alex")
    seen = await shown(visitor(app), made["id"])
    assert (seen["yours"], seen["host"]) == (False, "Alex")
    assert not any(seat["open"] for board in seen["boards"] for seat in board["table"]["seats"])


async def test_people_take_the_boards(app: Starlette, alex: Player) -> None:
    made = await make(alex, against="people", name="Alex")
    assert not any(board["table"]["started"] for board in made["boards"])
    assert (await visitor(app).get("/api/tables")).json()["open"] == []
    for number, board in enumerate(made["boards"]):
        guest, table = visitor(app), board["table"]["table"]
        sat = await guest.post(f"/api/tables/{table}/seats", {"seat": 1 - board["seat"], "name": f"Guest {number}"})
        assert sat.status_code == 200, sat.text
    assert all(board["table"]["started"] for board in (await shown(alex, made["id"]))["boards"])


async def test_larger_tables_have_one_person_and_bots(alex: Player) -> None:
    made = await make(alex, game="han", options={}, seats=3, boards=3)
    kinds = [[seat["kind"] for seat in board["table"]["seats"]] for board in made["boards"]]
    assert kinds == [["person", "bot", "bot"], ["bot", "person", "bot"], ["bot", "bot", "person"]]


async def test_the_list_has_the_clients_own(app: Starlette, alex: Player) -> None:
    first, second = await make(alex), await make(alex)
    listed = (await alex.get("/api/exhibitions")).json()["exhibitions"]
    assert {one["id"] for one in listed} == {first["id"], second["id"]}
    assert (await visitor(app).get("/api/exhibitions")).json()["exhibitions"] == []


async def test_a_guest_may_have_few_that_are_not_over(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex = visitor(app)
        for _ in range(MOST_EXHIBITIONS):
            await make(alex)
        refused = await alex.post("/api/exhibitions", {"game": "hanamikoji"})
        assert (refused.status_code, refused.json()["error"]) == (409, "many-exhibitions")
        await make(visitor(app))


async def test_boards_count_as_new_tables(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        answers = [
            (await visitor(app).post("/api/exhibitions", {"game": "hanamikoji", "boards": 10})).status_code
            for _ in range(10)
        ]
        assert answers[0] == 201
        assert answers[-1] == 429


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "hanamikoji", "bot": "nobody"}, "unknown-bot"),
        ({"game": "hanamikoji", "seats": 3}, "bad-option"),
        ({"game": "hanamikoji", "boards": 11}, "bad-request"),
        ({"game": "hanamikoji", "boards": 2}, "bad-request"),
    ],
)
async def test_what_cannot_be_is_said(alex: Player, body: dict[str, Any], error: str) -> None:
    answer = await alex.post("/api/exhibitions", body)
    assert answer.json()["error"] == error
    assert (await alex.get("/api/exhibitions")).json()["exhibitions"] == []


async def test_what_does_not_exist_is_said(alex: Player) -> None:
    answer = await alex.get("/api/exhibitions/nothing")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown-exhibition")


async def test_an_exhibition_outlives_its_host(alex: Player, app: Starlette) -> None:
    made = await make(alex, name="Alex")
    guest = (await alex.state(made["boards"][0]["table"]["table"]))["seats"][0]
    assert guest["yours"]
    parts = app.state.parts
    async with parts.tables.opened(made["boards"][0]["table"]["table"]) as play:
        creator = play.header.creator
    await parts.deletions.delete(creator)
    seen = await shown(visitor(app), made["id"])
    assert (seen["host"], len(seen["boards"])) == (None, 3)
