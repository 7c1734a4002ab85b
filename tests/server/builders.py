"""Shared by the server's tests: a server without a network, and players who use its API."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx

from guanxi.server.app import make_app
from guanxi.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

ME, BOT, FRIEND, OPEN, HERE = (
    {"kind": "me"},
    {"kind": "bot", "bot": "random"},
    {"kind": "friend"},
    {"kind": "open"},
    {"kind": "here"},
)
TIME_LIMIT = 120  # seconds to wait for what must happen; generous, because the machine may be busy
_numbers = count()


def quick(folder: Path, **changes: Any) -> Settings:
    """Settings for tests: no waiting, no limits."""
    return Settings(**{"db": str(folder / "tables.db"), "bot_delay": 0.0, "limited": False, **changes})


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Starlette]:
    """A server without a network."""
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        yield app


def freeze_limits(app: Starlette) -> None:
    """Let no time pass for the limits of a server, however slow the machine is."""
    app.state.parts.limits.clock = lambda: 0.0


class Player:
    """A browser or a program."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Send a GET request."""
        return await self.client.get(path, headers=headers)

    async def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        """Send a POST request."""
        return await self.client.post(path, json=body, headers=headers)

    async def create(self, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Create a table of Hanamikoji."""
        answer = await self.post("/api/tables", {"game": "hanamikoji", "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    async def state(self, table: str, seat: int | None = None) -> dict[str, Any]:
        """A table as the player sees it."""
        answer = await self.get(f"/api/tables/{table}" + ("" if seat is None else f"?seat={seat}"))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def send(
        self, state: dict[str, Any], move: str | int, id_: str | None = None, length: int | None = None
    ) -> httpx.Response:
        """Send a move for the seat of a state."""
        body = {
            "seat": state["seat"],
            "move": move,
            "length": state["length"] if length is None else length,
            "id": id_ or f"move-{next(_numbers)}",
        }
        return await self.post(f"/api/tables/{state['table']}/moves", body)

    async def play(self, state: dict[str, Any], move: str | int | None = None) -> dict[str, Any]:
        """Make a move, by default the first legal one; return the new state."""
        answer = await self.send(state, state["legal"][0]["notation"] if move is None else move)
        assert answer.status_code == 200, answer.text
        after: dict[str, Any] = answer.json()
        return after

    async def turn(self, table: str, seat: int) -> dict[str, Any]:
        """The table when it is a seat's turn, or the game is over."""
        async with asyncio.timeout(TIME_LIMIT):
            state = await self.state(table, seat)
            while seat not in state["to_move"] and not state["over"]:
                await asyncio.sleep(0.005)
                state = await self.state(table, seat)
        return state

    async def undo(self, state: dict[str, Any], id_: str | None = None) -> httpx.Response:
        """Ask for an undo."""
        body = {"seat": state["seat"], "length": state["length"], "id": id_ or f"undo-{next(_numbers)}"}
        return await self.post(f"/api/tables/{state['table']}/undo", body)


def visitor(app: Starlette, **headers: str) -> Player:
    """A new client."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    return Player(httpx.AsyncClient(transport=transport, base_url="http://guanxi.test", headers=headers))


async def two_people(app: Starlette, **more: Any) -> tuple[str, list[Player]]:
    """A table with two people; seat 0 goes first by default."""
    alex, bo = visitor(app), visitor(app)
    created = await alex.create(ME, FRIEND, name="Alex", **{"options": {"first": 0}, **more})
    link = created["links"]["1"].removeprefix("/join/")
    joined = await bo.post("/api/join", {"token": link, "name": "Bo"})
    assert joined.status_code == 200, joined.text
    for player in (alex, bo):
        await player.state(created["table"])  # a live clock waits until both have come
    return created["table"], [alex, bo]


async def play_on(table: str, players: list[Player], moves: int = 10_000) -> dict[str, Any]:
    """Make a number of moves, or play to the end; return the last mover's state."""
    for _ in range(moves):
        state = await players[0].state(table)
        if state["over"]:
            break
        mover = players[state["to_move"][0]]
        state = await mover.play(await mover.state(table, state["to_move"][0]))
    return state


async def rematch(table: str, *players: Player) -> str:
    """Let everybody agree to a rematch; returns its table."""
    for player in players:
        seat = (await player.state(table))["seat"]
        answer = await player.post(f"/api/tables/{table}/rematch", {"seat": seat})
        assert answer.status_code == 200, answer.text
    return str(answer.json()["rematch"]["table"])


async def ask(player: Player, table: str, path: str, **body: Any) -> dict[str, Any]:
    """Send a request that must be granted."""
    answer = await player.post(f"/api/tables/{table}/{path}", body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def refused(player: Player, table: str, path: str, **body: Any) -> str:
    """Send a request that must be refused."""
    answer = await player.post(f"/api/tables/{table}/{path}", body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"])
