"""A process that looks at one finished game again: reads its log, and tells each decision as soon as it is judged.

It is the last to get the processor: bots and people come first.
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
    """A log, its first decisions if they are known, and how many iterations a search has if that is not left open."""

    log: Log
    known: list[Decision]
    iterations: int | None = None


class Told(msgspec.Struct):
    """A decision, and how many there are; or, as the last word, the whole."""

    decision: Decision | None = None
    count: int = 0
    review: Review | None = None


def answer(wanted: Wanted, answers: BinaryIO) -> None:
    """Look at a game, and say what there is to say."""

    def tell(told: Told) -> None:
        answers.write(msgspec.json.encode(told) + b"\n")
        answers.flush()

    plan = SearchSettings(iterations=wanted.iterations) if wanted.iterations else None
    game = guanxi.game(wanted.log.game)
    tell(Told(review=review(wanted.log, game, plan, lambda made, count: tell(Told(made, count)), wanted.known)))


def main() -> None:
    """One line in, many lines out."""
    if hasattr(os, "nice"):
        os.nice(LEAST_URGENT)
    try:
        answer(msgspec.json.decode(sys.stdin.buffer.readline(), type=Wanted), sys.stdout.buffer)
    except BrokenPipeError:
        os._exit(0)  # the server is gone, and nobody waits for a last word


if __name__ == "__main__":
    main()
