"""Challenges: a seat that is kept for one person, who is told, and accepts or declines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.friends.challenges import MOST_WAITING
from guanxi.server.notices.outbox import Message
from tests.server.builders import BOT, FRIEND, ME, Player, ask, quick, refused, started, visitor
from tests.server.friends.people import about, person, profile, read

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
DUEL = {"game": "hanamikoji", "seats": [ME, FRIEND]}


async def received(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await read(player, "/api/challenges"))["received"]
    return found


async def sent(player: Player) -> list[tuple[str, str | None]]:
    """What became of a player's challenges."""
    return [(one["answer"], one["reason"]) for one in (await read(player, "/api/challenges"))["sent"]]


async def answer(player: Player, table: str, word: str, **body: Any) -> int:
    return (await player.post(f"/api/challenges/{table}/{word}", body)).status_code


@pytest.mark.databases
async def test_a_challenge_is_accepted(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    made = await about(alex, bo, "challenge", 201, **DUEL, time={"kind": "live", "game": 300, "move": 5})
    assert made["links"] == {}
    assert await sent(alex) == [("waiting", None)]
    (challenge,) = await received(bo)
    assert (challenge["person"]["name"], challenge["table"]["time"]["game"]) == ("Alex", 300)
    assert challenge["table"]["seats"][1]["name"] == "Bo"
    assert await answer(visitor(app), made["table"], "accept") == 404
    assert await answer(bo, made["table"], "accept") == 200
    assert (await bo.state(made["table"]))["started"]
    assert (await received(bo), await sent(alex)) == ([], [])
    assert await answer(bo, made["table"], "accept") == 404


async def test_nobody_else_takes_the_seat(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    table = (await about(alex, bo, "challenge", 201, **DUEL))["table"]
    assert (await read(visitor(app), "/api/tables"))["open"] == []
    assert await refused(visitor(app), table, "seats", seat=1) == "seat-taken"
    assert [link["link"] for link in await read(alex, f"/api/tables/{table}/links")] == [None]


async def test_a_challenge_is_declined_with_a_reason_and_forgotten(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    table = (await about(alex, bo, "challenge", 201, **DUEL))["table"]
    assert await answer(bo, table, "decline", reason="later") == 200
    assert await received(bo) == []
    assert await sent(alex) == [("declined", "later")]
    assert await answer(bo, table, "accept") == 404
    assert await answer(bo, table, "withdraw") == 404
    assert await answer(alex, table, "withdraw") == 200
    assert await sent(alex) == []
    assert (await alex.get(f"/api/tables/{table}")).json()["error"] == "closed-table"


async def test_a_withdrawn_challenge_leaves_a_table_at_which_others_wait(app: Starlette) -> None:
    alex, bo, cleo = [await person(app, name) for name in ("Alex", "Bo", "Cleo")]
    made = await about(alex, bo, "challenge", 201, game="han", seats=[ME, FRIEND, FRIEND])
    token = made["links"]["2"].removeprefix("/join/")
    assert (await cleo.post("/api/join", {"token": token})).status_code == 200
    assert await answer(alex, made["table"], "withdraw") == 200
    assert await received(bo) == []
    (link,) = await read(alex, f"/api/tables/{made['table']}/links")
    assert (await bo.post("/api/join", {"token": link["link"].removeprefix("/join/")})).status_code == 200


async def test_a_challenge_expires_and_a_blocked_person_notices_nothing(tmp_path: Path) -> None:
    seconds = [1_000_000.0]
    async with started(quick(tmp_path, clock=lambda: seconds[0])) as app:
        alex, bo = await person(app, "Alex"), await person(app, "Bo")
        await about(bo, alex, "block")
        table = (await about(alex, bo, "challenge", 201, **DUEL))["table"]
        assert (await received(bo), await sent(alex)) == ([], [("waiting", None)])
        assert (await about(bo, alex, "challenge", 422, **DUEL))["error"] == "you-blocked"
        await about(bo, alex, "block", blocked=False)
        assert len(await received(bo)) == 1
        seconds[0] += 3 * 24 * 3600 + 1
        assert (await received(bo), await sent(alex)) == ([], [("late", None)])
        assert await answer(bo, table, "accept") == 404


async def test_challenges_are_limited_and_need_a_rival(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    assert (await about(alex, alex, "challenge", 422, **DUEL))["error"] == "yourself"
    assert (await about(alex, bo, "challenge", 422, game="hanamikoji", seats=[ME, BOT]))["error"] == "no-rival"
    tables = [(await about(alex, bo, "challenge", 201, **DUEL))["table"] for _ in range(MOST_WAITING)]
    assert (await about(alex, bo, "challenge", 409, **DUEL))["error"] == "challenge-many"
    await ask(alex, tables[0], "bots", seat=1, bot="random")  # somebody else has the seat: nothing waits for an answer
    assert len(await received(bo)) == MOST_WAITING - 1
    assert await answer(alex, tables[1], "withdraw") == 200
    await about(alex, bo, "challenge", 201, **DUEL)


@pytest.mark.databases
async def test_a_notice_goes_to_who_is_away(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    table = (await about(alex, bo, "challenge", 201, **DUEL))["table"]
    challenges = app.state.parts.challenges
    async with app.state.parts.tables.opened((await bo.create(ME, FRIEND))["table"]) as play:
        guest = str(play.seats[0].guest)
    message = Message("m", "c", "invite", table, 0, 1, 0, 0)
    turn = await challenges.pending(message, guest)
    assert (turn.kind, turn.game, turn.others) == ("invite", "hanamikoji", ["Alex"])
    assert await challenges.pending(message, "somebody else") is None
    await read(bo, "/api/challenges")
    assert await challenges.pending(message, guest) is None


async def test_challenges_follow_a_guest_who_logs_in(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    account = {"name": "Bo", "password": "correct horse"}
    await visitor(app).post("/api/account", account)
    await about(alex, bo, "follow")
    await about(alex, bo, "challenge", 201, **DUEL)
    await bo.post("/api/account/enter", account)
    assert len(await received(bo)) == 1
    assert [one["profile"] for one in (await read(alex, "/api/friends"))["following"]] == [await profile(bo)]
