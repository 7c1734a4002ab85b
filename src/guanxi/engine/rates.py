"""Shares that were measured, with their confidence intervals."""

from __future__ import annotations

from math import sqrt

import msgspec

NORMAL = 1.959964  # standard deviations around the mean that hold 95 % of a normal distribution


class Rate(msgspec.Struct, frozen=True):
    """An estimated share between 0 and 1 with its 95 % confidence interval."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.1%} ({self.low * 100:.1f}–{self.high:.1%})"


def wilson(mean: float, games: float, deviations: float) -> Rate:
    """Wilson's score interval for a share measured in this many independent games."""
    pull = deviations * deviations / games
    centre = (mean + pull / 2) / (1 + pull)
    half = deviations * sqrt(mean * (1 - mean) / games + pull / (4 * games)) / (1 + pull)
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half))


def surely_differ(one: Rate, other: Rate) -> bool:
    """Whether the interval of the difference of two rates leaves out 0 (Newcombe's, from Wilson's intervals)."""
    lower, upper = (one, other) if one.estimate <= other.estimate else (other, one)
    apart = upper.estimate - lower.estimate
    return apart > sqrt((lower.high - lower.estimate) ** 2 + (upper.estimate - upper.low) ** 2)
