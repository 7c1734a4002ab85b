"""Several processes on one database: people at one table play in different ones, and notice nothing of it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from guanxi.server.storage.schema import ENTRIES, TABLES
from tests.server.builders import FRIEND, ME, TIME_LIMIT, Player, ask, play_on, quick
from tests.server.network import Listening, listening, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.network import Stream

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def processes(folder: Path, url: str, count: int = 2) -> AsyncIterator[list[Listening]]:
    """Servers on one database that have nothing else in common."""
    async with AsyncExitStack() as held:
        yield [await held.enter_async_context(listening(quick(folder, db=url))) for _ in range(count)]


def at(player: Player, server: Listening) -> Player:
    """The same browser, at another server."""
    other = server.visitor()
    other.client.cookies = player.client.cookies
    return other


async def table_of_two(one: Listening, other: Listening) -> tuple[str, Player, Player]:
    """A table with two people, each at a server of their own."""
    alex, bo = one.visitor(), other.visitor()
    created = await alex.create(ME, FRIEND, name="Alex", options={"first": 0})
    joined = await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/"), "name": "Bo"})
    assert joined.status_code == 200, joined.text
    return created["table"], alex, bo


async def stored_entries(server: Listening, table: str) -> int:
    query = select(func.count()).where(ENTRIES.c.table_id == table)
    async with server.app.state.parts.database.reading() as connection:
        return int(await connection.scalar(query) or 0)


async def event(stream: Stream, kind: str, fits: str) -> None:
    """Wait for a message of this kind that contains a text."""
    while True:
        _, found, message = await stream.message(presence=True)
        if found == kind and fits in str(message):
            return


async def test_people_play_a_game_from_two_processes(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        async with streamed(bo, table) as stream:
            await stream.next()
            moved = await alex.play(await alex.state(table))
            while stream.state["length"] != moved["length"]:
                await stream.next()
            assert stream.state["events"] == (await bo.state(table))["events"]
        over = await play_on(table, [alex, bo])
        assert over["over"]
        for player in (alex, bo, at(alex, other), at(bo, one)):
            assert (await player.state(table))["result"] == over["result"]


async def test_a_move_sent_to_two_processes_is_made_once(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        for number in range(6):
            state = await alex.state(table)
            seat = state["to_move"][0]
            player, server = ((alex, other), (bo, one))[seat]
            state = await player.state(table, seat)
            move = state["legal"][-1]["notation"]
            answers = await asyncio.gather(
                player.send(state, move, f"same-{number}"), at(player, server).send(state, move, f"same-{number}")
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            assert {answer.json()["length"] for answer in answers} == {number + 1}
        assert await stored_entries(one, table) == 6


async def test_of_two_moves_at_once_one_is_a_conflict(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, _bo = await table_of_two(one, other)
        state = await alex.state(table)
        first, last = state["legal"][0]["notation"], state["legal"][-1]["notation"]
        answers = await asyncio.gather(alex.send(state, first), at(alex, other).send(state, last))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert await stored_entries(one, table) == 1


async def test_one_seat_is_given_to_one_person(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        created = await one.visitor().create(ME, FRIEND)
        wanted = {"token": created["links"]["1"].removeprefix("/join/")}
        answers = await asyncio.gather(*(server.visitor().post("/api/join", wanted) for server in (one, other) * 3))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


async def test_an_undo_is_asked_for_here_and_answered_there(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        state = await alex.state(table)
        secret = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "secret")
        asked = await alex.undo(await alex.play(state, secret))
        assert asked.json()["undo"]["asked_by"] == 0
        assert (await bo.state(table))["undo"]["asked_by"] == 0
        await ask(bo, table, "undo/answer", seat=1, length=1, agree=True)
        after = await alex.state(table)
        assert (after["moves"], after["length"], after["undo"]["asked_by"]) == (0, 2, None)


async def test_chat_and_presence_reach_the_other_process(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        async with streamed(alex, table) as stream, streamed(bo, table):
            await event(stream, "presence", "{'seat': 1, 'here': True")
            await ask(bo, table, "chat", seat=1, text="hello there")
            await event(stream, "chat", "hello there")
        third = quick(tmp_path, db=postgres_url)
        async with streamed(alex, table) as stream:
            async with listening(third) as ending, streamed(at(bo, ending), table):
                await event(stream, "presence", "{'seat': 1, 'here': True")
            await event(stream, "presence", "{'seat': 1, 'here': False")


async def test_a_browser_is_the_same_person_in_all_processes(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        alex, phone = one.visitor(), other.visitor()
        await alex.post("/api/me", {"name": "Alex"})
        link = (await alex.post("/api/me/link", {})).json()["link"].removeprefix("/device/")
        assert (await phone.post("/api/device/look", {"token": link})).json()["name"] == "Alex"
        assert (await phone.post("/api/device", {"token": link})).status_code == 200
        assert (await alex.post("/api/device/look", {"token": link})).status_code == 404
        profile = (await alex.get("/api/me")).json()["profile"]
        async with asyncio.timeout(TIME_LIMIT):
            while (await at(phone, one).get("/api/me")).json()["profile"] != profile:
                await asyncio.sleep(0.01)


async def test_both_agree_to_a_rematch_at_once(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        await play_on(table, [alex, bo])
        found = await asyncio.gather(
            *(ask(player, table, "rematch", seat=seat) for seat, player in ((0, alex), (1, bo), (1, at(bo, one))))
        )
        begun = {(await player.state(table))["rematch"]["table"] for player in (alex, bo)}
        assert len(begun) == 1
        assert found[-1]["rematch"]["table"] in (None, *begun)
        async with one.app.state.parts.database.reading() as connection:
            assert await connection.scalar(select(func.count()).select_from(TABLES)) == 2


async def test_who_a_browser_is_holds_in_all_processes(tmp_path: Path, postgres_url: str) -> None:
    account = {"name": "Alex", "password": "correct horse"}
    async with processes(tmp_path, postgres_url) as (one, other):
        alex, phone = one.visitor(), other.visitor()
        assert (await alex.post("/api/account", account)).status_code == 201
        table = (await alex.create(ME, FRIEND, private=True))["table"]
        assert (await phone.post("/api/account/enter", account)).status_code == 200
        elsewhere = at(phone, one)
        assert (await elsewhere.get("/api/me")).json()["account"] == "Alex"
        async with streamed(phone, table) as stream:
            assert (await stream.next())[1]["seat"] == 0
            await alex.post("/api/account/leave", {"everywhere": True})
            with pytest.raises(EOFError):
                await event(stream, "none", "")  # until the stream ends
        for browser in (alex, phone, elsewhere):
            assert (await browser.get("/api/me")).json()["account"] is None


async def test_changes_of_a_table_do_not_wait_for_other_writes(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, _bo = await table_of_two(one, other)
        tables = one.app.state.parts.tables
        writing = other.app.state.parts.database.writing()  # longer than anybody would wait for a lock
        async with writing, tables.opened(table) as play, tables.changing(play):
            play.seats[0].colour = 3
        assert (await alex.state(table))["seats"][0]["colour"] == 3


async def test_a_browser_is_looked_up_once_and_its_log_in_elsewhere_is_heard(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        alex = one.visitor()
        await alex.get("/api/me")
        there, browsers, lookups = at(alex, other), other.app.state.parts.browsers, []
        load = browsers._load

        async def counted(query: Any) -> Any:
            lookups.append(query)
            return await load(query)

        monkeypatch.setattr(browsers, "_load", counted)
        for _ in range(3):
            await there.get("/api/me")
        assert len(lookups) == 1
        account = {"name": "Alex", "password": "correct horse"}
        assert (await alex.post("/api/account", account)).status_code == 201
        async with asyncio.timeout(TIME_LIMIT):  # the old cookie is worthless there, too, as soon as the news arrive
            while (await there.post("/api/me", {"name": "Bo"})).status_code != 429:
                await asyncio.sleep(0.01)


async def test_who_only_looks_does_not_wait_for_another_process(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        table, alex, bo = await table_of_two(one, other)
        moved = await alex.play(await alex.state(table))
        async with one.app.state.parts.store.locked(table):
            assert (await bo.state(table))["length"] == moved["length"]
            async with streamed(bo, table) as stream:
                assert (await stream.next())[1]["length"] == moved["length"]
