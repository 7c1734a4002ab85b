"""Clients of a tortured server: they insist until they are answered, and note every answer."""

from __future__ import annotations

import asyncio
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import msgspec

from guanxi.lab.verify import verify
from tests.server.builders import BOT, ME, OPEN
from tests.server.network import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tests.server.cluster import Cluster
    from tests.torture.notes import Notes

SEATS = {"hanamikoji": 2, "han": 3, "white_lotus": 3, "haiduci": 4}
VANISHING = 0.05  # the share of moves whose client is gone before the answer
PATIENCE = 600.0  # seconds that a client waits for an answer; a busy machine may be slow, but not that slow
PAUSE = 0.05  # seconds between attempts


class GaveUp(Exception):
    """A client got no answer for so long that no torture excuses it."""


class Browser:
    """A person's browser: one cookie, any process."""

    def __init__(self, cluster: Cluster, notes: Notes, random: Random) -> None:
        self.cluster, self.notes, self.random = cluster, notes, random
        self.client = new_client()

    async def __aenter__(self) -> Browser:
        await self.insist("GET", "/api/me")  # a guest from now on, also if the answer to a later request is lost
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def insist(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request until a process answers it."""
        last = "nothing was tried"
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self.cluster.available()
                    try:
                        answer = await self.client.request(method, self.cluster.address + path, json=body)
                        if self.answered(answer.status_code, f"{method} {path}"):
                            return answer
                        last = answer.text
                    except httpx.TransportError as wrong:
                        self.notes.counts["requests without an answer"] += 1
                        last = repr(wrong)
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            raise GaveUp(f"{method} {path}: for {PATIENCE:g} s no answer, at last {last}") from None

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
    """A table that is played to its end by random moves: each person has a browser, and the first one a stream."""

    def __init__(self, browsers: Sequence[Browser], name: str) -> None:
        self.browser, self._browsers, self._notes, self._name = browsers[0], browsers, browsers[0].notes, name
        bots = SEATS[name] - len(browsers)
        self._seats = [ME, *([OPEN] * (len(browsers) - 1)), *([BOT] * bots)]
        self._ids = count()
        self.table = ""
        self._seen: dict[str, Any] = {}

    async def play(self, enough: asyncio.Event) -> None:
        """Play until the game is over or it is enough; the stream must have followed."""
        wanted = {"game": self._name, "seats": self._seats}
        self.table = (await self.browser.insist("POST", "/api/tables", wanted)).json()["table"]
        self._notes.counts["tables"] += 1
        for seat, browser in enumerate(self._browsers):
            if seat:
                await browser.insist("POST", f"/api/tables/{self.table}/seats", {"seat": seat})
        following = asyncio.create_task(self._follow())
        try:
            state = await self._state(0)
            while not state["over"] and not enough.is_set():
                seats = [seat for seat in state["to_move"] if seat < len(self._browsers)]
                if seats:
                    states = await asyncio.gather(*(self._move(seat) for seat in seats))
                    state = max(states, key=itemgetter("length"))
                else:
                    await asyncio.sleep(PAUSE)
                    state = await self._state(0)
            if state["over"]:
                await self._verify()
                self._notes.counts["games played to their ends"] += 1
            await self._caught_up(state["length"])
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _state(self, seat: int) -> dict[str, Any]:
        path = f"/api/tables/{self.table}?seat={seat}"
        found: dict[str, Any] = (await self._browsers[seat].insist("GET", path)).json()
        return found

    async def _move(self, seat: int) -> dict[str, Any]:
        """Make a move if the seat may still do so; returns what it sees then."""
        state = await self._state(seat)
        if not state["legal"]:
            return state
        browser, path = self._browsers[seat], f"/api/tables/{self.table}/moves"
        move, id_ = browser.random.choice(state["legal"])["notation"], f"{seat}-{next(self._ids)}"
        body = {"seat": seat, "move": move, "length": state["length"], "id": id_}
        if browser.random.random() < VANISHING:
            await browser.vanish(path, body)
        answer = await browser.insist("POST", path, body)
        if answer.status_code != 200:
            self._notes.refused.add((self.table, seat, id_))
            return state
        self._notes.acknowledged[self.table, seat, id_] = f"{seat} {move}"
        made: dict[str, Any] = answer.json()
        return made

    async def _verify(self) -> None:
        log = (await self.browser.insist("GET", f"/api/tables/{self.table}/log")).content
        for check in verify(log):
            if check.passed is False:
                self._notes.fault(f"the log of {self.table} ({self._name}): {check.says}")

    async def _follow(self) -> None:
        """Follow the stream, and come back to it as a browser does."""
        id_ = ""
        while True:
            await self.browser.cluster.available()
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
            async with asyncio.timeout(PATIENCE):
                while self._seen.get("length", -1) < length:
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            self._notes.fault(f"the stream of {self.table} ({self._name}) has not reached entry {length}")


async def herd(game: Game, size: int) -> None:
    """Open many streams of a table at once; each must get its first state, also if the player goes home meanwhile."""
    browser = game.browser
    path = f"/api/tables/{game.table}/stream"
    client = new_client()
    client.cookies = browser.client.cookies

    async def come() -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                await browser.cluster.available()
                try:
                    async with client.stream("GET", browser.cluster.address + path) as response:
                        if browser.answered(response.status_code, "GET a stream"):
                            await Stream(response).next()
                            return
                except (httpx.TransportError, EOFError, TimeoutError):
                    pass
                await asyncio.sleep(PAUSE)

    browser.notes.counts["streams in herds"] += size
    async with client:
        for outcome in await asyncio.gather(*(come() for _ in range(size)), return_exceptions=True):
            if outcome is not None:
                browser.notes.fault(f"a stream of a herd did not come back: {outcome!r}")


def new_client() -> httpx.AsyncClient:
    """A client that waits for a long time."""
    return httpx.AsyncClient(timeout=PATIENCE / 2, limits=httpx.Limits())
