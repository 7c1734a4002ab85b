"""A test that ends as soon as it knows: is a bot's share at most LOW, or at least HIGH?

The generalised sequential probability ratio test, as chess programs are tested with, on the means of deals: the games
of one deal lean on each other, deals do not.  The variance of a deal is not known beforehand, so each hypothesis is
given the variance that suits it best.  Either error is made in about 5 of 100 tests.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Literal

import msgspec

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterable

ERROR = 0.05  # of either kind
BOUND = log((1 - ERROR) / ERROR)
FEWEST = 10  # deals, before which a variance says nothing
Verdict = Literal["accepted", "rejected", "undecided"]


class Question(msgspec.Struct, frozen=True):
    """Is the share at most `low` (rejected) or at least `high` (accepted)?"""

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> Question:
        """From `LOW:HIGH`, two shares between 0 and 1."""
        try:
            low, high = (float(part) for part in text.split(":"))
        except ValueError:
            raise BadOption(f"A test is given as LOW:HIGH, for example 0.5:0.55, not as {text!r}.") from None
        if not 0 <= low < high <= 1:
            raise BadOption(f"A test needs two shares 0 ≤ LOW < HIGH ≤ 1, not {text}.")
        return cls(low, high)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """How a test ended."""

    low: float
    high: float
    verdict: Verdict
    ratio: float  # the logarithm of the likelihood ratio
    bound: float  # at which it decides, above or below zero
    deals: int


class Trial:
    """Takes the means of deals one by one."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, mean: float) -> Verdict:
        """What is known after one more deal."""
        self.deals += 1
        self.total += mean
        self.squares += mean * mean
        return self.verdict

    @property
    def ratio(self) -> float:
        """The logarithm of how much likelier the deals are if the share is HIGH than if it is LOW."""
        if not self.deals:
            return 0.0
        mean = self.total / self.deals
        # Four deals that nobody played, two lost and two won: so equal deals never make a test certain at once.
        spread = (self.squares - self.deals * mean * mean + 1) / (self.deals + 4)
        off_low, off_high = mean - self.question.low, mean - self.question.high
        return self.deals / 2 * log((spread + off_low * off_low) / (spread + off_high * off_high))

    @property
    def verdict(self) -> Verdict:
        """Accepted is HIGH, rejected is LOW."""
        if self.deals < FEWEST or abs(self.ratio) < BOUND:
            return "undecided"
        return "accepted" if self.ratio > 0 else "rejected"

    @property
    def answer(self) -> Answer:
        """All about it."""
        return Answer(
            low=self.question.low,
            high=self.question.high,
            verdict=self.verdict,
            ratio=self.ratio,
            bound=BOUND,
            deals=self.deals,
        )


def decided_after(question: Question, deals: Iterable[float]) -> Trial:
    """A test that has taken deals until it knew, or all of them."""
    test = Trial(question)
    for mean in deals:
        if test.add(mean) != "undecided":
            break
    return test
