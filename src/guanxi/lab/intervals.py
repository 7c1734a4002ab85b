"""Confidence intervals of measured rates."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

NORMAL = 1.959964  # standard deviations around the mean that hold 95 % of a normal distribution
STUDENT = (
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
)  # the same for Student's t distribution with 1 to 9 degrees of freedom


class Rate(msgspec.Struct, frozen=True):
    """An estimated share between 0 and 1 with its 95 % confidence interval."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.1%} ({self.low * 100:.1f}–{self.high:.1%})"


def rate(deals: Sequence[float]) -> Rate:
    """Estimate a rate from deals, each given as the mean share of its games.

    Games of one deal are not independent, but deals are: their variance tells how many independent games they amount
    to.  Wilson's interval for that number stays within 0 to 1 and has a width even if the first few deals agree.
    """
    mean = fmean(deals)
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    if spread == 0.0:
        return wilson(mean, len(deals), NORMAL)
    return wilson(mean, mean * (1 - mean) / spread, student(len(deals) - 1))


def wilson(mean: float, games: float, deviations: float) -> Rate:
    """Wilson's score interval for a share measured in this many independent games."""
    pull = deviations * deviations / games
    centre = (mean + pull / 2) / (1 + pull)
    half = deviations * sqrt(mean * (1 - mean) / games + pull / (4 * games)) / (1 + pull)
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half))


def student(freedom: int) -> float:
    """The number of standard deviations that hold 95 % of Student's t distribution."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    # The first terms of the expansion around the normal distribution are accurate to 0.003 from here on.
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
