"""Servers and workers on one database, which are killed and replaced."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import httpx

from tests.server.forked import Forked, forked
from tests.server.network import guanxi_work

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random


class Cluster:
    """Server processes on one database, and workers beside them; people use any server that answers."""

    def __init__(self, url: str, log: Path, **settings: int) -> None:
        self._url = url
        self._log = log
        self._settings = settings
        self._held = AsyncExitStack()
        self._running: list[tuple[Forked, str]] = []
        self._workers: list[asyncio.subprocess.Process] = []
        self._available = asyncio.Event()
        self._turn = 0

    async def __aenter__(self) -> Cluster:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._held.aclose()

    async def start(self) -> None:
        """Start one more process."""
        server = await self._held.enter_async_context(forked(self._url, self._log, **self._settings))
        self._running.append(server)
        self._available.set()

    async def kill(self, random: Random) -> None:
        """Kill one process and start another."""
        server, _ = self._running.pop(random.randrange(len(self._running)))
        if not self._running:
            self._available.clear()
        server.kill()
        await server.wait()
        await self.start()

    async def replace_dead(self) -> list[int]:
        """Start others for processes that have ended by themselves; returns their exit codes."""
        servers = [one for one in self._running if one[0].returncode is not None]
        workers = [one for one in self._workers if one.returncode is not None]
        for server in servers:
            self._running.remove(server)
            await self.start()
        for worker in workers:
            self._workers.remove(worker)
            await self.start_worker()
        codes = [server.returncode for server, _ in servers] + [worker.returncode for worker in workers]
        return [code for code in codes if code is not None]

    async def start_worker(self) -> None:
        """Start one more `guanxi work`."""
        with self._log.open("ab") as log:
            self._workers.append(await self._held.enter_async_context(guanxi_work(self._url, log)))

    async def kill_worker(self) -> None:
        """Kill the oldest worker and start another."""
        worker = self._workers.pop(0)
        worker.kill()
        await worker.wait()
        await self.start_worker()

    async def available(self) -> None:
        """Wait until a server is running, or is believed to be."""
        await self._available.wait()

    @property
    def address(self) -> str:
        """A process, each time the next one."""
        if not self._running:
            raise httpx.ConnectError("no server is running")
        self._turn += 1
        return self._running[self._turn % len(self._running)][1]
