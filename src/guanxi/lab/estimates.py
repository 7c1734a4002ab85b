"""Estimates from sums over deals: means with their standard errors.

Games of one deal, and seats of one game, are not independent, but deals are.  So every mean here is a ratio of two sums
over deals, and its error comes from the variance between deals.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from guanxi.engine.rates import wilson
from guanxi.lab.intervals import student

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW = 30  # with fewer deals no difference is called significant
SAME = 1e-9  # smaller differences are rounding errors
WRONGLY = 0.01  # probability of a false positive among all values compared together


class Estimate(NamedTuple):
    """A measured mean with its 95 % interval, standard error and number of deals."""

    value: float
    low: float
    high: float
    error: float
    deals: int

    def differs(self, fair: float, looks: int = 1) -> bool:
        """Whether it differs significantly from the fair value when this many are compared together (Bonferroni)."""
        if self.deals < FEW:
            return False
        deviations = deviations_of(looks)
        if self.error:
            return abs(self.value - fair) > self.error * deviations
        # All deals agree: either it is always so, or an exception was never seen.
        seen = wilson(min(1.0, max(0.0, self.value)), self.deals, deviations)
        return abs(self.value - fair) > SAME and not seen.low <= fair <= seen.high

    def distance(self, fair: float) -> float:
        """The distance from the fair value in standard errors."""
        return abs(self.value - fair) / self.error if self.error else sqrt(self.deals)

    def times_more(self, fair: float, looks: int = 1) -> float:
        """How many times as many games would make such a difference significant, if it is as large as it seems."""
        distance = self.distance(fair)
        return (deviations_of(looks) / distance) ** 2 if distance else inf


def deviations_of(looks: int) -> float:
    """The standard errors from which one of so many differences is significant."""
    return NormalDist().inv_cdf(1 - WRONGLY / 2 / max(1, looks))


class Ratio:
    """The ratio of two sums over deals."""

    def __init__(self) -> None:
        self.deals = 0
        self.above = self.below = self.squares = self.products = self.weights = 0.0

    def add(self, above: float, below: float) -> None:
        """One more deal."""
        if not above and not below:
            return
        self.deals += 1
        self.above += above
        self.below += below
        self.squares += above * above
        self.products += above * below
        self.weights += below * below

    def estimate(self, share: bool = False) -> Estimate | None:
        """Estimate the ratio; the interval of a `share` stays within 0 to 1.  None if nothing was added."""
        if not self.below:
            return None
        value = self.above / self.below
        spread = max(0.0, self.squares - 2 * value * self.products + value * value * self.weights)
        error = sqrt(spread * self.deals / max(1, self.deals - 1)) / abs(self.below)
        if error < SAME:
            error = 0.0
        deviations = student(max(1, self.deals - 1))
        if not share:
            return Estimate(value, value - deviations * error, value + deviations * error, error, self.deals)
        if not error and SAME < value < 1 - SAME and self.deals >= FEW:
            return Estimate(value, value, value, error, self.deals)
        games = value * (1 - value) / error**2 if error and 0 < value < 1 else self.deals
        found = wilson(min(1.0, max(0.0, value)), games, deviations)
        return Estimate(value, found.low, found.high, error, self.deals)


class DealSums:
    """Collects what the games of one deal add to ratios."""

    def __init__(self) -> None:
        self.sums: dict[Ratio, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, ratio: Ratio, above: float, below: float = 1.0) -> None:
        """Add to the sums of this deal."""
        sums = self.sums[ratio]
        sums[0] += above
        sums[1] += below

    def close(self) -> None:
        """Add the complete deal to the ratios."""
        for ratio, (above, below) in self.sums.items():
            ratio.add(above, below)


class Impact:
    """How using or having something relates to winning; a correlation, not a cause."""

    def __init__(self) -> None:
        self.uses = 0
        self.users = 0  # number of seats that used it, over all games
        self.share = Ratio()  # win share of the seats that used it
        self.points = Ratio()  # points of the seats that used it, relative to the mean of the table
        self.gain = Ratio()  # slope: win share per use more than the others at the table
        self.deals: dict[int, tuple[float, int]] = {}  # wins and users in each deal, if versions are compared

    def add(
        self, deal: Iterable[tuple[tuple[int, ...], tuple[float, ...], tuple[int, ...]]], number: int | None = None
    ) -> None:
        """Add a deal: for each of its games the uses, shares and scores by seat; `number` if versions are compared."""
        won = points = rise = run = 0.0
        users = 0
        for uses, shares, scores in deal:
            seats = len(uses)
            usual, average = sum(uses) / seats, sum(scores) / seats
            self.uses += sum(uses)
            for used, share, score in zip(uses, shares, scores, strict=True):
                rise += (used - usual) * (share - 1 / seats)
                run += (used - usual) ** 2
                if used:
                    users += 1
                    won += share
                    points += score - average
        self.users += users
        self.share.add(won, users)
        if number is not None and users:
            self.deals[number] = won, users
        self.points.add(points, users)
        self.gain.add(rise, run)

    def fingerprint(self) -> tuple[float, ...]:
        """Equal for two things that the same seats used in the same games."""
        sums = (self.share.above, self.share.products, self.points.above, self.points.squares, self.gain.above)
        return (self.uses, self.users, *(round(one, 6) for one in sums), round(self.gain.below, 6))
