"""Clients of a tortured server: they insist until they are answered, and note every answer."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import msgspec

from guanxi.lab.verify import verify
from tests.server.builders import BOT, ME, TIME_LIMIT
from tests.server.network import Stream

if TYPE_CHECKING:
    from random import Random

    from tests.server.network import Cluster
    from tests.torture.notes import Notes

SEATS = {"hanamikoji": 2, "han": 3, "white_lotus": 3, "haiduci": 4}
VANISHING = 0.05  # the share of moves whose client is gone before the answer
PAUSE = 0.05  # seconds between attempts


class Browser:
    """A person's browser: one cookie, any process."""

    def __init__(self, cluster: Cluster, notes: Notes, random: Random) -> None:
        self.cluster, self.notes, self.random = cluster, notes, random
        self.client = httpx.AsyncClient(timeout=TIME_LIMIT, limits=httpx.Limits())

    async def __aenter__(self) -> Browser:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def insist(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request until a process answers it."""
        async with asyncio.timeout(TIME_LIMIT):
            while True:
                try:
                    answer = await self.client.request(method, self.cluster.address + path, json=body)
                    if self.answered(answer.status_code, f"{method} {path}"):
                        return answer
                except httpx.TransportError:
                    self.notes.counts["requests without an answer"] += 1
                await asyncio.sleep(PAUSE)

    def answered(self, status: int, request: str) -> bool:
        """Note an answer; returns whether it is one, not a request to try again."""
        if status == 503:
            self.notes.counts["answers of 503"] += 1
        elif status not in (200, 201, 409):
            self.notes.fault(f"{request} was answered {status}")
        return status != 503

    async def vanish(self, path: str, body: Any) -> None:
        """Send a request, or half of it, and be gone before the answer."""
        text = msgspec.json.encode(body)
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nContent-Type: application/json\r\n"
        sent = f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(self.cluster.address).port)
            writer.write(self.random.choice((sent, sent[: -len(text) // 2])))
            await writer.drain()
            writer.close()
            self.notes.counts["vanished clients"] += 1
        except (OSError, httpx.ConnectError):
            self.notes.counts["requests without an answer"] += 1


class Game:
    """A table that is played to its end by random moves, and its stream."""

    def __init__(self, browser: Browser, name: str, bots: int) -> None:
        self.browser, self._notes, self._name = browser, browser.notes, name
        self._people = range(SEATS[name] - bots)
        self._seats = [ME] * len(self._people) + [BOT] * bots
        self._ids = count()
        self.table = ""
        self._seen: dict[str, Any] = {}

    async def play(self, enough: asyncio.Event) -> None:
        """Play until the game is over or it is enough; the stream must have followed."""
        wanted = {"game": self._name, "seats": self._seats}
        self.table = (await self.browser.insist("POST", "/api/tables", wanted)).json()["table"]
        self._notes.counts["tables"] += 1
        following = asyncio.create_task(self._follow())
        try:
            state = await self._state(0)
            while not state["over"] and not enough.is_set():
                seats = [seat for seat in state["to_move"] if seat in self._people]
                await asyncio.gather(*(self._move(seat) for seat in seats))
                if not seats:
                    await asyncio.sleep(PAUSE)
                state = await self._state(0)
            if state["over"]:
                await self._verify()
            await self._caught_up(state["length"])
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _state(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = (await self.browser.insist("GET", f"/api/tables/{self.table}?seat={seat}")).json()
        return found

    async def _move(self, seat: int) -> None:
        state = await self._state(seat)
        if not state["legal"]:
            return
        move, id_ = self.browser.random.choice(state["legal"])["notation"], f"{seat}-{next(self._ids)}"
        body = {"seat": seat, "move": move, "length": state["length"], "id": id_}
        path = f"/api/tables/{self.table}/moves"
        if self.browser.random.random() < VANISHING:
            await self.browser.vanish(path, body)
        answer = await self.browser.insist("POST", path, body)
        if answer.status_code == 200:
            self._notes.acknowledged[self.table, seat, id_] = f"{seat} {move}"
        else:
            self._notes.refused.add((self.table, seat, id_))

    async def _verify(self) -> None:
        log = (await self.browser.insist("GET", f"/api/tables/{self.table}/log")).content
        for check in verify(log):
            if check.passed is False:
                self._notes.fault(f"the log of {self.table} ({self._name}): {check.says}")

    async def _follow(self) -> None:
        """Follow the stream, and come back to it as a browser does."""
        id_ = ""
        while True:
            try:
                address = f"{self.browser.cluster.address}/api/tables/{self.table}/stream?seat=0"
                headers = {"Last-Event-ID": id_} if id_ else {}
                async with self.browser.client.stream("GET", address, headers=headers) as response:
                    if self.browser.answered(response.status_code, "GET a stream"):
                        self._notes.counts["streams opened"] += 1
                        stream = Stream(response)
                        stream.state = self._seen
                        while True:
                            id_, self._seen = await stream.next()
            except (httpx.TransportError, httpx.StreamError, EOFError, TimeoutError):
                pass
            await asyncio.sleep(PAUSE)

    async def _caught_up(self, length: int) -> None:
        try:
            async with asyncio.timeout(TIME_LIMIT):
                while self._seen.get("length", -1) < length:
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            self._notes.fault(f"the stream of {self.table} ({self._name}) has not reached entry {length}")


async def herd(game: Game, size: int) -> None:
    """Open many streams of a table at once; each must get its first state."""
    browser = game.browser
    path = f"/api/tables/{game.table}/stream"

    async def come() -> None:
        async with asyncio.timeout(TIME_LIMIT):
            while True:
                try:
                    async with browser.client.stream("GET", browser.cluster.address + path) as response:
                        if browser.answered(response.status_code, "GET a stream"):
                            await Stream(response).next()
                            return
                except (httpx.TransportError, EOFError):
                    pass
                await asyncio.sleep(PAUSE)

    browser.notes.counts["streams in herds"] += size
    for outcome in await asyncio.gather(*(come() for _ in range(size)), return_exceptions=True):
        if outcome is not None:
            browser.notes.fault(f"a stream of a herd did not come back: {outcome!r}")
