"""A deleted person leaves nothing behind, and the games of others stay whole."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from guanxi.cli import main
from guanxi.server.http.identity import hashed
from guanxi.server.people.guests import profile_of
from guanxi.server.people.ratings import rerate
from guanxi.server.storage.schema import ACTIONS, BANS, RATINGS, RESULTS, SCHEMA
from tests.server.builders import FRIEND, ME, OPEN, Player, ask, play_on, quick, started, two_people, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Table
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
NAME, ACCOUNT, PASSWORD = "Alexandra", "Alexandra of Wei", "correct horse"


def guest_of(player: Player) -> str:
    return hashed(player.client.cookies["guest"].partition(".")[0])


async def rows(app: Starlette, table: Table) -> list[dict[str, Any]]:
    async with app.state.parts.database.reading() as connection:
        return [dict(row) for row in (await connection.execute(select(table))).mappings()]


async def found(app: Starlette, *wanted: str) -> list[str]:
    """The columns of the whole database in which one of these texts occurs."""
    places = []
    for table in SCHEMA.sorted_tables:
        for row in await rows(app, table):
            for name, value in row.items():
                text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                places += [f"{table.name}.{name}" for one in wanted if one in text]
    return places


async def full_life(app: Starlette) -> tuple[list[str], str, str, list[Player]]:
    """A person with everything that one can have: what names them, a finished and a running table, and the players."""
    finished, players = await two_people(app)
    alex, bo = players
    first = guest_of(alex)
    await ask(alex, finished, "chat", seat=0, text="Hello from me")
    await ask(alex, finished, "chat", seat=0, phrase="chat.hello")
    await ask(bo, finished, "chat", seat=1, text="Hello back")
    await play_on(finished, players)
    assert (await alex.post("/api/me", {"name": NAME})).status_code == 200
    assert (await alex.post("/api/account", {"name": ACCOUNT, "password": PASSWORD})).status_code == 201
    created = await alex.create(ME, FRIEND, name=NAME, options={"first": 0})
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/"), "name": "Bo"})
    running = created["table"]
    others = (await bo.get("/api/me")).json()["profile"]
    for one, other in ((alex, others), (bo, profile_of(first))):
        assert (await one.post(f"/api/people/{other}/follow", {"follow": True})).status_code == 200
    await ask(bo, finished, "chat/report", number=1, reason="rude")
    await ask(alex, finished, "chat/report", number=3, reason="ruder")
    assert (await alex.post("/api/me/link", {})).status_code == 200
    assert (await alex.post("/api/clubs", {"name": f"The club of {NAME}"})).status_code == 201
    challenge = {"game": "hanamikoji", "seats": [ME, FRIEND]}
    assert (await alex.post(f"/api/people/{others}/challenge", challenge)).status_code == 201
    tournament = {"name": "Thursday", "game": "hanamikoji", "format": "swiss", "player": NAME}
    assert (await alex.post("/api/tournaments", tournament)).status_code == 201
    assert (await alex.post(f"/api/people/{others}/block", {"blocked": True})).status_code == 200
    puzzle = (await alex.get("/api/puzzles/hanamikoji")).json()
    move = {"move": puzzle["state"]["legal"][0]["number"]}
    assert (await alex.post(f"/api/puzzles/hanamikoji/{puzzle['id']}", move)).status_code == 200
    names = [first, guest_of(alex), profile_of(first), NAME, ACCOUNT, ACCOUNT.casefold(), "Hello from me", "ruder"]
    return names, finished, running, players


@pytest.mark.databases
async def test_nothing_in_the_database_names_a_deleted_person(tmp_path: Path, db: str) -> None:
    async with started(quick(tmp_path, db=db)) as app:
        names, finished, running, (_alex, bo) = await full_life(app)
        assert len(set(await found(app, *names))) > 10
        profile = names[2]
        assert await asyncio.to_thread(main, ["admin", "ban", profile, "--db", db]) == 0
        assert await asyncio.to_thread(main, ["admin", "delete", profile, "--reason", "asked", "--db", db]) == 0
        await app.state.parts.deletions.check()
        assert await found(app, *names) == []
        logged = [(row["action"], row["about"], row["reason"]) for row in await rows(app, ACTIONS)]
        assert sorted(logged) == [("ban", "a deleted person", ""), ("delete", "a deleted person", "asked")]
        assert await rows(app, BANS) == []
        state = await bo.state(finished)
        assert (state["seats"][0]["name"], state["seats"][0]["profile"], state["over"]) == (None, None, True)
        now = await bo.state(running)
        assert (now["seats"][0]["name"], now["seats"][0]["absent"]) == (None, "bot")
        lines = (await bo.get(f"/api/tables/{finished}/chat")).json()["lines"]
        assert [(line["number"], line["text"]) for line in lines] == [(3, "Hello back")]
        assert (await ask(bo, finished, "chat", seat=1, text="Still here"))["number"] == 4
        assert (await bo.get(f"/api/people/{profile}")).status_code == 404
        assert (await bo.get(f"/api/tables/{finished}/log")).status_code == 200
        file = tmp_path / "person.json"
        assert await asyncio.to_thread(main, ["admin", "export", profile, str(file), "--db", db]) != 0


async def test_other_peoples_ratings_stay(app: Starlette) -> None:
    names, _finished, _running, (alex, bo) = await full_life(app)
    before = {(row["game"], row["mu"], row["sigma"]) for row in await rows(app, RATINGS)}
    assert len(before) == 2
    assert (await alex.post("/api/me/delete", {"password": PASSWORD})).status_code == 200
    assert await found(app, *names) == []
    assert {(row["game"], row["mu"], row["sigma"]) for row in await rows(app, RATINGS)} == before
    assert len({row["player"] for row in await rows(app, RESULTS)}) == 2
    async with app.state.parts.database.writing() as connection:
        await rerate(connection, "hanamikoji")
    assert {(row["game"], row["mu"], row["sigma"]) for row in await rows(app, RATINGS)} == before
    ranked = (await bo.get("/api/ratings/hanamikoji")).json()
    assert [one["profile"] for one in ranked] == [(await bo.get("/api/me")).json()["profile"]]


async def test_an_old_cookie_brings_nobody_back(app: Starlette) -> None:
    alex, again = visitor(app), visitor(app)
    await alex.post("/api/me", {"name": NAME})
    cookie, before = alex.client.cookies["guest"], (await alex.get("/api/me")).json()["profile"]
    assert (await alex.post("/api/me/delete", {})).status_code == 200
    again.client.cookies.set("guest", cookie)
    for player in (alex, again):
        now = (await player.get("/api/me")).json()
        assert (now["name"], now["profile"] == before) == (None, False)


async def test_other_browsers_are_strangers_too(app: Starlette) -> None:
    alex, phone = visitor(app), visitor(app)
    await alex.post("/api/account", {"name": ACCOUNT, "password": PASSWORD})
    await phone.post("/api/account/enter", {"name": ACCOUNT, "password": PASSWORD})
    assert (await phone.get("/api/me")).json()["account"] == ACCOUNT
    assert (await phone.post("/api/me/delete", {"password": "wrong"})).json()["error"] == "wrong-password"
    assert (await phone.post("/api/me/delete", {"password": PASSWORD})).status_code == 200
    for player in (alex, phone):
        now = (await player.get("/api/me")).json()
        assert (now["account"], now["name"]) == (None, None)


async def test_a_table_that_waits_for_players_is_closed_or_loses_one(app: Starlette) -> None:
    alex, bo = visitor(app), visitor(app)
    own = (await alex.create(ME, OPEN))["table"]
    other = (await bo.create(ME, OPEN, OPEN, game="han"))["table"]
    assert (await alex.post(f"/api/tables/{other}/seats", {"seat": 1, "name": NAME})).status_code == 200
    assert (await alex.post("/api/me/delete", {})).status_code == 200
    assert (await bo.get(f"/api/tables/{own}")).status_code == 404
    seats = (await bo.state(other))["seats"]
    assert [(seat["taken"], seat["open"], seat["name"]) for seat in seats[1:]] == [(False, True, None)] * 2


async def test_an_interrupted_deletion_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(quick(tmp_path)) as app:
        names, _finished, running, (_alex, bo) = await full_life(app)
        with monkeypatch.context() as broken:
            broken.setattr("guanxi.server.accounts.deletions.delete_rows", None)
            with pytest.raises(TypeError):
                await app.state.parts.deletions.delete(names[0])
        assert await found(app, *names)
        cookie = bo.client.cookies["guest"]
    async with started(quick(tmp_path)) as app:
        await app.state.parts.deletions.check()
        assert await found(app, *names) == []
        again = visitor(app)
        again.client.cookies.set("guest", cookie)
        assert (await again.state(running))["seats"][0]["absent"] == "bot"


@pytest.mark.usefixtures("app")
async def test_an_unknown_person_cannot_be_deleted(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["admin", "delete", "nobody", "--db", db]) != 0
    assert "Nobody here has the profile 'nobody'." in capsys.readouterr().err
