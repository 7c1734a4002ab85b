"""Following people: who is here, at which table they play, and what they do not show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.friends.here import LASTS
from guanxi.server.http.identity import Who
from tests.server.builders import FRIEND, ME, OPEN, Player, quick, started, visitor
from tests.server.friends.people import about, person, profile, read
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def following(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await read(player, "/api/friends"))["following"]
    return found


@pytest.mark.databases
async def test_people_are_followed_by_their_profile(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    assert await about(alex, bo, "follow") == await about(alex, bo, "follow")
    assert await following(alex) == [{"profile": await profile(bo), "name": "Bo", "here": False, "tables": []}]
    assert await following(bo) == []
    assert not (await about(alex, bo, "follow", follow=False))["follows"]
    assert await following(alex) == []
    assert (await about(alex, alex, "follow", 422))["error"] == "yourself"
    assert await read(visitor(app), "/api/friends") == {"following": [], "blocked": []}


async def test_a_person_is_here_while_a_page_asks_for_challenges(tmp_path: Path) -> None:
    seconds = [1_000_000.0]
    async with started(quick(tmp_path, clock=lambda: seconds[0])) as app:
        alex, bo = await person(app, "Alex"), await person(app, "Bo")
        await about(alex, bo, "follow")
        assert not (await following(alex))[0]["here"]
        await read(bo, "/api/challenges")
        assert (await following(alex))[0]["here"]
        assert (await read(alex, f"/api/people/{await profile(bo)}/relation"))["here"]
        seconds[0] += LASTS / 1000 + 1
        assert not (await following(alex))[0]["here"]
        app.state.parts.here.forget_gone()
        await read(bo, "/api/challenges")
        assert (await following(alex))[0]["here"]


async def test_a_person_is_here_in_another_process(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    await about(alex, bo, "follow")
    guest = await guest_of(app, bo)
    app.state.parts.elsewhere._hear_coming(f"other:here:{guest}:")
    assert (await following(alex))[0]["here"]
    assert app.state.parts.elsewhere.is_at("here", Who(guest))
    app.state.parts.elsewhere._hear_going(f"other:here:{guest}:")
    assert not (await following(alex))[0]["here"]


async def guest_of(app: Starlette, player: Player) -> str:
    """The guest who a player is."""
    table = (await player.create(ME, OPEN))["table"]
    async with app.state.parts.tables.opened(table) as play:
        return str(play.seats[0].guest)


async def test_who_does_not_show_it_is_never_here(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    await about(alex, bo, "follow")
    await read(bo, "/api/challenges")
    assert (await bo.post("/api/me", {"shown": False})).json()["shown"] is False
    assert not (await following(alex))[0]["here"]
    assert (await read(bo, "/api/me"))["name"] == "Bo"


async def test_a_person_who_blocks_a_follower_is_never_here_for_them(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    await about(alex, bo, "follow")
    await about(bo, alex, "follow")
    await read(bo, "/api/challenges")
    await about(bo, alex, "block")
    assert [(one["name"], one["here"]) for one in await following(alex)] == [("Bo", False)]
    assert await following(bo) == []
    assert (await about(bo, alex, "follow", 422))["error"] == "you-blocked"


async def test_public_tables_that_a_friend_has_open_can_be_watched(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as here:
        alex, bo, cleo = here.visitor(), here.visitor(), here.visitor()
        await bo.post("/api/me", {"name": "Bo"})
        await about(alex, bo, "follow")
        public, invited = (await bo.create(ME, OPEN))["table"], (await bo.create(ME, FRIEND))["table"]
        await cleo.post(f"/api/tables/{public}/seats", {"seat": 1})
        assert (await following(alex))[0]["tables"] == []
        async with streamed(bo, public), streamed(bo, invited):
            assert [table["table"] for table in (await following(alex))[0]["tables"]] == [public]
