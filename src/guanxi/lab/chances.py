"""How far a measured rate can be trusted."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

NORMAL = 1.959964  # 95 % of a normal distribution lie this many deviations around its mean
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)  # the same with 1 to 9 degrees of freedom


class Rate(msgspec.Struct, frozen=True):
    """A share between 0 and 1, and the 95 % confidence interval around it."""

    rate: float
    low: float
    high: float


def rate(deals: Sequence[float]) -> Rate:
    """The mean over deals, each given as the mean share of its games.

    Games of one deal are not independent, deals are: their spread says how many independent games they are worth.
    Wilson's interval for that many never leaves 0 to 1, nor is it certain after a few equal deals.
    """
    mean = fmean(deals)
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    if spread == 0.0:
        return wilson(mean, len(deals), NORMAL)
    return wilson(mean, mean * (1 - mean) / spread, student(len(deals) - 1))


def wilson(mean: float, games: float, deviations: float) -> Rate:
    """Wilson's score interval for a share found in so many independent games."""
    pull = deviations * deviations / games
    centre = (mean + pull / 2) / (1 + pull)
    half = deviations * sqrt(mean * (1 - mean) / games + pull / (4 * games)) / (1 + pull)
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half))


def student(freedom: int) -> float:
    """How many deviations hold 95 % of Student's t distribution."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    # From here on the first terms of its expansion around the normal distribution are right to 0.003.
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
