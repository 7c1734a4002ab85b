"""Rooms: people watch a finished game together, and see no more of it than its replay shows them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.server.builders import BOT, TIME_LIMIT, Player, play_on, quick, two_people, visitor
from tests.server.network import Listening, listening
from tests.server.tables.test_processes import processes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def finished(app: Starlette, **more: Any) -> tuple[str, list[Player]]:
    """A game that is over, and its players."""
    table, players = await two_people(app, **{"options": {"first": 0, "rounds": 1}, **more})
    await play_on(table, players)
    return table, players


async def ok(answer: Any, status: int = 200) -> Any:
    """The content of an answer."""
    assert answer.status_code == status, answer.text
    return answer.json()


async def made(player: Player, table: str, **position: Any) -> dict[str, Any]:
    """A new room."""
    body = {"table": table, "position": {"move": 0, **position}, "name": "Alex"}
    room: dict[str, Any] = await ok(await player.post("/api/rooms", body), 201)
    return room


async def error(answer: Any) -> str:
    """Why a request was refused."""
    return str(answer.json()["error"])


async def test_whoever_makes_a_room_leads_it_and_the_others_do_not(app: Starlette) -> None:
    table, (alex, _) = await finished(app)
    room = await made(alex, table, move=3, seat=1)
    assert room["position"] == {"move": 3, "moment": None, "seat": 1}
    path, cleo = f"/api/rooms/{room['room']}", visitor(app)
    assert await error(await cleo.post(f"{path}/position", {"move": 5})) == "not-in-room"
    entered = await ok(await cleo.post(f"{path}/people", {"name": "Cleo"}))
    assert [(one["name"], one["yours"]) for one in entered["people"]] == [("Alex", False), ("Cleo", True)]
    assert await error(await cleo.post(f"{path}/position", {"move": 5})) == "not-leading"
    await ok(await alex.post(f"{path}/position", {"move": 5, "moment": 1}))
    shown = await ok(await cleo.get(path))
    assert (shown["position"], shown["step"]) == ({"move": 5, "moment": 1, "seat": None}, 1)
    # Coming again changes nothing.
    assert len((await ok(await cleo.post(f"{path}/people", {})))["people"]) == 2


async def test_the_lead_is_handed_over_or_taken_from_somebody_who_is_gone(app: Starlette) -> None:
    table, (alex, bo) = await finished(app)
    path = f"/api/rooms/{(await made(alex, table))['room']}"
    await ok(await bo.post(f"{path}/people", {}))
    assert (await ok(await alex.post(f"{path}/lead", {"place": 1})))["leader"] == 1
    await ok(await bo.post(f"{path}/position", {"move": 2}))
    assert await error(await alex.post(f"{path}/position", {"move": 1})) == "not-leading"
    # Nobody has a stream open: the leader is not here.
    assert await error(await alex.post(f"{path}/lead", {"place": 1})) == "not-leading"
    assert (await ok(await alex.post(f"{path}/lead", {"place": 0})))["leader"] == 0
    assert await error(await alex.post(f"{path}/lead", {"place": 7})) == "no-person"


async def test_positions_that_the_game_does_not_have_are_refused(app: Starlette) -> None:
    table, (alex, _) = await finished(app)
    path = f"/api/rooms/{(await made(alex, table))['room']}"
    assert await error(await alex.post(f"{path}/position", {"move": 900})) == "no-move"
    assert await error(await alex.post(f"{path}/position", {"move": 1, "seat": 4})) == "no-seat"


async def test_only_who_may_see_the_replay_comes_into_a_room(app: Starlette) -> None:
    running, players = await two_people(app)
    body = {"table": running, "position": {"move": 0}}
    assert await error(await players[0].post("/api/rooms", body)) == "not-over"
    table, (alex, bo) = await finished(app, private=True)
    path, stranger = f"/api/rooms/{(await made(alex, table))['room']}", visitor(app)
    for answer in (
        await stranger.post("/api/rooms", {"table": table, "position": {"move": 0}}),
        await stranger.get(path),
        await stranger.post(f"{path}/people", {"name": "Eve"}),
        await stranger.get(f"{path}/stream"),
        await stranger.get(f"{path}/chat"),
    ):
        assert await error(answer) == "private"
    await ok(await bo.post(f"{path}/people", {}))


async def test_the_chat_of_a_room_is_its_own(app: Starlette) -> None:
    table, (alex, bo) = await finished(app)
    path, other = [f"/api/rooms/{(await made(alex, table))['room']}" for _ in range(2)]
    cleo = visitor(app)
    await ok(await cleo.post(f"{path}/people", {"name": "Cleo"}))
    await ok(await cleo.post(f"{path}/chat", {"text": "look at the fan"}))
    await ok(await alex.post(f"{path}/chat", {"phrase": "chat.nice"}))
    chat = await ok(await alex.get(f"{path}/chat"))
    assert [(line["seat"], line["text"]) for line in chat["lines"]] == [(1, "look at the fan"), (0, None)]
    assert (await ok(await alex.get(f"{other}/chat")))["lines"] == []
    assert (await ok(await bo.get(f"/api/tables/{table}/chat")))["lines"] == []
    assert await error(await bo.get(f"{path}/chat")) == "not-in-room"
    assert await error(await bo.post(f"/api/tables/{table}/chat/report", {"number": 1})) == "unknown-line"
    await ok(await alex.post(f"{path}/chat/report", {"number": chat["lines"][0]["number"], "reason": "spoils it"}))
    blocked = await ok(await alex.post(f"{path}/chat/block", {"place": 1}))
    assert (blocked["blocked"], [line["seat"] for line in blocked["lines"]]) == ([1], [0])


async def test_a_room_ends_when_nobody_has_been_there_for_a_while(app: Starlette, tmp_path: Path) -> None:
    table, (alex, _) = await finished(app)
    path = f"/api/rooms/{(await made(alex, table))['room']}"
    parts = app.state.parts
    await parts.rooms.end_empty()
    await ok(await alex.get(path))
    later = parts.now() + 31 * 60_000
    parts.rooms._now = lambda: later
    await parts.rooms.end_empty()
    assert (await alex.get(path)).status_code == 404


@asynccontextmanager
async def told(player: Player, path: str) -> AsyncIterator[AsyncIterator[tuple[str, Any]]]:
    """The kinds and data of the messages of a room's stream."""

    async def messages(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, Any]]:
        kind = ""
        async for line in lines:
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                yield kind, msgspec.json.decode(line[6:])

    async with player.client.stream("GET", f"{path}/stream") as response:
        assert response.status_code == 200
        yield messages(response.aiter_lines())


