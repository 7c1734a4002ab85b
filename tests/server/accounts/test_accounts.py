"""Device links, accounts and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from sqlalchemy import select

from guanxi.server.storage.schema import DEVICES, GUESTS
from tests.server.builders import BOT, FRIEND, ME, Player, freeze_limits, quick, started, two_people, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = [pytest.mark.anyio, pytest.mark.databases]
ACCOUNT = {"name": "Alex", "password": "correct horse"}


async def me(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = (await player.get("/api/me")).json()
    return found


async def link_of(player: Player) -> str:
    answer = await player.post("/api/me/link", {})
    assert answer.status_code == 200
    return str(answer.json()["link"]).removeprefix("/device/")


async def with_account(app: Starlette, **changes: str) -> Player:
    player = visitor(app)
    answer = await player.post("/api/account", {**ACCOUNT, **changes})
    assert answer.status_code == 201, answer.text
    return player


async def test_a_link_makes_another_browser_the_same_person(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, BOT, name="Alex", options={"first": 0}))["table"]
    phone = visitor(app)
    assert (await phone.state(table))["seat"] is None
    token = await link_of(alex)
    assert (await phone.post("/api/device/look", {"token": token})).json() == {"name": "Alex"}
    moved = (await phone.post("/api/device", {"token": token})).json()
    assert moved == await me(alex)
    assert moved["devices"] == 2
    state = await phone.state(table)
    assert state["seat"] == 0
    await phone.play(state)
    assert (await alex.state(table))["moves"] >= 1


async def test_a_device_link_works_once_and_only_the_newest(app: Starlette, alex: Player) -> None:
    old, token = await link_of(alex), await link_of(alex)
    assert (await visitor(app).post("/api/device", {"token": old})).status_code == 404
    assert (await visitor(app).post("/api/device", {"token": token})).status_code == 200
    again = await visitor(app).post("/api/device", {"token": token})
    assert (again.status_code, again.json()["error"]) == (404, "unknown-device-link")


async def test_a_device_link_lasts_ten_minutes(tmp_path: Path) -> None:
    at = 1_000_000.0
    async with started(quick(tmp_path, clock=lambda: at)) as app:
        alex = visitor(app)
        made = (await alex.post("/api/me/link", {})).json()
        assert made["expires"] == "1970-01-12T13:56:40.000Z"
        assert made["qr"].startswith("<svg")
        at += 601
        token = made["link"].removeprefix("/device/")
        assert (await visitor(app).post("/api/device", {"token": token})).status_code == 404


async def test_tables_of_the_browser_move_along_only_if_asked(app: Starlette, alex: Player) -> None:
    bo = visitor(app)
    left = (await bo.create(ME, BOT))["table"]
    await bo.post("/api/device", {"token": await link_of(alex)})
    assert (await bo.state(left))["seat"] is None
    await bo.post("/api/account/leave", {})
    assert (await bo.state(left))["seat"] == 0
    await bo.post("/api/device", {"token": await link_of(alex), "adopt": True})
    assert (await alex.state(left))["seat"] == 0
    assert [one["table"] for one in (await alex.get("/api/tables")).json()["mine"]] == [left]


async def test_an_account_keeps_what_the_guest_had(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, BOT))["table"]
    made = await alex.post("/api/account", ACCOUNT)
    assert (made.status_code, made.json()["account"], made.json()["name"]) == (201, "Alex", "Alex")
    other = visitor(app)
    mine = (await other.create(ME, FRIEND))["table"]
    entered = await other.post("/api/account/enter", {"name": "ALEX", "password": "correct horse"})
    assert entered.json()["profile"] == made.json()["profile"]
    assert (await other.state(table))["seat"] == 0
    assert (await alex.state(mine))["seat"] == 0
    assert (await alex.state(mine))["yours"]


async def test_logging_in_on_a_friends_browser_takes_nothing(app: Starlette) -> None:
    await with_account(app)
    friend = visitor(app)
    table = (await friend.create(ME, BOT))["table"]
    await friend.post("/api/account/enter", {**ACCOUNT, "adopt": False})
    assert (await friend.state(table))["seat"] is None
    left = await friend.post("/api/account/leave", {})
    assert left.json()["account"] is None
    assert (await friend.state(table))["seat"] == 0


async def test_an_account_adopts_no_other_account(app: Starlette) -> None:
    alex, bo = await with_account(app), await with_account(app, name="Bo")
    table = (await bo.create(ME, BOT))["table"]
    await bo.post("/api/account/enter", ACCOUNT)
    assert (await alex.state(table))["seat"] is None
    await bo.post("/api/account/leave", {})
    await bo.post("/api/account/enter", {**ACCOUNT, "name": "bo"})
    assert (await bo.state(table))["seat"] == 0


@pytest.mark.parametrize("wrong", [{"password": "wrong password"}, {"name": "Nobody"}, {"name": "", "password": ""}])
async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(app: Starlette, wrong: dict[str, str]) -> None:
    await with_account(app)
    answer = await visitor(app).post("/api/account/enter", {**ACCOUNT, **wrong})
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong-password")
    assert answer.json()["message"] == "The name or the password is wrong."


async def test_names_of_accounts_are_unique(app: Starlette, alex: Player) -> None:
    await with_account(app)
    same = await alex.post("/api/account", {**ACCOUNT, "name": " aLEX "})
    assert (same.status_code, same.json()["error"]) == (409, "name-taken")
    await alex.post("/api/account", {**ACCOUNT, "name": "Zoë"})
    second = await alex.post("/api/account", {**ACCOUNT, "name": "Zoé"})
    assert (second.status_code, second.json()["error"]) == (409, "has-account")
    short = await visitor(app).post("/api/account", {"name": "Kim", "password": "short"})
    assert (short.status_code, short.json()["message"]) == (422, "A password must have 8 to 200 characters.")


async def test_logging_out_everywhere(app: Starlette) -> None:
    alex, phone = await with_account(app), visitor(app)
    table = (await alex.create(ME, BOT))["table"]
    await phone.post("/api/account/enter", ACCOUNT)
    token = await link_of(alex)
    await phone.post("/api/account/leave", {"everywhere": True})
    for player in (alex, phone):
        assert (await player.state(table))["seat"] is None
        assert (await me(player))["account"] is None
    assert (await visitor(app).post("/api/device", {"token": token})).status_code == 404
    await alex.post("/api/account/enter", ACCOUNT)
    assert (await alex.state(table))["seat"] == 0


async def test_a_new_password_logs_out_other_browsers(app: Starlette) -> None:
    alex, thief = await with_account(app), visitor(app)
    await thief.post("/api/account/enter", ACCOUNT)
    wrong = await alex.post("/api/account/password", {"old": "what was it", "new": "battery staple"})
    assert (wrong.status_code, wrong.json()["error"]) == (403, "wrong-password")
    right = await alex.post("/api/account/password", {"old": ACCOUNT["password"], "new": "battery staple"})
    assert (right.status_code, right.json()["devices"]) == (200, 1)
    assert ((await me(alex))["account"], (await me(thief))["account"]) == ("Alex", None)
    assert (await thief.post("/api/account/enter", ACCOUNT)).status_code == 403
    entered = await thief.post("/api/account/enter", {**ACCOUNT, "password": "battery staple"})
    assert entered.status_code == 200


async def test_a_guest_without_account_cannot_lose_their_tables_by_logging_out(alex: Player) -> None:
    for body in ({}, {"everywhere": True}):
        answer = await alex.post("/api/account/leave", body)
        assert (answer.status_code, answer.json()["error"]) == (409, "no-account")
    change = await alex.post("/api/account/password", {"old": "", "new": "battery staple"})
    assert change.json()["error"] == "no-account"


async def test_log_in_attempts_are_limited(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        await with_account(app)
        answers: list[httpx.Response] = []
        while len(answers) < 30 and not (answers and answers[-1].status_code == 429):
            answers.append(await visitor(app).post("/api/account/enter", {**ACCOUNT, "password": "x"}))
        assert {answer.status_code for answer in answers[:-1]} == {403}
        assert len(answers) > 10
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 30
        other = await visitor(app).post("/api/account/enter", {**ACCOUNT, "name": "Other"})
        assert other.status_code == 403


async def test_wrong_passwords_lock_nobody_out(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex, phone = await with_account(app), visitor(app)
        await phone.post("/api/account/enter", ACCOUNT)
        for player in (alex, phone):
            await player.post("/api/account/leave", {})
        codes = [403]
        while codes[-1] == 403 and len(codes) < 30:
            codes.append((await visitor(app).post("/api/account/enter", {**ACCOUNT, "password": "x"})).status_code)
        assert codes[-1] == 429
        for player in (alex, phone):
            assert (await player.post("/api/account/enter", ACCOUNT)).status_code == 200
        elsewhere = httpx.ASGITransport(app=app, client=("198.51.100.7", 40_000))
        async with httpx.AsyncClient(transport=elsewhere, base_url="http://guanxi.test") as client:
            assert (await client.post("/api/account/enter", json=ACCOUNT)).status_code == 200


async def test_a_known_browser_cannot_guess_for_ever(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        thief, codes = await with_account(app), [403]
        await thief.post("/api/account/leave", {})
        while codes[-1] == 403 and len(codes) < 30:
            codes.append((await thief.post("/api/account/enter", {**ACCOUNT, "password": "x"})).status_code)
        assert codes[-1] == 429


async def test_devices_survive_a_restart(tmp_path: Path) -> None:
    async with started(quick(tmp_path)) as app:
        alex = await with_account(app)
        phone = visitor(app)
        await phone.post("/api/account/enter", ACCOUNT)
        table = (await alex.create(ME, BOT))["table"]
        async with app.state.parts.database.reading() as connection:
            stored = str(list(await connection.execute(select(GUESTS)))) + str(
                list(await connection.execute(select(DEVICES)))
            )
        assert ACCOUNT["password"] not in stored
        assert "$argon2id$" in stored
        assert alex.client.cookies["guest"] not in stored
    async with started(quick(tmp_path)) as app:
        later = visitor(app)
        later.client.cookies.set("guest", phone.client.cookies["guest"])
        assert (await later.state(table))["seat"] == 0


async def test_seats_show_preferred_colours(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    assert [seat["colour"] for seat in (await alex.state(table))["seats"]] == [0, 1]
    await bo.post("/api/me", {"colour": 4, "pattern": 0})
    seats = (await alex.state(table))["seats"]
    assert [(seat["colour"], seat["pattern"]) for seat in seats] == [(0, 1), (4, 0)]
    await alex.post("/api/me", {"colour": 4})
    assert [seat["colour"] for seat in (await bo.state(table))["seats"]] == [4, 1]
    assert (await me(alex)).items() >= {"colour": 4, "pattern": None}.items()
    later = (await bo.create(ME, BOT))["state"]["seats"]
    assert (later[0]["colour"], later[0]["pattern"]) == (4, 0)
    assert (await bo.post("/api/me", {"colour": 6})).status_code == 422
    assert (await bo.post("/api/me", {"name": "Bö", "colour": None})).json()["name"] == "Bö"
    assert [seat["colour"] for seat in (await bo.state(table))["seats"]] == [4, 1]
