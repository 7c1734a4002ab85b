"""New tables: seats, names and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.http.limits import MOST_BOT_TABLES
from tests.server.builders import BOT, FRIEND, HERE, ME, TIME_LIMIT, Player, quick, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def test_a_table_against_a_bot_starts_at_once(alex: Player) -> None:
    created = await alex.create(ME, BOT, name="Alex", options={"first": 0})
    state = created["state"]
    assert (state["started"], state["seat"], state["to_move"]) == (True, 0, [0])
    expected = {"seat": 0, "name": "Alex", "kind": "person", "bot": None, "taken": True, "yours": True}
    assert state["seats"][0].items() >= expected.items()
    assert state["seats"][1]["bot"] == "random"
    assert set(created["tokens"]) == {"0"}
    assert created["links"] == {}


async def test_an_offer_says_all_a_client_needs(alex: Player) -> None:
    state = (await alex.create(ME, BOT, options={"first": 0}))["state"]
    offer = next(offer for offer in state["legal"] if offer["move"]["do"] == "gift")
    items = offer["notation"].split()[1:]
    assert offer["touches"] == ["action:gift", *(f"hand:{item}" for item in items)]
    assert offer["phrase"]["id"] == "move.gift"
    after = await alex.play(state, offer["number"])
    assert after["events"][-1]["move"] >= 1


async def test_bots_play_few_games_among_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("guanxi.server.http.limits.MOST_BOT_TABLES_IN_ALL", MOST_BOT_TABLES + 1)
    wanted = {"game": "hanamikoji", "seats": [BOT, BOT]}
    async with started(quick(tmp_path, limited=True, bot_delay=TIME_LIMIT)) as app:
        alex, bo, chris = (visitor(app) for _ in range(3))
        for _ in range(MOST_BOT_TABLES):
            await alex.create(BOT, BOT)
        assert (await alex.post("/api/tables", wanted)).json()["error"] == "own-bot-tables"
        await alex.create(ME, BOT)
        await bo.create(BOT, BOT)
        refused = await chris.post("/api/tables", wanted)
        assert (refused.status_code, refused.json()["error"]) == (409, "many-bot-tables")


async def test_a_table_waits_for_a_friend(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    state = created["state"]
    assert (state["started"], state["view"], state["legal"], state["to_move"]) == (False, None, [], [])
    assert state["prompt"] == {"id": "prompt.seats"}
    texts = (await alex.get("/api/texts/it")).json()
    assert "prompt.seats" in texts["engine"]
    assert len(created["links"]["1"]) == len("/join/") + 22


async def test_a_guest_keeps_their_name(alex: Player) -> None:
    await alex.post("/api/me", {"name": "Alex"})
    created = (await alex.post("/api/tables", {"game": "hanamikoji", "seats": [ME, BOT]})).json()
    assert created["state"]["seats"][0]["name"] == "Alex"


async def test_no_profile_is_shown_on_a_shared_device(alex: Player) -> None:
    body = {"game": "hanamikoji", "seats": [ME, {"kind": "here", "name": "Chloe"}], "name": "Alex"}
    state = (await alex.post("/api/tables", body)).json()["state"]
    assert [seat["profile"] for seat in state["seats"]] == [None, None]


async def test_two_on_one_device_are_a_hot_seat(alex: Player) -> None:
    state = (await alex.create(ME, {**HERE, "name": "Bo"}, name="Alex"))["state"]
    assert state["hot_seat"]
    assert [seat["yours"] for seat in state["seats"]] == [True, True]
    assert state["seat"] == state["to_move"][0]
    other = await alex.state(state["table"], 1 - state["seat"])
    assert other["legal"] == []
    assert other["view"]["players"][1 - state["seat"]]["hand"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chess", "seats": [ME, BOT]}, "bad-option"),
        ({"game": "hanamikoji", "seats": [ME]}, "bad-option"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "options": {"rounds": -1}}, "bad-option"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "options": {"stakes": 5}}, "bad-option"),
        ({"game": "hanamikoji", "seats": [ME, {"kind": "bot", "bot": "Deep Blue"}]}, "unknown-bot"),
        ({"game": "hanamikoji", "seats": [ME, {"kind": "bot"}]}, "unknown-bot"),
        ({"game": "hanamikoji", "seats": [ME, {"kind": "ghost"}]}, "bad-request"),
        ({"game": "hanamikoji", "seats": []}, "bad-request"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "seed": "7"}, "bad-request"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "x" * 25}, "bad-name"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "   "}, "bad-name"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "A\u0000lex"}, "bad-request"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "\u202exelA"}, "bad-name"),
    ],
)
async def test_an_impossible_table_is_refused(alex: Player, body: dict[str, Any], error: str) -> None:
    answer = await alex.post("/api/tables", body)
    assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert answer.json()["message"]


async def test_names_are_trimmed_and_remembered(alex: Player) -> None:
    state = (await alex.create(ME, BOT, name="  Zoë 花 "))["state"]
    assert state["seats"][0]["name"] == "Zoë 花"
    assert (await alex.get("/api/me")).json().items() >= {"name": "Zoë 花", "language": "en"}.items()


async def test_an_unknown_table(alex: Player) -> None:
    for path in ("", "/stream", "/log", "/replay"):
        answer = await alex.get(f"/api/tables/nowhere{path}", **{"Accept-Language": "fr"})
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-table")
        assert "table" in answer.json()["message"]


async def test_a_client_cannot_make_the_server_open_a_file(alex: Player) -> None:
    seats = [ME, BOT, BOT]
    refused = await alex.post("/api/tables", {"game": "han", "options": {"board": "/etc/hostname"}, "seats": seats})
    assert refused.status_code == 422
    assert "border_disputes" in refused.json()["message"]