async def until(messages: AsyncIterator[tuple[str, Any]], wanted: Any) -> Any:
    """The first message that is as wanted."""
    async with asyncio.timeout(TIME_LIMIT):
        async for kind, data in messages:
            if wanted(kind, data):
                return data
    raise EOFError


async def test_the_stream_tells_where_to_look_who_is_here_and_what_is_said(tmp_path: Path) -> None:
    async with listening(quick(tmp_path, heartbeat=0.2)) as here:
        await watch_together(here, here)


async def test_people_of_a_room_are_at_several_processes(tmp_path: Path, postgres_url: str) -> None:
    async with processes(tmp_path, postgres_url) as (one, other):
        await watch_together(one, other)


async def watch_together(one: Listening, other: Listening) -> None:
    """Alex leads a room at one server, and Cleo follows at another."""
    table, alex, cleo = await watched(one), one.visitor(), other.visitor()
    path = f"/api/rooms/{(await made(alex, table))['room']}"
    await ok(await cleo.post(f"{path}/people", {"name": "Cleo"}))
    async with told(cleo, path) as seen:
        assert (await until(seen, lambda kind, _: kind == "room"))["position"]["move"] == 0
        async with told(alex, path) as own:
            await until(own, lambda kind, _: kind == "room")
            await until(seen, lambda kind, room: kind == "room" and all(one["here"] for one in room["people"]))
            await ok(await alex.post(f"{path}/position", {"move": 4}))
            await until(seen, lambda kind, room: kind == "room" and room["position"]["move"] == 4)
            await ok(await alex.post(f"{path}/chat", {"text": "here"}))
            assert (await until(seen, lambda kind, _: kind == "chat"))[0]["text"] == "here"
        await until(seen, lambda kind, room: kind == "room" and not room["people"][0]["here"])


async def watched(here: Listening) -> str:
    """A game of bots that is over."""
    player = here.visitor()
    created = await player.create(BOT, BOT, options={"rounds": 1})
    async with asyncio.timeout(TIME_LIMIT):
        while not (await player.state(created["table"]))["over"]:
            await asyncio.sleep(0.02)
    return str(created["table"])
