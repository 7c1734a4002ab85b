"""The best moves of a seat, found by a strong bot that knows no more than its player."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

import msgspec

from guanxi.server.bots.bots import guests_of
from guanxi.server.bots.fair_queue import Job, Urgency
from guanxi.server.bots.worker import Asked

if TYPE_CHECKING:
    from guanxi.bots.explanations import Alternative
    from guanxi.server.bots.workers import Worker, Workers
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

ADVISER = "expert"  # the bot that gives hints


class Question(msgspec.Struct, frozen=True):
    """A decision that a person wants a hint for, and the number of steps after which it stands."""

    table_id: str
    seat: int
    steps: int

    def stands(self, play: Play) -> bool:
        """Is the table as it was when the question was asked?"""
        return len(play.steps) == self.steps and self.seat in play.to_move


class Advises(Protocol):
    """Finds the best moves, in this process or in another."""

    async def find(self, question: Question) -> list[Alternative]:
        """The best moves; none if the table has changed.  Raises Crashed if nobody finds them."""


class Advice:
    """Finds the best moves in the processes in which bots think here."""

    def __init__(self, tables: Tables, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers

    async def find(self, question: Question) -> list[Alternative]:
        """The best moves, as soon as a worker is free; none if the table has changed by then."""
        async with self._tables.opened(question.table_id) as play:
            job = Job(play.header.game, ADVISER, Urgency.WATCHED, guests_of(play))
        async with self._workers.worker(job) as worker:
            async with self._tables.opened(question.table_id) as play:
                if not question.stands(play):
                    return []
                asked = as_asked(play, question.seat, job.hurried_bot)
            return await alternatives(worker, asked)


def as_asked(play: Play, seat: int, adviser: str) -> Asked:
    """The question to a bot: the seat's sight, and nothing else."""
    sight, options = play.table.sight(seat), msgspec.to_builtins(play.table.options)
    return Asked(sight.game.name, options, adviser, seat, sight.numbers(), secrets.randbits(62), explain=True)


async def alternatives(worker: Worker, asked: Asked) -> list[Alternative]:
    """A worker's answer."""
    return (await worker.choose(asked)).alternatives
