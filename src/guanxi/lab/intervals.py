"""Confidence intervals of measured rates."""

from __future__ import annotations

from statistics import fmean, variance
from typing import TYPE_CHECKING

from guanxi.engine.rates import NORMAL, Rate, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def student(freedom: int) -> float:
    """The number of standard deviations that hold 95 % of Student's t distribution."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    # The first terms of the expansion around the normal distribution are accurate to 0.003 from here on.
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
