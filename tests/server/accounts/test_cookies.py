"""Cookies: signed by the server, and replaced when somebody logs in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, insert, select

from guanxi.server.http.identity import hashed, new_secret
from guanxi.server.people.browsers import GRACE
from guanxi.server.storage.schema import DEVICES, GUESTS
from tests.server.accounts.test_accounts import ACCOUNT, link_of, me, with_account
from tests.server.builders import BOT, FRIEND, ME, TIME_LIMIT, Player, quick, started, visitor
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def with_cookie(app: Starlette) -> Player:
    player = visitor(app)
    await me(player)
    return player


def with_copy(app: Starlette, player: Player) -> Player:
    """Somebody else who has the cookie of a browser."""
    return visitor(app, Cookie=f"guest={player.client.cookies['guest']}")


async def enter(player: Player, **more: Any) -> None:
    answer = await player.post("/api/account/enter", {**ACCOUNT, **more})
    assert answer.status_code == 200, answer.text


async def test_a_cookie_planted_before_a_log_in_is_worthless_after_it(app: Starlette) -> None:
    owner, victim = await with_account(app), await with_cookie(app)
    table = (await owner.create(ME, FRIEND, private=True))["table"]
    attacker = with_copy(app, victim)
    await enter(victim)
    assert (await victim.state(table))["seat"] == 0
    answer = await attacker.get("/api/me")
    assert answer.json()["account"] is None
    assert "set-cookie" not in answer.headers
    assert (await attacker.get(f"/api/tables/{table}")).status_code == 403


@pytest.mark.parametrize("way", ["create an account", "use a device link", "change the password"])
async def test_a_planted_cookie_never_becomes_somebody(app: Starlette, way: str) -> None:
    victim = await with_account(app) if way == "change the password" else await with_cookie(app)
    table = (await victim.create(ME, FRIEND, private=True))["table"]
    attacker, before = with_copy(app, victim), victim.client.cookies["guest"]
    if way == "create an account":
        assert (await victim.post("/api/account", ACCOUNT)).status_code == 201
    elif way == "change the password":
        change = {"old": ACCOUNT["password"], "new": "battery staple"}
        assert (await victim.post("/api/account/password", change)).status_code == 200
    else:
        phone = visitor(app)
        table = (await phone.create(ME, FRIEND, private=True))["table"]
        await victim.post("/api/device", {"token": await link_of(phone)})
    assert victim.client.cookies["guest"] != before
    assert (await victim.state(table))["seat"] == 0
    assert (await attacker.get(f"/api/tables/{table}")).status_code == 403
    assert "set-cookie" not in (await attacker.get("/api/me")).headers


async def test_a_replaced_cookie_is_forgotten_after_a_minute(tmp_path: Path) -> None:
    at = 1_000_000.0
    async with started(quick(tmp_path, clock=lambda: at)) as app:
        await with_account(app)
        alex = await with_cookie(app)
        old = with_copy(app, alex)
        profile = (await me(alex))["profile"]
        await enter(alex)
        late = await old.get("/api/me")
        assert (late.json()["profile"], "set-cookie" in late.headers) == (profile, False)
        at += GRACE / 1000 + 1
        later = await old.get("/api/me")
        assert later.json()["profile"] != profile
        assert "set-cookie" in later.headers
    async with started(quick(tmp_path, clock=lambda: at)) as app:
        again = with_copy(app, old)  # with the cookie that it was given last
        assert (await me(again))["profile"] == later.json()["profile"]
        assert (await me(with_copy(app, alex)))["account"] == "Alex"


async def test_a_browser_that_logs_in_again_and_again_leaves_nothing_behind(tmp_path: Path, db: str) -> None:
    at = 1_000_000.0
    async with started(quick(tmp_path, db=db, clock=lambda: at)) as app, started(quick(tmp_path, db=db)) as other:
        await with_account(app)
        friend, stored = await with_cookie(app), []
        for _ in range(5):
            profile = (await me(friend))["profile"]
            await enter(friend)
            between = with_copy(other, friend)
            await friend.post("/api/account/leave", {})
            assert (await me(friend))["profile"] == profile
            at += GRACE / 1000 + 1
            async with app.state.parts.database.reading() as connection:
                stored.append(await connection.scalar(select(func.count(DEVICES.c.device))))
        assert stored[-1] == stored[1]
        assert (await me(between))["account"] is None


async def test_a_request_under_way_is_told_to_try_again_rather_than_made_a_new_guest(app: Starlette) -> None:
    alex = await with_cookie(app)
    tab = with_copy(app, alex)
    await alex.post("/api/account", ACCOUNT)
    answer = await tab.post("/api/me", {"name": "Alex"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert "set-cookie" not in answer.headers


async def test_streams_of_a_browser_are_opened_again_with_its_new_cookie(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as server:
        await with_account(server.app)
        alex, other = server.visitor(), server.visitor()
        table = (await alex.create(ME, FRIEND, private=True))["table"]
        async with streamed(alex, table) as stream, streamed(alex, table) as second:
            for one in (stream, second):
                assert (await one.next())[1]["seat"] == 0
            await enter(alex)
            async with asyncio.timeout(TIME_LIMIT):
                for one in (stream, second):
                    with pytest.raises(EOFError):
                        await one.message()  # no refusal: a browser opens the stream again
        async with streamed(alex, table) as stream:
            assert (await stream.next())[1]["seat"] == 0
        assert (await other.get(f"/api/tables/{table}/stream")).status_code == 403


async def test_other_browsers_and_programs_notice_nothing(app: Starlette) -> None:
    alex, phone = await with_account(app), visitor(app)
    await enter(phone)
    created = await alex.create(ME, BOT, options={"first": 0})
    program = visitor(app, Authorization=f"Bearer {created['tokens']['0']}")
    cookie = phone.client.cookies["guest"]
    await enter(alex)
    assert (await phone.state(created["table"]))["seat"] == 0
    assert (await program.state(created["table"]))["seat"] == 0
    assert phone.client.cookies["guest"] == cookie
    await phone.post("/api/account/leave", {"everywhere": True})
    assert [(await me(player))["account"] for player in (alex, phone)] == [None, None]


async def test_after_logging_out_a_browser_is_the_guest_it_was_before(app: Starlette) -> None:
    await with_account(app)
    friend = visitor(app)
    table = (await friend.create(ME, BOT))["table"]
    for _ in range(2):
        await enter(friend, adopt=False)
        assert (await friend.state(table))["seat"] is None
        await friend.post("/api/account/leave", {})
        assert (await friend.state(table))["seat"] == 0
    alone = await friend.post("/api/account/leave", {})
    assert (alone.status_code, alone.json()["error"]) == (409, "no-account")


async def test_nobody_becomes_an_account_by_logging_out_of_another(app: Starlette) -> None:
    laptop, phone = await with_cookie(app), visitor(app)
    await phone.post("/api/device", {"token": await link_of(laptop)})
    await with_account(app, name="Bo")
    await enter(laptop, name="Bo", adopt=False)
    assert (await phone.post("/api/account", ACCOUNT)).status_code == 201
    await phone.post("/api/account/password", {"old": ACCOUNT["password"], "new": "battery staple"})
    await laptop.post("/api/account/leave", {})
    assert (await me(laptop))["account"] is None


async def test_a_cookie_without_a_signature_counts_only_if_the_guest_is_known(app: Starlette) -> None:
    old, unknown = new_secret(), new_secret()
    async with app.state.parts.database.writing() as connection:
        await connection.execute(insert(GUESTS), {"guest": hashed(old), "name": "Alex", "profile": "abc"})
    answer = await visitor(app).get("/api/me", Cookie=f"guest={old}")
    assert answer.json()["name"] == "Alex"
    assert answer.cookies["guest"].startswith(f"{old}.")
    signed = await visitor(app).get("/api/me", Cookie=f"guest={answer.cookies['guest']}")
    assert (signed.json()["name"], "set-cookie" in signed.headers) == ("Alex", False)
    stranger = await visitor(app).get("/api/me", Cookie=f"guest={unknown}")
    assert unknown not in stranger.cookies["guest"]


@pytest.mark.parametrize("change", ["0{0}", "{0}0", "{0}.{0}", "x.{0}", ".", "{0}\x7f"])
async def test_a_changed_cookie_is_ignored(app: Starlette, change: str) -> None:
    alex = await with_cookie(app)
    forged = change.format(alex.client.cookies["guest"])
    answer = await visitor(app).get("/api/me", Cookie=f"guest={forged}")
    assert answer.status_code == 200
    assert answer.json()["profile"] != (await me(alex))["profile"]
    assert "set-cookie" in answer.headers


async def test_failed_log_ins_change_no_cookie(app: Starlette) -> None:
    await with_account(app)
    alex = await with_cookie(app)
    profile = (await me(alex))["profile"]
    answer = await alex.post("/api/account/enter", {**ACCOUNT, "password": "wrong password"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert (await me(alex))["profile"] == profile
