"""The processes in which bots think, shared by all tables."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from anyio import CancelScope

from guanxi.server.bots.fair_queue import FairQueue
from guanxi.server.bots.worker import Asked, Chosen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from guanxi.server.bots.fair_queue import Job, Urgency

WORKER = ("-m", "guanxi.server.bots.worker")


class Crashed(Exception):
    """A worker has died, or has taken too long."""


class Withdrawn(Exception):
    """A job is no longer needed, because its table has changed."""


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


class Waiting:
    """A job that waits for a worker, and since when."""

    def __init__(self, since: float) -> None:
        self.worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.since = since


class Workers:
    """A pool of workers, which jobs get in a fair order.  One more worker than asked for does only quick jobs.

    Without workers, jobs wait until another process has made their moves and they are withdrawn.
    """

    def __init__(self, count: int, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.quick = Worker(patience)
        self.workers = [self.quick, *(Worker(patience) for _ in range(count))] if count else []
        self.served = 0  # jobs that have got a worker
        self.waited = 0.0  # seconds that they have waited for it, in all
        self._clock = clock
        self._queue = FairQueue(max(1, count))
        self._waiting: dict[Job, Waiting] = {}
        self._idle = list(self.workers)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return len(self._waiting)

    @property
    def longest_wait(self) -> float:
        """The seconds that the oldest of these jobs has waited so far."""
        first = next(iter(self._waiting.values()), None)
        return self._clock() - first.since if first else 0.0

    @asynccontextmanager
    async def worker(self, job: Job) -> AsyncIterator[Worker]:
        """A worker, as soon as it is this job's turn."""
        self._waiting[job] = waiting = Waiting(self._clock())
        self._queue.put(job)
        self._serve()
        try:
            worker = await asyncio.shield(waiting.worker)
        except asyncio.CancelledError:
            if job in self._waiting:
                del self._waiting[job]
                self._queue.remove(job)
            elif not waiting.worker.exception():
                self._release(waiting.worker.result())
            raise
        try:
            yield worker
        finally:
            self._release(worker)

    def reconsider(self, job: Job, urgency: Urgency) -> None:
        """Let a job that waits do so with another urgency."""
        if job in self._waiting and job.urgency != urgency:
            self._queue.remove(job)
            job.urgency = urgency
            self._queue.put(job)

    def withdraw(self, job: Job) -> None:
        """Let nobody wait any longer for a job that has not begun: whoever does gets `Withdrawn`."""
        if job in self._waiting:
            self._queue.remove(job)
            self._waiting.pop(job).worker.set_exception(Withdrawn())

    def _release(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Give idle workers to the jobs whose turn it is; a quick job leaves the others to those that think."""
        for worker in sorted(self._idle, key=lambda idle: idle is not self.quick):
            job = self._queue.take(only_quick=worker is self.quick)
            if job:
                self._idle.remove(worker)
                waiting = self._waiting.pop(job)
                self.served += 1
                self.waited += self._clock() - waiting.since
                waiting.worker.set_result(worker)

    async def close(self) -> None:
        """Kill all processes."""
        for worker in self.workers:
            await worker.close()
