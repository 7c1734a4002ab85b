"""The order in which decisions get a worker: by urgency, and guests take turns.

A guest with many tables delays only their own.  Decisions that take no time worth mentioning have a lane of their own,
so that they do not wait for those that take seconds.
"""

from __future__ import annotations

from collections import OrderedDict
from enum import IntEnum
from itertools import product
from typing import TYPE_CHECKING

from guanxi.bots.levels import thinking_seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST = 0.1  # seconds that a level thinks, however many others wait
CHARITY = 8  # of so many decisions, one is the least urgent, so that nothing waits for ever


class Urgency(IntEnum):
    """How soon a decision is needed; the lowest number first."""

    WATCHED = 0  # a player looks at the table, or has asked for a hint
    PEOPLE = 1  # people play there, or watch
    BOTS = 2  # bots among themselves


class Job:
    """A decision that needs a worker, of a bot in a game, and the guests who wait for it."""

    def __init__(self, game: str, bot: str, urgency: Urgency, guests: Sequence[str]) -> None:
        self.bot = bot
        self.urgency = urgency
        self.guests = guests or ("",)
        self.guest = self.guests[0]  # in whose turn it is served
        self.seconds = thinking_seconds(game, bot)
        self.hurried: float | None = None  # seconds to think instead, because others wait

    @property
    def is_quick(self) -> bool:
        """Does the bot decide without thinking for a time?"""
        return not self.seconds

    @property
    def hurried_bot(self) -> str:
        """The name of the bot that decides, with the time it has left to think."""
        return self.bot if self.hurried is None else f"{self.bot}:{self.hurried:.1f}"


class Lane:
    """Jobs by urgency and guest; the guest who was served last comes last."""

    def __init__(self) -> None:
        self._waiting: list[OrderedDict[str, dict[Job, None]]] = [OrderedDict() for _ in Urgency]

    def put(self, job: Job) -> None:
        """Let a job wait for the guest who has the fewest waiting."""
        job.guest = min(job.guests, key=self.count)
        self._waiting[job.urgency].setdefault(job.guest, {})[job] = None

    def remove(self, job: Job) -> None:
        """Take a job out of the lane."""
        turns = self._waiting[job.urgency]
        del turns[job.guest][job]
        if not turns[job.guest]:
            del turns[job.guest]

    def next(self, urgency: Urgency) -> Job | None:
        """Take the next job of an urgency."""
        turns = self._waiting[urgency]
        if not turns:
            return None
        guest = next(iter(turns))
        job = next(iter(turns[guest]))
        turns.move_to_end(guest)
        self.remove(job)
        return job

    def count(self, guest: str) -> int:
        """The number of jobs that wait for a guest."""
        return sum(len(turns.get(guest, ())) for turns in self._waiting)

    def crowd(self, guest: str) -> int:
        """Count the jobs that share the workers with a guest: their own, and one for each other guest."""
        return self.count(guest) + len(set().union(*self._waiting) - {guest})

    def __len__(self) -> int:
        return sum(len(jobs) for turns in self._waiting for jobs in turns.values())


class FairQueue:
    """All jobs that wait for a worker."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._quick, self._slow = Lane(), Lane()
        self._taken = 0

    def put(self, job: Job) -> None:
        """Add a job."""
        self._lane(job).put(job)

    def remove(self, job: Job) -> None:
        """Take out a job that nobody waits for any more, or whose urgency changes."""
        self._lane(job).remove(job)

    def take(self, only_quick: bool = False) -> Job | None:
        """Take the next job, or the next quick one, and say how long it may think."""
        self._taken += 1
        order = sorted(Urgency, reverse=self._taken % CHARITY == 0)
        for urgency, lane in product(order, [self._quick] if only_quick else [self._slow, self._quick]):
            job = lane.next(urgency)
            if job:
                job.hurried = self._hurried(job)
                return job
        return None

    def _hurried(self, job: Job) -> float | None:
        """The time to think while others wait; None if nobody does."""
        crowd = self._slow.crowd(job.guest)
        if job.is_quick or not crowd:
            return None
        return max(SHORTEST, job.seconds / (1 + crowd / self._workers))

    def _lane(self, job: Job) -> Lane:
        return self._quick if job.is_quick else self._slow

    def __len__(self) -> int:
        return len(self._quick) + len(self._slow)
