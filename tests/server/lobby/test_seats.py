"""Links, tokens, open seats, and bots in seats that nobody has taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.builders import BOT, FRIEND, ME, OPEN, Player, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def test_a_friend_joins_by_the_link(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND, name="Alex")
    token = created["links"]["1"].removeprefix("/join/")
    bo = visitor(app)
    answer = await bo.post("/api/join", {"token": token, "name": "Bo"})
    joined = answer.json()
    assert (answer.status_code, joined["table"], joined["seat"]) == (200, created["table"], 1)
    assert joined["state"]["started"]
    assert joined["state"]["view"]["players"][1]["hand"]
    assert (await alex.state(created["table"]))["seats"][1]["name"] == "Bo"


async def test_a_link_works_for_one_guest_any_number_of_times(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    token = created["links"]["1"].removeprefix("/join/")
    bo, cora = visitor(app), visitor(app)
    for _ in range(2):
        assert (await bo.post("/api/join", {"token": token, "name": "Bo"})).status_code == 200
    for late in (cora, alex):
        answer = await late.post("/api/join", {"token": token})
        assert (answer.status_code, answer.json()["error"]) == (409, "seat-taken")
        assert answer.json()["state"]["view"]["players"][1]["hand"] is None


async def test_the_creator_cannot_use_the_friends_link(alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    answer = await alex.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    assert (answer.status_code, answer.json()["error"]) == (409, "already-seated")
    assert not answer.json()["state"]["started"]


async def test_an_unknown_link(alex: Player) -> None:
    answer = await alex.post("/api/join", {"token": "x" * 22})
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown-link")


async def test_a_program_plays_with_its_token(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND, options={"first": 1})
    joined = (await visitor(app).post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})).json()
    program = visitor(app, Authorization=f"Bearer {joined['token']}")
    state = await program.state(created["table"])
    assert state["seat"] == 1
    assert (await program.play(state))["moves"] == 1
    mine = visitor(app, Authorization=f"Bearer {created['tokens']['0']}")
    assert (await mine.state(created["table"]))["seat"] == 0


async def test_a_link_is_not_a_token(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    token = created["links"]["1"].removeprefix("/join/")
    await visitor(app).post("/api/join", {"token": token})
    assert (await visitor(app, Authorization=f"Bearer {token}").state(created["table"]))["seat"] is None


async def test_an_open_seat_is_for_the_first_to_take_it(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, OPEN))["table"]
    bo, cora = visitor(app), visitor(app)
    for _ in range(2):
        taken = await bo.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Bo"})
        assert (taken.status_code, taken.json()["seat"]) == (200, 1)
    answer = await cora.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Cora"})
    assert (answer.status_code, answer.json()["error"]) == (409, "seat-taken")
    assert answer.json()["state"]["seat"] is None


async def test_nobody_takes_two_seats_or_one_that_is_not_open(app: Starlette, alex: Player) -> None:
    table = (await alex.create(OPEN, ME))["table"]
    twice = await alex.post(f"/api/tables/{table}/seats", {"seat": 0})
    assert (twice.status_code, twice.json()["error"]) == (409, "already-seated")
    reserved = (await alex.create(ME, FRIEND))["table"]
    answer = await visitor(app).post(f"/api/tables/{reserved}/seats", {"seat": 1})
    assert (answer.status_code, answer.json()["error"]) == (409, "seat-taken")
    beyond = await visitor(app).post(f"/api/tables/{table}/seats", {"seat": 4})
    assert (beyond.status_code, beyond.json()["error"]) == (422, "no-seat")


async def test_the_creator_seats_a_bot_and_the_game_begins(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, OPEN, name="Alex", options={"first": 1}))["table"]
    answer = await alex.post(f"/api/tables/{table}/bots", {"seat": 1, "bot": "random", "character": 3})
    state = answer.json()
    assert (answer.status_code, state["started"], state["seat"]) == (200, True, 0)
    seat = state["seats"][1]
    assert (seat["kind"], seat["bot"], seat["character"], seat["taken"], seat["open"]) == (
        "bot",
        "random",
        3,
        True,
        False,
    )
    assert (await alex.turn(table, 0))["moves"] > 0
    late = await visitor(app).post(f"/api/tables/{table}/seats", {"seat": 1})
    assert (late.status_code, late.json()["error"]) == (409, "seat-taken")


async def test_a_bot_makes_way_for_a_person_while_the_table_waits(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND, OPEN, BOT, game="han")
    table, token = created["table"], created["links"]["1"].removeprefix("/join/")
    bots = f"/api/tables/{table}/bots"
    first = (await alex.post(bots, {"seat": 1, "bot": "novice"})).json()
    second = (await alex.post(bots, {"seat": 1, "bot": "random"})).json()
    assert [one["seats"][1]["bot"] for one in (first, second)] == ["novice", "random"]
    assert first["seats"][1]["character"] != first["seats"][3]["character"]
    refused = await visitor(app).post("/api/join", {"token": token})
    assert (refused.status_code, refused.json()["error"]) == (409, "seat-taken")
    freed = (await alex.post(bots, {"seat": 1, "bot": None})).json()
    assert (freed["seats"][1]["kind"], freed["seats"][1]["taken"], freed["seats"][1]["bot"]) == ("person", False, None)
    assert (await visitor(app).post("/api/join", {"token": token, "name": "Bo"})).json()["seat"] == 1
    assert (await alex.post(bots, {"seat": 2, "bot": "random"})).json()["started"]


async def test_a_bot_from_the_beginning_leaves_an_invitation(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, OPEN, BOT, game="han"))["table"]
    freed = (await alex.post(f"/api/tables/{table}/bots", {"seat": 2, "bot": None})).json()
    assert [seat["open"] for seat in freed["seats"]] == [False, True, False]
    link = (await alex.get(f"/api/tables/{table}/links")).json()[1]["link"]
    assert (await visitor(app).post("/api/join", {"token": link.removeprefix("/join/")})).json()["seat"] == 2


async def test_bots_are_refused_where_they_have_no_place(app: Starlette, alex: Player) -> None:
    created = await alex.create(FRIEND, FRIEND)
    bots, token = f"/api/tables/{created['table']}/bots", created["links"]["0"].removeprefix("/join/")

    async def refused(player: Player, seat: int, bot: str | None = "random") -> tuple[int, str]:
        answer = await player.post(bots, {"seat": seat, "bot": bot})
        return answer.status_code, answer.json()["error"]

    assert await refused(visitor(app), 1) == (403, "not-your-table")
    assert await refused(alex, 2) == (422, "no-seat")
    assert await refused(alex, 1, "nobody") == (422, "unknown-bot")
    assert (await alex.post(bots, {"seat": 1, "bot": "random"})).status_code == 200
    assert await refused(alex, 0) == (409, "bots-only")
    await alex.post(bots, {"seat": 1, "bot": None})
    assert (await visitor(app).post("/api/join", {"token": token})).status_code == 200
    assert await refused(alex, 0) == (409, "seat-taken")
    assert await refused(alex, 0, None) == (409, "seat-taken")
    assert (await alex.post(bots, {"seat": 1, "bot": "random"})).json()["started"]
    assert await refused(alex, 1, None) == (409, "started")


async def test_secrets_are_stored_hashed(app: Starlette, alex: Player, tmp_path: Path) -> None:
    created = await alex.create(ME, FRIEND)
    guest, *_ = alex.client.cookies["guest"].split(".")  # the rest is its signature
    token = created["links"]["1"].removeprefix("/join/")
    joined = (await visitor(app).post("/api/join", {"token": token})).json()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert created["table"].encode() in kept
    for secret in (guest, token, joined["token"], created["tokens"]["0"]):
        assert len(secret) == 22
        assert secret.encode() not in kept
