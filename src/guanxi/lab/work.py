"""Who plays many games: this process, or several at a time.

What is to be played is handed out in batches; what plays a batch is a function that other processes can import.
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

from guanxi.lab.play import BotFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from concurrent.futures import Future

SECONDS = 1.0  # of play in a batch, so that progress is seen and little is lost when a match is interrupted
LARGEST = 50  # games in a batch, since not all time is spent thinking


class Timed(Protocol):
    """A finished game."""

    @property
    def seconds(self) -> Sequence[float]:
        """How long each bot has thought."""


Where = TypeVar("Where")
Game = TypeVar("Game", bound=Timed)


class Batches(Generic[Where]):
    """Games to hand out: first one at a time, then as many as are played in about a second."""

    def __init__(self, places: Iterable[Where]) -> None:
        self.places = iter(places)
        self.size = 1

    def next(self) -> list[Where]:
        """Some more games; none when all are handed out."""
        return list(islice(self.places, self.size))

    def learn(self, played: Sequence[Timed]) -> None:
        """How long games take."""
        seconds = sum(sum(one.seconds) for one in played) / len(played)
        self.size = max(1, min(LARGEST, int(SECONDS / max(seconds, SECONDS / LARGEST))))


class PlaysDeals(Protocol[Game]):
    """What can play some deals."""

    def play_deals(self, deals: range) -> list[Game]:
        """All games of these deals."""


def play_all(plan: PlaysDeals[Game], deals: int, jobs: int) -> Generator[list[Game], None, None]:
    """All deals of a plan, as they are finished."""
    return play_in(jobs, partial(play_some, plan), range(deals))


def play_some(plan: PlaysDeals[Game], deals: Sequence[int]) -> list[Game]:
    """Some deals that follow each other."""
    return plan.play_deals(range(deals[0], deals[-1] + 1))


def play_in(
    jobs: int, play: Callable[[list[Where]], list[Game]], places: Iterable[Where]
) -> Generator[list[Game], None, None]:
    """All games, as they are finished, in so many processes; with one job in this process."""
    return play_elsewhere(jobs, play, places) if jobs > 1 else (play([place]) for place in places)


def play_elsewhere(
    jobs: int, play: Callable[[list[Where]], list[Game]], places: Iterable[Where]
) -> Generator[list[Game], None, None]:
    """All games, as they are finished, in other processes."""
    batches = Batches(places)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin_work) as pool:

        def submit(count: int) -> set[Future[list[Game]]]:
            handed = (batches.next() for _ in range(count))
            return {pool.submit(play, batch) for batch in handed if batch}

        try:
            with interrupts_later():
                running = submit(2 * jobs)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= submit(len(done))
                for batch in done:
                    played = batch.result()
                    batches.learn(played)
                    yield played
        except BrokenProcessPool:
            raise BotFailed("A process of the match has died. With --jobs 1 one sees in which game.") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Ctrl-C waits, and processes started here never hear it: one that is just starting would die with a lock."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_work() -> None:
    """Ctrl-C is for the process that started this one; when that has ended in whatever way, this one ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the process that started this one: it may be killed without a word to anybody."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
