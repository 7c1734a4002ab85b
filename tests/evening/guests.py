"""Guests over HTTP, who ask what a browser asks: pages of the club and of the tournament, streams, moves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable
    from concurrent.futures import Future

LOOK = 3.0  # seconds between two looks at a page, as in the client
THINKING = (0.3, 1.5)  # seconds for a decision
PATIENCE = 600.0  # seconds for what all do together
SOON = 0.5  # seconds between two looks of somebody in a hurry
AGAIN = 1.0  # seconds after which a request is sent again if the server is down


class Crowd:
    """A thread in which guests act, beside browsers that are driven from this one."""

    def __init__(self, address: str, hurry: bool = False) -> None:
        self._address, self._hurry, self.counts = address, hurry, Counter[str]()
        self._guests: list[Guest] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def guests(self, names: Iterable[str]) -> list[Guest]:
        """New guests."""
        found = [Guest(self._address, name, self.counts, self._hurry) for name in names]
        self._guests += found
        return found

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        self.spawn(self._leave()).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _leave(self) -> None:
        """Let everybody close their browser."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for guest in self._guests:
            await guest.leave()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        """Let something happen."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def together(self, work: list[Coroutine[Any, Any, Any]]) -> None:
        """Do all of this at once, and wait for it."""
        for one in [self.spawn(each) for each in work]:
            one.result(PATIENCE)


class Guest:
    """A person's browser, without a screen."""

    def __init__(self, address: str, name: str, counts: Counter[str], hurry: bool) -> None:
        self.name, self._counts, self._random = name, counts, Random(name)
        self._thinking = (0.0, 0.02) if hurry else THINKING
        self._client = httpx.AsyncClient(base_url=address, timeout=60)
        self._moves = 0

    async def ask(self, method: str, path: str, body: Any = None, grants: tuple[int, ...] = (200, 201)) -> Any:
        """Send a request until the server answers it; an answer that is none of those granted is counted."""
        while True:
            try:
                answer = await self._client.request(method, path, json=body)
            except httpx.TransportError:
                self._counts["requests without an answer"] += 1
            else:
                self._counts["requests"] += 1
                if answer.status_code in grants:
                    return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text
                self._counts[f"refused: {method} {path.split('/')[2:]}: {answer.text[:160]}"] += 1
                if answer.status_code < 500 and answer.status_code != 429:
                    return None
            await asyncio.sleep(AGAIN)

    async def join(self, link: str) -> None:
        """Come in by the club's link."""
        token = link.rsplit("/", 1)[1].lstrip("#")
        await self.ask("GET", link)
        await self.ask("GET", "/api/me")
        await self.ask("POST", "/api/join/club/look", {"token": token})
        await self.ask("POST", "/api/join/club", {"token": token, "name": self.name})

    async def enter(self, tournament: str) -> None:
        """Enter the tournament, if it is still missing them."""
        await self.ask("POST", f"/api/tournaments/{tournament}/enter", {"name": None})

    async def compete(self, tournament: str) -> None:
        """Keep the tournament's page open, and play whatever game opens there, until it is over."""
        while True:
            page = await self.ask("GET", f"/api/tournaments/{tournament}")
            if page["state"] == "over":
                return
            if page["table"]:
                await self.play(page["table"])
            await asyncio.sleep(LOOK)

    async def play_round(self, tournament: str, number: int) -> None:
        """Play the game of a round."""
        while True:
            page = await self.ask("GET", f"/api/tournaments/{tournament}")
            if page["table"]:
                return await self.play(page["table"])
            if page["round"] >= number:
                return None  # a bye, or the game is over
            await asyncio.sleep(SOON)

    async def sit_down(self, club: str) -> str:
        """Take an open seat at the club's table; returns the table."""
        while True:
            page = await self.ask("GET", f"/api/clubs/{club}")
            for table in page["waiting"]:
                seat = next((seat["seat"] for seat in table["seats"] if seat["open"]), None)
                where = f"/api/tables/{table['table']}/seats"
                if seat is not None:
                    answer = await self.ask("POST", where, {"seat": seat, "name": self.name}, (200, 409))
                    if "error" not in answer:  # nobody was quicker
                        return str(table["table"])
            await asyncio.sleep(LOOK)

    async def play(self, table: str) -> None:
        """Play a game to its end by random moves, with its stream open as at a page."""
        following = asyncio.create_task(self._follow(table))
        try:
            while not (state := await self.ask("GET", f"/api/tables/{table}"))["over"]:
                if state["legal"]:
                    await asyncio.sleep(self._random.uniform(*self._thinking))
                    await self._move(state)
                else:
                    await asyncio.sleep(SOON)
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following

    async def _move(self, state: dict[str, Any]) -> None:
        """Make a move; somebody else may have been quicker."""
        self._moves += 1
        silent = state["view"].get("step") == "offers"
        move = "silent" if silent else self._random.choice(state["legal"])["notation"]
        wish = {"seat": state["seat"], "move": move, "length": state["length"], "id": f"{id(self)}-{self._moves}"}
        await self.ask("POST", f"/api/tables/{state['table']}/moves", wish, (200, 409))
        self._counts["moves over HTTP"] += 1

    async def _follow(self, table: str) -> None:
        """Keep the stream of a table open; it comes back when the server does."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                async with self._client.stream("GET", f"/api/tables/{table}/stream", timeout=None) as stream:
                    async for _ in stream.aiter_bytes():
                        pass
            await asyncio.sleep(AGAIN)

    async def leave(self) -> None:
        """Close the browser."""
        await self._client.aclose()
