"""Clubs: roles, who sees what, tables for members only, and an invitation that can be revoked."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.cli import main
from guanxi.server.clubs.store import MOST_ORGANISED, leave_all_clubs
from guanxi.server.storage.schema import GUESTS
from tests.server.builders import BOT, ME, OPEN, Player, play_on, refused, rematch, visitor
from tests.server.friends.people import about, person, profile, read
from tests.server.qr import read_qr

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def make(player: Player, name: str = "Thursday", **more: Any) -> str:
    """Make a club; returns its address."""
    answer = await player.post("/api/clubs", {"name": name, **more})
    assert answer.status_code == 201, answer.text
    return f"/api/clubs/{answer.json()['id']}"


async def send(player: Player, path: str, status: int = 200, **body: Any) -> Any:
    answer = await player.post(path, body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def link_of(player: Player, club: str) -> str:
    """A new invitation to a club: its token."""
    return str((await send(player, f"{club}/invitation"))["link"].rsplit("/", 1)[1])


async def two_members(app: Starlette, **more: Any) -> tuple[str, Player, Player]:
    """A club with Alex, who made it, and Bo, who came by the link."""
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    club = await make(alex, **more)
    await send(bo, "/api/join/club", token=await link_of(alex, club))
    return club, alex, bo


async def roles(player: Player, club: str) -> dict[str, str]:
    return {one["name"]: one["role"] for one in (await read(player, club))["members"]}


@pytest.mark.databases
async def test_a_club_is_made_found_joined_and_left(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    clocks = {"han": {"kind": "live", "game": 900, "move": 10}, "haiduci": {"kind": "slow", "hours": 24}}
    text = "Tous les jeudis\nau café"
    club = await make(alex, "  Jeudi ", description=text, language="fr", games=["han"], clocks=clocks, open=True)
    (found,) = (await read(bo, "/api/clubs"))["open"]
    assert (found["name"], found["description"]) == ("Jeudi", text)
    assert (found["language"], found["games"], found["clocks"]) == ("fr", ["han"], clocks)
    assert (found["members"], found["role"]) == (1, None)
    assert (await send(bo, f"{club}/join"))["role"] == "member"
    assert await send(bo, f"{club}/join") == await send(bo, f"{club}/join")
    assert await roles(bo, club) == {"Alex": "organiser", "Bo": "member"}
    assert [one["name"] for one in (await read(bo, "/api/clubs"))["mine"]] == ["Jeudi"]
    await send(bo, f"{club}/leave")
    assert await roles(bo, club) == {"Alex": "organiser"}
    assert (await send(bo, f"{club}/leave", 404))["error"] == "unknown-club"


@pytest.mark.databases
async def test_a_revoked_link_leads_nowhere(app: Starlette) -> None:
    alex, bo = await person(app, "Alex"), await person(app, "Bo")
    club = await make(alex)
    first = (await read(alex, f"{club}/invitation"))["link"].rsplit("/", 1)[1]  # a club begins with one
    assert (await send(bo, "/api/join/club/look", token=first))["name"] == "Thursday"
    old = await link_of(alex, club)
    assert (await send(bo, "/api/join/club", 404, token=first))["error"] == "unknown-club-link"
    assert (await send(bo, "/api/join/club/look", token=old))["name"] == "Thursday"
    new = await link_of(alex, club)
    assert (await send(bo, "/api/join/club", 404, token=old))["error"] == "unknown-club-link"
    assert (await send(alex, f"{club}/invitation", active=False))["link"] is None
    assert (await send(bo, "/api/join/club/look", 404, token=new))["error"] == "unknown-club-link"
    assert (await send(bo, "/api/join/club", 404, token=new))["error"] == "unknown-club-link"
    assert (await bo.get(club)).json()["error"] == "closed-club"
    assert (await send(bo, "/api/join/club", token=await link_of(alex, club), name="Bob"))["role"] == "member"
    assert set(await roles(bo, club)) == {"Alex", "Bob"}


async def test_the_qr_code_of_an_invitation_is_its_address(app: Starlette) -> None:
    club, alex, _ = await two_members(app)
    shown = await read(alex, f"{club}/invitation")
    assert shown["url"] == f"http://guanxi.test{shown['link']}"
    assert read_qr(shown["qr"]) == shown["url"]


@pytest.mark.databases
async def test_what_only_organisers_may_do(app: Starlette) -> None:
    club, alex, bo = await two_members(app)
    a, b = await profile(alex), await profile(bo)
    for path, body in (
        ("", {"name": "Mine"}),
        ("/remove", {"person": a}),
        ("/role", {"person": b, "role": "organiser"}),
        ("/handover", {"person": b}),
        ("/invitation", {}),
        ("/close", {}),
    ):
        assert (await send(bo, club + path, 403, **body))["error"] == "organisers-only"
    assert (await bo.get(f"{club}/invitation")).status_code == 403
    assert (await send(alex, f"{club}/leave", 409))["error"] == "last-organiser"
    assert (await send(alex, f"{club}/role", 409, person=a, role="member"))["error"] == "last-organiser"
    assert (await send(alex, f"{club}/handover", person=b))["club"]["role"] == "member"
    assert await roles(alex, club) == {"Alex": "member", "Bo": "organiser"}
    await send(bo, f"{club}/role", person=a, role="organiser")
    await send(alex, f"{club}/remove", person=b)
    assert await roles(alex, club) == {"Alex": "organiser"}
    assert (await send(alex, f"{club}/remove", 404, person=b))["error"] == "unknown-member"
    await send(alex, f"{club}/close")
    assert (await alex.get(club)).status_code == 404


@pytest.mark.databases
async def test_only_members_see_and_join_the_tables_of_a_club(app: Starlette) -> None:
    club, alex, bo = await two_members(app, open=True)
    cleo = await person(app, "Cleo")
    id_ = club.rsplit("/", 1)[1]
    table = (await alex.create(ME, OPEN, club=id_))["table"]
    assert [one["table"] for one in (await read(bo, club))["waiting"]] == [table]
    assert [one["table"] for one in (await read(bo, "/api/tables"))["open"]] == [table]
    assert (await read(cleo, club))["waiting"] == (await read(cleo, "/api/tables"))["open"] == []
    assert await refused(cleo, table, "seats", seat=1) == "members-only"
    matched = await send(bo, "/api/match", 201, game="hanamikoji")
    assert matched["opened"]
    assert (await cleo.post("/api/tables", {"game": "han", "seats": [ME, OPEN], "club": id_})).status_code == 403
    await bo.post(f"/api/tables/{table}/seats", {"seat": 1})
    assert [one["table"] for one in (await read(alex, club))["running"]] == [table]
    assert (await read(cleo, "/api/tables"))["running"] == []
    await play_on(table, [alex, bo])
    assert [one["table"] for one in (await read(alex, club))["finished"]] == [table]
    again = await rematch(table, alex, bo)
    assert [one["table"] for one in (await read(alex, club))["running"]] == [again]


async def test_the_ranking_of_a_club_has_its_members_only(app: Starlette) -> None:
    club, alex, bo = await two_members(app)
    cleo = await person(app, "Cleo")
    for player in (alex, cleo):
        table = (await player.create(ME, BOT, options={"rounds": 1}))["table"]
        shown = await player.turn(table, 0)
        while not shown["over"]:
            await player.play(shown)
            shown = await player.turn(table, 0)
    assert [one["name"] for one in await read(bo, f"{club}/ratings/hanamikoji")] == ["Alex"]
    assert await read(bo, f"{club}/ratings/han") == []
    assert (await cleo.get(f"{club}/ratings/hanamikoji")).status_code == 403
    assert (await bo.get(f"{club}/ratings/chess")).status_code == 404


async def test_who_is_here_is_shown_except_to_people_kept_apart(app: Starlette) -> None:
    club, alex, bo = await two_members(app)
    assert [one["name"] for one in (await read(alex, club))["members"] if one["here"]] == ["Alex"]
    await read(bo, club)
    here = {one["name"]: one["here"] for one in (await read(alex, club))["members"]}
    assert here == {"Alex": True, "Bo": True}  # at once, on a page that has just been opened
    await about(bo, alex, "block")
    assert [one["name"] for one in (await read(alex, club))["members"] if one["here"]] == ["Alex"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"name": " "}, "bad-name"),
        ({"name": "x" * 41}, "bad-name"),
        ({"name": "a\u202eb"}, "bad-name"),
        ({"name": "Go", "games": ["go"]}, "unknown-game"),
        ({"name": "Go", "clocks": {"go": {"kind": "slow", "hours": 24}}}, "unknown-game"),
        ({"name": "Go", "description": "x" * 1001}, "bad-description"),
        ({"name": "Go", "description": "a\u0007"}, "bad-description"),
    ],
)
async def test_clubs_that_are_refused(alex: Player, body: dict[str, Any], error: str) -> None:
    assert (await send(alex, "/api/clubs", 422, **body))["error"] == error


async def test_a_guest_organises_a_limited_number_of_clubs(alex: Player) -> None:
    for number in range(MOST_ORGANISED):
        await make(alex, f"Club {number}")
    assert (await send(alex, "/api/clubs", 409, name="One more"))["error"] == "many-organised"


@pytest.mark.databases
async def test_memberships_follow_a_guest_and_are_exported(app: Starlette, tmp_path: Path, db: str) -> None:
    club, alex, bo = await two_members(app)
    account = {"name": "Lex", "password": "correct horse"}
    await visitor(app).post("/api/account", account)
    await alex.post("/api/account/enter", account)
    assert sorted((await roles(bo, club)).values()) == ["member", "organiser"]
    assert (await read(alex, club))["club"]["role"] == "organiser"
    file = tmp_path / "alex.json"
    arguments = ["admin", "export", await profile(alex), str(file), "--db", db]
    assert await asyncio.to_thread(main, arguments) == 0
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert [one["club_id"] for one in exported["clubs"]] == [club.rsplit("/", 1)[1]]


async def test_a_club_outlives_its_organiser(app: Starlette) -> None:
    club, alex, bo = await two_members(app)
    async with app.state.parts.database.writing() as connection:
        guest = await connection.scalar(GUESTS.select().where(GUESTS.c.profile == await profile(alex)))
        await leave_all_clubs(connection, guest)
    assert await roles(bo, club) == {"Bo": "organiser"}
