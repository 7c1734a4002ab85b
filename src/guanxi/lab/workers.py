"""Play many games, in this process or in several.

Games are handed out in batches.  The function that plays a batch must be importable by other processes.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from guanxi.lab.game_runner import BotFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from concurrent.futures import Future

SECONDS = 1.0  # of play per batch: short enough to show progress and to lose little when interrupted
LARGEST = 50  # games per batch: the bots' thinking time, which sizes batches, is not all the time a game takes


class Timed(Protocol):
    """A finished game."""

    @property
    def seconds(self) -> Sequence[float]:
        """Thinking time of each bot."""


Key = TypeVar("Key")
Game = TypeVar("Game", bound=Timed)


class Batches(Generic[Key]):
    """Hand out games in batches: one at first, then as many as take about a second."""

    def __init__(self, games: Iterable[Key]) -> None:
        self.games = iter(games)
        self.size = 1

    def next(self) -> list[Key]:
        """Return the next batch; empty once all games are handed out."""
        return list(islice(self.games, self.size))

    def adapt(self, played: Sequence[Timed]) -> None:
        """Choose the size of the next batches by how long these games took."""
        seconds = sum(sum(one.seconds) for one in played) / len(played)
        self.size = max(1, min(LARGEST, int(SECONDS / max(seconds, SECONDS / LARGEST))))


class PlaysDeals(Protocol[Game]):
    """A plan that can play ranges of deals."""

    def play_deals(self, deals: range) -> list[Game]:
        """Play all games of these deals."""


def play_all(plan: PlaysDeals[Game], deals: range, jobs: int) -> Generator[list[Game], None, None]:
    """Play deals of a plan, and yield the games as they are finished."""
    return play_in(jobs, partial(play_some, plan), deals)


def play_some(plan: PlaysDeals[Game], deals: Sequence[int]) -> list[Game]:
    """Play consecutive deals."""
    return plan.play_deals(range(deals[0], deals[-1] + 1))


def play_in(
    jobs: int, play: Callable[[list[Key]], list[Game]], games: Iterable[Key]
) -> Generator[list[Game], None, None]:
    """Play all games in `jobs` processes and yield them as they are finished; one job is this process."""
    return play_in_processes(jobs, play, games) if jobs > 1 else (play([game]) for game in games)


def play_in_processes(
    jobs: int, play: Callable[[list[Key]], list[Game]], games: Iterable[Key]
) -> Generator[list[Game], None, None]:
    """Play all games in other processes and yield them as they are finished."""
    batches = Batches(games)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=start_worker) as pool:

        def submit(count: int) -> set[Future[list[Game]]]:
            handed = (batches.next() for _ in range(count))
            return {pool.submit(play, batch) for batch in handed if batch}

        try:
            with interrupts_blocked():
                running = submit(2 * jobs)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= submit(len(done))
                for batch in done:
                    played = batch.result()
                    batches.adapt(played)
                    yield played
        except BrokenProcessPool:
            raise BotFailed("A process of the match died. Run it with --jobs 1 to see in which game.") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Delay Ctrl-C here and block it in processes started here: one that dies while starting would keep a lock."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """Ignore Ctrl-C and SIGTERM, which the parent handles, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    """Wait until the parent has ended, then exit: a parent that is killed cannot tell its children."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def processors() -> int:
    """Return how many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
