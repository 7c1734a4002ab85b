"""Workers serve jobs in a fair order, and quick jobs never wait for those that think."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from guanxi.server.bots.fair_queue import Job, Urgency
from guanxi.server.bots.workers import Withdrawn, Worker, Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """Jobs that hold their workers until they are told to end; no process is started."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.workers = Workers(2, patience=1.0, clock=self.clock)
        self.begun: list[str] = []
        self.by: dict[str, Worker] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self.jobs: dict[str, Job] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, bot: str = "master", urgency: Urgency = Urgency.PEOPLE) -> None:
        """A guest of this name asks for a decision."""
        self._ends[name] = asyncio.Event()
        self.jobs[name] = Job("han", bot, urgency, [name])
        self.tasks[name] = asyncio.create_task(self._hold(name))
        await settle()

    async def _hold(self, name: str) -> None:
        async with self.workers.worker(self.jobs[name]) as worker:
            self.begun.append(name)
            self.by[name] = worker
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        """The decision is made."""
        self._ends[name].set()
        await settle()


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def bench(anyio_backend: str) -> AsyncIterator[Bench]:
    bench = Bench()
    async with AsyncExitStack() as cleaning:
        cleaning.push_async_callback(bench.workers.close)
        yield bench
        for task in bench.tasks.values():
            task.cancel()
        await asyncio.gather(*bench.tasks.values(), return_exceptions=True)


async def test_a_quick_job_does_not_wait_for_those_that_think(bench: Bench) -> None:
    for number in range(1000):
        await bench.ask(f"master {number}", urgency=Urgency.WATCHED)
    await bench.ask("novice", bot="novice")
    assert bench.begun == ["master 0", "master 1", "novice"]
    assert bench.by["novice"] is bench.workers.quick


async def test_quick_jobs_use_every_worker_that_is_idle(bench: Bench) -> None:
    for name in "abcd":
        await bench.ask(name, bot="novice")
    assert bench.begun == ["a", "b", "c"]
    await bench.end("b")
    assert bench.begun == ["a", "b", "c", "d"]


async def test_a_table_that_somebody_begins_to_look_at_comes_first(bench: Bench) -> None:
    for name in "abcd":
        await bench.ask(name)
    bench.workers.reconsider(bench.jobs["d"], Urgency.WATCHED)
    await bench.end("a")
    await bench.end("b")
    assert bench.begun == ["a", "b", "d", "c"]


async def test_a_job_that_is_given_up_leaves_its_worker_to_the_next(bench: Bench) -> None:
    for name in "abcd":
        await bench.ask(name)
    bench.tasks["c"].cancel()
    await settle()
    assert bench.workers.waiting == 1
    await bench.end("a")
    assert bench.begun == ["a", "b", "d"]


async def test_a_job_given_up_in_the_moment_it_gets_a_worker_returns_it(bench: Bench) -> None:
    for name in "abcd":
        await bench.ask(name)
    bench._ends["a"].set()
    for _ in range(20):
        await asyncio.sleep(0)
        if bench.jobs["c"] not in bench.workers._waiting:
            bench.tasks["c"].cancel()
            break
    await settle()
    assert bench.begun == ["a", "b", "d"]


async def test_a_job_that_is_withdrawn_is_not_waited_for(bench: Bench) -> None:
    for name in "abcd":
        await bench.ask(name)
    bench.workers.withdraw(bench.jobs["c"])
    with pytest.raises(Withdrawn):
        await bench.tasks["c"]
    await bench.end("a")
    assert bench.begun == ["a", "b", "d"]


async def test_without_workers_everything_waits(anyio_backend: str) -> None:
    workers, job = Workers(0, patience=1.0), Job("han", "novice", Urgency.WATCHED, ["alex"])
    waiting = asyncio.create_task(workers.worker(job).__aenter__())
    await settle()
    assert workers.waiting == 1
    workers.withdraw(job)
    with pytest.raises(Withdrawn):
        await waiting


async def test_the_queue_can_be_measured(bench: Bench) -> None:
    for name in "abc":
        await bench.ask(name)
    bench.clock.now += 3
    await bench.ask("d")
    bench.clock.now += 2
    workers = bench.workers
    assert (workers.waiting, workers.longest_wait, workers.served, workers.waited) == (2, 5.0, 2, 0.0)
    await bench.end("a")
    assert (workers.waiting, workers.longest_wait, workers.served, workers.waited) == (1, 2.0, 3, 5.0)
    await bench.end("b")
    assert (workers.waiting, workers.longest_wait) == (0, 0.0)
