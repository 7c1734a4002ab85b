"""Blocked people: never read, and never seated with the person who blocked them, whoever comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import FRIEND, ME, OPEN, Player, play_on, refused, two_people, visitor
from tests.server.friends.people import about, person, profile

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = [pytest.mark.anyio, pytest.mark.databases]


async def match(player: Player) -> dict[str, Any]:
    answer = await player.post("/api/match", {"game": "hanamikoji"})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(params=["the one who blocks waits", "the blocked one waits"])
async def waiting_and_coming(app: Starlette, request: pytest.FixtureRequest) -> tuple[Player, Player]:
    """Two people one of whom has blocked the other: one opens tables, the other looks for one."""
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    await about(alex, bo, "block")
    return (alex, bo) if request.param.startswith("the one") else (bo, alex)


async def test_a_quick_match_never_pairs_them(app: Starlette, waiting_and_coming: tuple[Player, Player]) -> None:
    waiting, coming = waiting_and_coming
    tables = {(await match(waiting))["table"], (await match(coming))["table"]}
    assert len(tables) == 2
    assert (await match(await person(app, "Cleo")))["table"] in tables


async def test_neither_sees_or_takes_a_seat_beside_the_other(
    app: Starlette, waiting_and_coming: tuple[Player, Player]
) -> None:
    waiting, coming = waiting_and_coming
    made = await waiting.create(ME, OPEN)
    assert (await coming.get("/api/tables")).json()["open"] == []
    assert len((await visitor(app).get("/api/tables")).json()["open"]) == 1
    assert await refused(coming, made["table"], "seats", seat=1) in ("blocked-here", "no-company")
    invited = await waiting.create(ME, FRIEND)
    answer = await coming.post("/api/join", {"token": invited["links"]["1"].removeprefix("/join/")})
    assert answer.status_code == 403


async def test_only_the_one_who_blocks_is_told_why(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    await about(alex, bo, "block")
    of_bo, of_alex = (await bo.create(ME, OPEN))["table"], (await alex.create(ME, OPEN))["table"]
    assert await refused(alex, of_bo, "seats", seat=1) == "blocked-here"
    assert await refused(bo, of_alex, "seats", seat=1) == "no-company"
    relation = (await bo.get(f"/api/people/{await profile(alex)}/relation")).json()
    assert relation == {"follows": False, "blocked": False, "here": False}


async def test_no_rematch_brings_them_together_again(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await play_on(table, [alex, bo])
    await about(alex, bo, "block")
    assert await refused(bo, table, "rematch", seat=1) == "no-company"
    assert await refused(alex, table, "rematch", seat=0) == "blocked-here"


async def test_blocked_people_are_listed_and_unblocked(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    assert (await about(alex, bo, "block"))["blocked"]
    assert await about(alex, bo, "block") == {"follows": False, "blocked": True, "here": False}
    assert (await alex.get("/api/friends")).json()["blocked"] == [{"profile": await profile(bo), "name": "Bo"}]
    assert (await bo.get("/api/friends")).json()["blocked"] == []
    assert not (await about(alex, bo, "block", blocked=False))["blocked"]
    opened = await match(alex)
    assert (await match(bo))["table"] == opened["table"]


async def test_nobody_blocks_themselves_or_strangers(app: Starlette) -> None:
    alex = await person(app, "Alex")
    answer = await alex.post(f"/api/people/{await profile(alex)}/block", {})
    assert (answer.status_code, answer.json()["error"]) == (422, "yourself")
    assert (await alex.post("/api/people/nobody/block", {})).status_code == 404
