"""A process that reviews one finished game: reads its log, and writes each decision as soon as it is judged.

It runs with the lowest priority: bots and people come first.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.bots.review import Decision, Review, review
from guanxi.bots.search_bot import SearchSettings
from guanxi.engine.log import Log

if TYPE_CHECKING:
    from typing import BinaryIO

LEAST_URGENT = 19


class Wanted(msgspec.Struct):
    """A log, the decisions that are judged already, and the iterations of a search; None is the game's default."""

    log: Log
    known: list[Decision]
    iterations: int | None = None


class Told(msgspec.Struct):
    """A decision and the number of all decisions; at the end, the whole review."""

    decision: Decision | None = None
    count: int = 0
    review: Review | None = None


def answer(wanted: Wanted, answers: BinaryIO) -> None:
    """Review a game, decision by decision."""

    def tell(told: Told) -> None:
        answers.write(msgspec.json.encode(told) + b"\n")
        answers.flush()

    plan = SearchSettings(iterations=wanted.iterations) if wanted.iterations else None
    game = guanxi.game(wanted.log.game, wanted.log.rules)
    tell(Told(review=review(wanted.log, game, plan, lambda made, count: tell(Told(made, count)), wanted.known)))


def main() -> None:
    """Read one line, write many."""
    if hasattr(os, "nice"):
        os.nice(LEAST_URGENT)
    try:
        answer(msgspec.json.decode(sys.stdin.buffer.readline(), type=Wanted), sys.stdout.buffer)
    except BrokenPipeError:
        os._exit(0)  # the server is gone


if __name__ == "__main__":
    main()
