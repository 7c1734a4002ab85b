"""The processes in which bots think, shared by all tables."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from anyio import CancelScope

from guanxi.server.bots.worker import Asked, Chosen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WORKER = ("-m", "guanxi.server.bots.worker")


class Crashed(Exception):
    """A worker has died, or has taken too long."""


class Worker:
    """One process, started when it is first needed and restarted when it has died."""

    def __init__(self, patience: float) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._patience = patience

    async def choose(self, asked: Asked) -> Chosen:
        """Ask for a bot's decision."""
        process = self.process or await self._start()
        assert process.stdin
        assert process.stdout
        try:
            async with asyncio.timeout(self._patience):
                process.stdin.write(msgspec.json.encode(asked) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            return msgspec.json.decode(line, type=Chosen)
        except (OSError, TimeoutError, msgspec.DecodeError) as wrong:
            await self.close()
            raise Crashed from wrong
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _start(self) -> asyncio.subprocess.Process:
        # A process that is only half started would be left behind.  It has its own session: Ctrl-C in a terminal is for
        # the server, which then ends its workers.
        with CancelScope(shield=True):
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        assert self.process
        return self.process

    async def close(self) -> None:
        """Kill the process, if there is one."""
        process, self.process = self.process, None
        if process and process.returncode is None:
            process.kill()
            with CancelScope(shield=True):
                await process.wait()


class Workers:
    """A pool of workers."""

    def __init__(self, count: int, patience: float) -> None:
        self.workers = [Worker(patience) for _ in range(count)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self._idle.put_nowait(worker)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A worker, as soon as one is idle."""
        worker = await self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """Kill all processes."""
        for worker in self.workers:
            await worker.close()
