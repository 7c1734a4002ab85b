"""The live stream: every client gets its own state, and resumes where it was interrupted."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.server.builders import BOT, FRIEND, ME, OPEN, TIME_LIMIT, Player, quick
from tests.server.network import Listening, Stream, listening, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture
async def here(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Listening]:
    async with listening(quick(tmp_path, heartbeat=0.2)) as here:
        yield here


async def seated(here: Listening) -> tuple[str, Player, Player]:
    """A table with two people, seat 0 to move."""
    alex, bo = here.visitor(), here.visitor()
    created = await alex.create(ME, FRIEND, options={"first": 0})
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    return created["table"], alex, bo


async def test_a_move_reaches_the_other_player_and_spectators(here: Listening) -> None:
    table, alex, bo = await seated(here)
    async with streamed(bo, table) as other, streamed(here.visitor(), table) as public:
        assert await other.next() == ("0", await bo.state(table))
        assert (await public.next())[1]["seat"] is None
        await alex.play(await alex.state(table))
        id_, state = await other.next()
        assert (id_, state) == ("1", await bo.state(table))
        assert state["legal"]
        id_, seen = await public.next()
        assert (id_, seen["legal"]) == ("1", [])
        assert all(player["hand"] is None for player in seen["view"]["players"])


async def test_a_reconnect_resumes(here: Listening) -> None:
    table, alex, bo = await seated(here)
    await alex.play(await alex.state(table))
    async with streamed(bo, table, seen="1") as stream:
        assert (await stream.line()).startswith(":")
        await bo.play(await bo.state(table))
        assert (await stream.message())[:2] == ("2", "update")
    async with streamed(bo, table, seen="1") as stream:
        assert (await stream.message())[:2] == ("2", "state")


async def test_after_the_first_state_only_what_is_new_is_sent(here: Listening) -> None:
    table, alex, bo = await seated(here)
    async with streamed(bo, table) as stream, streamed(bo, table) as put_together:
        first = (await stream.message())[2]
        await put_together.next()
        for move in range(1, 9):
            mover = alex if 0 in (await alex.state(table))["to_move"] else bo
            await mover.play(await mover.state(table))
            id_, kind, update = await stream.message()
            assert (id_, kind) == (str(move), "update")
            assert {line["move"] for line in update["events"]} == {move}
            assert "commitment" not in update["patch"]
            assert (await put_together.next())[1] == await bo.state(table)
        assert first["events"] == (await bo.state(table))["events"][: len(first["events"])]


async def test_an_undo_is_followed_by_a_whole_state_that_tells_of_it(here: Listening) -> None:
    table, alex, _bo = await seated(here)
    async with streamed(alex, table) as stream:
        state = (await stream.message())[2]
        gift = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "gift")
        after = await alex.play(state, gift)
        assert (await stream.message())[1] == "update"
        await alex.undo(after)
        _, kind, state = await stream.message()
        assert (kind, state["since"]) == ("state", 0)
        assert state["events"][-1]["event"] == {"event": "undone", "seat": 0, "moves": 0}


async def test_the_moments_of_a_round_come_with_its_last_move(here: Listening) -> None:
    table, alex, bo = await seated(here)
    async with streamed(bo, table) as stream:
        told = len((await stream.next())[1]["events"])
        moments: list[dict[str, Any]] = []
        while not moments:
            mover, seat = (alex, 0) if 0 in (await alex.state(table))["to_move"] else (bo, 1)
            answer = await mover.play(await mover.state(table, seat))
            update = (await stream.message())[2]
            moments = update["moments"]
            assert [moment["kind"] for moment in answer["moments"]] == [moment["kind"] for moment in moments]
            assert update["since"] == told
            told += len(update["events"])
        assert [moment["kind"] for moment in moments] == ["secrets", "round"]
        assert [moment["phrase"]["id"] for moment in moments] == ["moment.secrets", "moment.round"]
        secrets, scored = (update["events"][: moment["after"] - update["since"]] for moment in moments)
        assert secrets[-1]["event"]["event"] == "revealed"
        assert scored[-1]["event"]["event"] == "counted"
        assert sum(sum(geisha["items"]) for geisha in moments[1]["view"]["geishas"]) == 16
        assert moments[1]["view"]["players"][0]["traded"] is None


async def test_a_stream_is_compressed_if_the_client_accepts_it(here: Listening) -> None:
    table, alex, bo = await seated(here)
    path = f"/api/tables/{table}/stream"
    async with bo.client.stream("GET", path, headers={"Accept-Encoding": "identity"}) as plain:
        assert "content-encoding" not in plain.headers
    async with bo.client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        stream = Stream(packed)
        assert (await stream.next())[1] == await bo.state(table)
        await alex.play(await alex.state(table))
        assert (await stream.next())[1] == await bo.state(table)


async def test_changes_outside_the_log_are_always_sent_again(here: Listening) -> None:
    alex, bo = here.visitor(), here.visitor()
    table = (await alex.create(ME, OPEN, options={"first": 0}))["table"]
    async with streamed(alex, table, seen="0") as stream:
        id_, state = await stream.next()
        assert (id_, state["started"]) == ("", False)
        await bo.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Bo"})
        id_, state = await stream.next()
        assert (id_, state["started"]) == ("0", True)
        secret = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "secret")
        after = await alex.play(state, secret)
        assert (await stream.next())[0] == "1"
        await alex.undo(after)
        id_, state = await stream.next()
        assert (id_, state["undo"]["asked_by"]) == ("", 0)


async def test_a_bots_moves_arrive(here: Listening) -> None:
    alex = here.visitor()
    table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
    async with streamed(alex, table) as stream:
        state: dict[str, Any] = {"to_move": []}
        while state["to_move"] != [0]:
            _, state = await stream.next()
    assert state["moves"] >= 1


async def test_a_quiet_stream_has_a_heartbeat(here: Listening) -> None:
    table, alex, _bo = await seated(here)
    async with streamed(alex, table) as stream:
        await stream.next()
        assert (await stream.line()).startswith(":")


async def test_a_slow_client_delays_nobody_and_gets_the_newest_state(here: Listening) -> None:
    table, alex, bo = await seated(here)
    async with streamed(here.visitor(), table) as slow, streamed(bo, table) as other:
        await slow.next()
        await other.next()
        for number in range(40):
            mover, seat = (alex, 0) if 0 in (await alex.state(table))["to_move"] else (bo, 1)
            state = await mover.state(table, seat)
            if state["over"]:
                break
            await mover.play(state)
            assert (await other.next())[1]["length"] == number + 1
        newest = (await alex.state(table))["length"]
        length = 0
        while length < newest:
            length = (await slow.next())[1]["length"]


async def test_closing_a_table_ends_its_streams(here: Listening) -> None:
    alex, bo = here.visitor(), here.visitor(**{"Accept-Language": "it"})
    table = (await alex.create(ME, OPEN))["table"]
    async with streamed(bo, table) as stream:
        await stream.next()
        await alex.post(f"/api/tables/{table}/close", {})
        _, refused = await stream.next()
        assert refused == (await bo.get(f"/api/tables/{table}")).json()
        assert refused["error"] == "closed-table"
        with pytest.raises(EOFError):
            await stream.next()


async def test_shutdown_ends_streams(here: Listening) -> None:
    table, alex, _bo = await seated(here)
    async with streamed(alex, table) as stream:
        await stream.next()
        here.server.should_exit = True
        async with asyncio.timeout(TIME_LIMIT):
            with pytest.raises((EOFError, httpx.RemoteProtocolError)):
                await stream.next()


async def test_many_streams_that_come_at_once_are_all_let_in(here: Listening) -> None:
    table, alex, _bo = await seated(here)
    here.app.state.parts.tables._recent.clear()
    async with AsyncExitStack() as opened:
        streams = await asyncio.gather(
            *(opened.enter_async_context(streamed(here.visitor(), table)) for _ in range(60))
        )
        assert [(await stream.next())[1]["length"] for stream in streams] == [0] * 60
        await alex.play(await alex.state(table))
        assert [(await stream.next())[1]["length"] for stream in streams] == [1] * 60
