"""Table chat: writing, reading, streaming, blocking, reporting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import select

from guanxi.engine.text import LANGUAGES
from guanxi.server.storage.schema import REPORTS
from tests.server.builders import (
    BOT,
    ME,
    TIME_LIMIT,
    Player,
    ask,
    freeze_limits,
    quick,
    refused,
    started,
    two_people,
    visitor,
)
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def say(player: Player, table: str, seat: int, text: str) -> httpx.Response:
    return await player.post(f"/api/tables/{table}/chat", {"seat": seat, "text": text})


async def chat(player: Player, table: str, since: int = 0) -> dict[str, Any]:
    answer = await player.get(f"/api/tables/{table}/chat?since={since}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


async def test_a_line_is_read_by_everybody(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    line = (await say(alex, table, 0, "  Salut <b>toi</b>  👩\u200d🚀 ")).json()
    assert (line["number"], line["seat"], line["text"]) == (1, 0, "Salut <b>toi</b>  👩\u200d🚀")
    await bo.post(f"/api/tables/{table}/chat", {"seat": 1, "phrase": "chat.hello"})
    read = await chat(visitor(app), table)
    assert [(one["text"], one["phrase"]) for one in read["lines"]] == [
        (line["text"], None),
        (None, {"id": "chat.hello"}),
    ]
    assert (read["may_write"], (await chat(bo, table))["may_write"]) == (False, True)
    assert [one["number"] for one in (await chat(bo, table, since=1))["lines"]] == [2]


async def test_phrases_exist_in_all_languages(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, BOT))["table"]
    phrases = (await chat(alex, table))["phrases"]
    assert len(phrases) > 5
    for language in LANGUAGES:
        texts = (await alex.get(f"/api/texts/{language}")).json()["engine"]
        assert set(phrases) <= set(texts)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"text": " "}, "bad-line"),
        ({"text": "x" * 301}, "bad-line"),
        ({"text": "a\nb"}, "bad-line"),
        ({"text": "a\u0007b"}, "bad-line"),
        ({"text": "a\u202eb"}, "bad-line"),
        ({}, "text-or-phrase"),
        ({"text": "a", "phrase": "chat.hello"}, "text-or-phrase"),
        ({"phrase": "chat.curse"}, "unknown-phrase"),
    ],
)
async def test_lines_that_are_refused(alex: Player, body: dict[str, str], error: str) -> None:
    table = (await alex.create(ME, BOT))["table"]
    answer = await alex.post(f"/api/tables/{table}/chat", {"seat": 0, **body})
    assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert (await chat(alex, table))["lines"] == []


async def test_spectators_only_read(app: Starlette) -> None:
    table, _ = await two_people(app)
    assert (await say(visitor(app), table, 0, "psst")).status_code == 403


@pytest.mark.databases
async def test_a_blocked_person_is_read_at_no_table(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await say(bo, table, 1, "noise")
    blocked = await ask(alex, table, "chat/block", seat=1)
    assert (blocked["lines"], blocked["blocked"]) == ([], [1])
    await say(bo, table, 1, "more noise")
    assert (await chat(alex, table))["lines"] == []
    assert len((await chat(bo, table))["lines"]) == len((await chat(visitor(app), table))["lines"]) == 2
    assert (await chat(bo, table))["blocked"] == []
    heard = await ask(alex, table, "chat/block", seat=1, blocked=False)
    assert len(heard["lines"]) == 2
    assert await refused(alex, table, "chat/block", seat=0) == "no-block"


async def test_a_block_survives_a_log_in(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    account = {"name": "Bo", "password": "correct horse"}
    await visitor(app).post("/api/account", account)
    await ask(alex, table, "chat/block", seat=1)
    await bo.post("/api/account/enter", account)
    await say(bo, table, 1, "noise")
    assert (await chat(alex, table))["lines"] == []
    assert (await chat(alex, table))["blocked"] == [1]


async def test_a_guest_reports_a_line_once(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await say(bo, table, 1, "something bad")
    for reason in ("first", "second"):
        body = {"number": 1, "reason": reason}
        assert (await alex.post(f"/api/tables/{table}/chat/report", body)).json() == {}
    unknown = await alex.post(f"/api/tables/{table}/chat/report", {"number": 2})
    assert (unknown.status_code, unknown.json()["error"]) == (404, "unknown-line")
    async with app.state.parts.database.reading() as connection:
        rows = list(await connection.execute(select(REPORTS)))
    assert [(row.number, row.reason) for row in rows] == [(1, "second")]


async def test_chat_lines_are_limited(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex = visitor(app)
        table = (await alex.create(ME, BOT))["table"]
        answers = [await say(alex, table, 0, str(number)) for number in range(40)]
        assert {answer.status_code for answer in answers[:8]} == {200}
        assert 429 in {answer.status_code for answer in answers}


async def test_the_stream_carries_chat_lines(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as here:
        alex, bo = here.visitor(), here.visitor()
        created = await alex.create(ME, {"kind": "open"}, options={"first": 0})
        table = created["table"]
        await bo.post(f"/api/tables/{table}/seats", {"seat": 1})
        await say(alex, table, 0, "before")
        async with streamed(bo, table) as stream:
            assert (await stream.next())[1]["table"] == table
            first = await stream.line()
            while first != "event: chat":
                first = await stream.line()
            assert "before" in await stream.line()
            await say(alex, table, 0, "after")
            assert await stream.line() == "event: chat"
            lines = msgspec.json.decode((await stream.line()).removeprefix("data: "))
            assert [one["text"] for one in lines] == ["after"]
            await alex.play(await alex.state(table))
            id_, state = await stream.next()
            assert state["moves"] == 1
            assert id_.partition(".")[0] == "1"


async def test_a_stream_ends_when_its_client_logs_out_elsewhere(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as here:
        alex, phone = here.visitor(), here.visitor()
        account = {"name": "Alex", "password": "correct horse"}
        await alex.post("/api/account", account)
        await phone.post("/api/account/enter", account)
        table = (await alex.create(ME, BOT, options={"first": 0}))["table"]
        async with phone.client.stream("GET", f"/api/tables/{table}/stream?seat=0") as response:
            chunks = response.aiter_bytes()
            async with asyncio.timeout(TIME_LIMIT):
                while b"event: state" not in await anext(chunks):
                    pass
                await alex.post("/api/account/leave", {"everywhere": True})
                async for _ in chunks:
                    pass
