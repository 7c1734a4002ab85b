"""Making tables, and the lists of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import BOT, FRIEND, HERE, ME, OPEN, Player, play_on, two_people, visitor

if TYPE_CHECKING:
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


async def test_a_table_waits_for_a_friend(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    state = created["state"]
    assert (state["started"], state["view"], state["legal"], state["to_move"]) == (False, None, [], [])
    assert state["prompt"] == {"id": "prompt.seats"}
    texts = (await alex.get("/api/texts/it")).json()
    assert "prompt.seats" in texts["engine"]
    assert len(created["links"]["1"]) == len("/join/") + 22


async def test_a_guest_keeps_a_name_that_is_not_said_again(alex: Player) -> None:
    await alex.post("/api/me", {"name": "Alex"})
    created = (await alex.post("/api/tables", {"game": "hanamikoji", "seats": [ME, BOT]})).json()
    assert created["state"]["seats"][0]["name"] == "Alex"


async def test_nobody_on_a_shared_device_is_taken_for_its_owner(alex: Player) -> None:
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
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "A\u0000lex"}, "bad-name"),
        ({"game": "hanamikoji", "seats": [ME, BOT], "name": "\u202exelA"}, "bad-name"),
    ],
)
async def test_a_table_that_cannot_be(alex: Player, body: dict[str, Any], error: str) -> None:
    answer = await alex.post("/api/tables", body)
    assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert answer.json()["message"]


async def test_names_are_trimmed_and_remembered(alex: Player) -> None:
    state = (await alex.create(ME, BOT, name="  Zoë 花 "))["state"]
    assert state["seats"][0]["name"] == "Zoë 花"
    assert (await alex.get("/api/me")).json().items() >= {"name": "Zoë 花", "language": "en"}.items()


async def test_the_guest_cookie(alex: Player) -> None:
    first = await alex.get("/api/me", **{"Accept-Language": "de, it-CH;q=0.8, fr;q=0.5"})
    assert first.json().items() >= {"name": None, "language": "it"}.items()
    cookie = first.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"))
    assert "Secure" not in cookie
    assert "set-cookie" not in (await alex.get("/api/me")).headers


async def test_a_made_up_cookie_makes_no_guest(app: Starlette) -> None:
    answer = await visitor(app).get("/api/me", Cookie="guest=1")
    assert "set-cookie" in answer.headers


async def test_the_games_and_their_options(alex: Player) -> None:
    (game,) = [game for game in (await alex.get("/api/games")).json() if game["name"] == "hanamikoji"]
    assert game["seats"] == [2]
    assert {"random", "greedy"} <= set(game["bots"])
    assert game["options"] == [
        {"name": "first", "type": "choice", "default": None, "choices": [None, 0, 1]},
        {"name": "rounds", "type": "int", "default": 0, "minimum": 0, "maximum": 1000},
    ]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
async def test_the_texts_as_they_are(alex: Player, language: str) -> None:
    texts = (await alex.get(f"/api/texts/{language}")).json()
    assert texts["games"]["hanamikoji"]["name"] == "Hanamikoji"
    assert "seat" in texts["engine"]
    assert "seat" not in texts["games"]["hanamikoji"]
    assert not any(name.startswith("error.") for name in texts["engine"])


async def test_a_language_there_is_not(alex: Player) -> None:
    answer = await alex.get("/api/texts/de")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown-language")


async def test_the_lists(app: Starlette, alex: Player) -> None:
    private = (await alex.create(ME, BOT, options={"first": 0}))["table"]
    offered = (await alex.create(ME, OPEN))["table"]
    stranger = visitor(app)
    lists = (await stranger.get("/api/tables")).json()
    assert lists["mine"] == []
    assert [one["table"] for one in lists["open"]] == [offered]
    assert lists["running"] == []
    mine = (await alex.get("/api/tables")).json()["mine"]
    assert [one["table"] for one in mine] == [offered, private]
    assert [one["your_turn"] for one in mine] == [False, True]
    await stranger.post(f"/api/tables/{offered}/seats", {"seat": 1, "name": "Bo"})
    lists = (await visitor(app).get("/api/tables")).json()
    assert (lists["open"], [one["table"] for one in lists["running"]]) == ([], [offered])
    assert [seat["yours"] for seat in lists["running"][0]["seats"]] == [False, False]


async def test_a_finished_table_in_the_list(app: Starlette) -> None:
    table, players = await two_people(app)
    state = await play_on(table, players)
    (summary,) = (await players[0].get("/api/tables")).json()["mine"]
    assert (summary["over"], summary["winners"], summary["moves"]) == (True, state["result"]["winners"], state["moves"])


async def test_an_unknown_table(alex: Player) -> None:
    for path in ("", "/stream", "/log", "/replay"):
        answer = await alex.get(f"/api/tables/nowhere{path}", **{"Accept-Language": "fr"})
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-table")
        assert "table" in answer.json()["message"]


async def test_a_stranger_cannot_make_the_server_open_a_file(alex: Player) -> None:
    seats = [ME, BOT, BOT]
    refused = await alex.post("/api/tables", {"game": "han", "options": {"board": "/etc/hostname"}, "seats": seats})
    assert refused.status_code == 422
    assert "border_disputes" in refused.json()["message"]
