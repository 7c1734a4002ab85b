"""Private chat lines: two players read them, and nobody else, wherever they look."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.server.builders import ME, TIME_LIMIT, Player, quick, visitor
from tests.server.chat.test_chat import chat
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio

OPEN = {"kind": "open"}
GREEDY = {"kind": "bot", "bot": "greedy"}
SECRET = "tea at dawn"


async def seated(players: list[Player], *, negotiation: bool = True) -> str:
    """A table of The White Lotus with these people and a bot; the first of them is emperor and speaks first."""
    first, *others = players
    seats = [ME, *[OPEN] * len(others), GREEDY]
    options = {"negotiation": negotiation, "emperor": 0}
    body = {"game": "white_lotus", "seats": seats, "options": options, "name": "Alex"}
    table = str((await first.post("/api/tables", body)).json()["table"])
    for seat, player in enumerate(others, 1):
        assert (await player.post(f"/api/tables/{table}/seats", {"seat": seat, "name": f"P{seat}"})).status_code == 200
    return table


async def whisper(player: Player, table: str, seat: int, to: int, text: str = SECRET) -> httpx.Response:
    return await player.post(f"/api/tables/{table}/chat", {"seat": seat, "text": text, "to": to})


async def texts(player: Player, table: str) -> list[tuple[str | None, int | None]]:
    return [(line["text"], line["to"]) for line in (await chat(player, table))["lines"]]


async def test_only_the_two_players_read_a_private_line(app: Starlette) -> None:
    alex, bo, cy = players = [visitor(app) for _ in range(3)]
    table = await seated(players)
    assert (await whisper(alex, table, 0, 1)).json()["to"] == 1
    await alex.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "hello all"})
    both = [(SECRET, 1), ("hello all", None)]
    assert await texts(alex, table) == await texts(bo, table) == both
    assert await texts(cy, table) == await texts(visitor(app), table) == both[1:]
    assert [(await chat(player, table))["private"] for player in (alex, cy, visitor(app))] == [True, True, False]


async def test_nothing_about_a_table_tells_others_a_private_line(app: Starlette) -> None:
    alex, bo, cy = players = [visitor(app) for _ in range(3)]
    table = await seated(players)
    await whisper(alex, table, 0, 1)
    paths = [route.path for route in app.state.parts.routes if route.method == "GET" and route.path.count("{") == 1]
    about_tables = [path.format(id=table) for path in paths if path.startswith("/api/tables/{id}")]
    assert len(about_tables) >= 4
    for path in about_tables:
        if not path.endswith("/stream"):
            for player in (cy, visitor(app)):
                assert SECRET not in (await player.get(path)).text
    assert SECRET in (await bo.get(f"/api/tables/{table}/chat")).text


async def test_the_stream_carries_a_private_line_to_its_reader_only(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as here:
        alex, bo, cy = players = [here.visitor() for _ in range(3)]
        table = await seated(players)
        async with streamed(bo, table) as to_bo, streamed(cy, table) as to_cy:
            await whisper(alex, table, 0, 1)
            await alex.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "hello all"})
            heard: dict[str, list[str]] = {"bo": [], "cy": []}
            for name, stream in (("bo", to_bo), ("cy", to_cy)):
                async with asyncio.timeout(TIME_LIMIT):
                    while "hello all" not in heard[name]:
                        if await stream.line() == "event: chat":
                            lines = msgspec.json.decode((await stream.line()).removeprefix("data: "))
                            heard[name] += [line["text"] for line in lines]
            assert heard == {"bo": [SECRET, "hello all"], "cy": ["hello all"]}


async def test_private_lines_that_are_refused(app: Starlette) -> None:
    players = [visitor(app) for _ in range(3)]
    table = await seated(players)
    plain = await seated(players, negotiation=False)
    for answer, error in (
        (await whisper(players[0], table, 0, 0), "no-whisper"),
        (await whisper(players[0], table, 0, 5), "no-seat"),
        (await whisper(players[0], plain, 0, 1), "no-whisper"),
        (await whisper(players[0], table, 1, 2), "not-your-seat"),
    ):
        assert answer.json()["error"] == error
    assert await texts(players[1], table) == []


async def test_a_line_that_a_guest_cannot_read_is_unknown_to_them(app: Starlette) -> None:
    alex, bo, cy = players = [visitor(app) for _ in range(3)]
    table = await seated(players)
    await whisper(alex, table, 0, 1)
    report = f"/api/tables/{table}/chat/report"
    assert (await cy.post(report, {"number": 1})).json()["error"] == "unknown-line"
    assert (await bo.post(report, {"number": 1})).json() == {}


async def test_private_lines_follow_a_guest_who_logs_in(app: Starlette) -> None:
    alex, bo, _ = players = [visitor(app) for _ in range(3)]
    table = await seated(players)
    await whisper(alex, table, 0, 1)
    account = {"name": "Bo", "password": "correct horse"}
    await visitor(app).post("/api/account", account)
    await bo.post("/api/account/enter", account)
    assert await texts(bo, table) == [(SECRET, 1)]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("want 1 influence", {"id": "deal.nothing"}),
        ("want 12 influence", {"id": "deal.decline", "params": {"why": {"id": "deal.keep.combat"}}}),
    ],
    ids=["for nothing", "for too little"],
)
async def test_a_bot_tells_its_partner_alone_why_it_declines(app: Starlette, wanted: str, why: dict[str, Any]) -> None:
    alex, bo = players = [visitor(app) for _ in range(2)]
    table = await seated(players)
    given = "give 1 combat" if "params" in why else "give 0 combat"
    for move in ("offer 2", "give 0 influence", given, wanted, "want 0 combat"):
        assert (await alex.send(await alex.state(table), move)).status_code == 200
    lines: list[dict[str, Any]] = []
    async with asyncio.timeout(TIME_LIMIT):
        while not lines:
            lines = (await chat(alex, table))["lines"]
    (line,) = lines
    assert (line["seat"], line["to"], line["phrase"]) == (2, 0, why)
    assert await texts(bo, table) == await texts(visitor(app), table) == []
