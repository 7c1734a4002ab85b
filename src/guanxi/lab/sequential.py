"""The sequential test of a match: stop as soon as it is clear whether a bot's win rate is at most LOW or at least HIGH.

This is the generalised sequential probability ratio test (GSPRT) that chess engines are tested with, applied to the
means of deals, because games of one deal are not independent.  The variance of a deal is unknown, so each hypothesis is
given the variance that fits it best.  Both error rates are about 5 %.
"""

from __future__ import annotations

from math import log
from typing import Literal

import msgspec

from guanxi.engine.errors import BadOption

ERROR = 0.05  # probability of each kind of error
BOUND = log((1 - ERROR) / ERROR)
FEWEST = 10  # deals needed before a variance means anything
Verdict = Literal["accepted", "rejected", "undecided"]


class SequentialTest(msgspec.Struct, frozen=True):
    """The hypotheses: a win rate of at most `low` (rejected) or at least `high` (accepted)."""

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> SequentialTest:
        """Parse `LOW:HIGH`, two win rates between 0 and 1."""
        try:
            low, high = (float(part) for part in text.split(":"))
        except ValueError:
            raise BadOption(f"A test is written LOW:HIGH, for example 0.5:0.55, not {text!r}.") from None
        if not 0 <= low < high <= 1:
            raise BadOption(f"A test needs two win rates with 0 ≤ LOW < HIGH ≤ 1, not {text}.")
        return cls(low, high)


class SequentialTestResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a test."""

    low: float
    high: float
    verdict: Verdict
    ratio: float  # log-likelihood ratio
    bound: float  # the test is decided when the ratio is above this or below its negative
    deals: int


class SequentialTestRun:
    """A test in progress, fed with the means of deals one by one."""

    def __init__(self, test: SequentialTest) -> None:
        self.test = test
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, mean: float) -> Verdict:
        """Add a deal and return the verdict so far."""
        self.deals += 1
        self.total += mean
        self.squares += mean * mean
        return self.verdict

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of HIGH against LOW, given the deals so far."""
        if not self.deals:
            return 0.0
        mean = self.total / self.deals
        # Four imaginary deals, two lost and two won, keep a few equal deals from deciding the test at once.
        spread = (self.squares - self.deals * mean * mean + 1) / (self.deals + 4)
        off_low, off_high = mean - self.test.low, mean - self.test.high
        return self.deals / 2 * log((spread + off_low * off_low) / (spread + off_high * off_high))

    @property
    def verdict(self) -> Verdict:
        """The verdict so far: "accepted" means HIGH, "rejected" means LOW."""
        if self.deals < FEWEST or abs(self.ratio) < BOUND:
            return "undecided"
        return "accepted" if self.ratio > 0 else "rejected"

    @property
    def result(self) -> SequentialTestResult:
        """The result so far."""
        return SequentialTestResult(
            low=self.test.low,
            high=self.test.high,
            verdict=self.verdict,
            ratio=self.ratio,
            bound=BOUND,
            deals=self.deals,
        )
