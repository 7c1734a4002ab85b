"""Sums over deals, and what can be said from them: a value and how far it can be trusted.

Games of one deal, and the seats of one game, are not independent; deals are.  So every average here is a ratio of two
sums over deals, and its error comes from how much the deals differ.
"""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.chances import student, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW = 30  # with fewer deals nothing is said about whether a difference is real
SAME = 1e-9  # what differs by less differs only by rounding
WRONGLY = 0.01  # so often may chance alone make one of several things looked at together stand out


class Estimate(NamedTuple):
    """A measured average with its 95 % interval, its standard error and the number of deals behind it."""

    value: float
    low: float
    high: float
    error: float
    deals: int

    def differs(self, fair: float, looks: int = 1) -> bool:
        """Is it another value than the fair one, beyond chance, when so many are looked at together?"""
        if self.deals < FEW:
            return False
        deviations = NormalDist().inv_cdf(1 - WRONGLY / 2 / max(1, looks))
        if self.error:
            return abs(self.value - fair) > self.error * deviations
        # All deals agree: it is always so, or it was never seen to be otherwise.
        seen = wilson(min(1.0, max(0.0, self.value)), self.deals, deviations)
        return abs(self.value - fair) > SAME and not seen.low <= fair <= seen.high

    def distance(self, fair: float) -> float:
        """How far it is from the fair value, in errors."""
        return abs(self.value - fair) / self.error if self.error else sqrt(self.deals)


class Ratio:
    """The sum of something over deals, divided by the sum of something else."""

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
        """The ratio; a share has an interval that never leaves 0 to 1.  None if nothing was added."""
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


class Deal:
    """What the games of one deal add to ratios."""

    def __init__(self) -> None:
        self.sums: dict[Ratio, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, ratio: Ratio, above: float, below: float = 1.0) -> None:
        """Something more of this deal."""
        sums = self.sums[ratio]
        sums[0] += above
        sums[1] += below

    def close(self) -> None:
        """The deal is whole."""
        for ratio, (above, below) in self.sums.items():
            ratio.add(above, below)


class Worth:
    """What something is worth to those who have it or use it."""

    def __init__(self) -> None:
        self.uses = 0
        self.users = 0  # seats, over all games
        self.share = Ratio()  # of the wins, for those who used it
        self.points = Ratio()  # more than the table's average, for those who used it
        self.gain = Ratio()  # of win share, for one more use than the others at the table

    def add(self, deal: Iterable[tuple[tuple[int, ...], tuple[float, ...], tuple[int, ...]]]) -> None:
        """One more deal: for each of its games, by seat, the uses, the shares and the scores."""
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
        self.points.add(points, users)
        self.gain.add(rise, run)

    def fingerprint(self) -> tuple[float, ...]:
        """Two things with the same one were used by the same seats of the same games."""
        sums = (self.share.above, self.share.products, self.points.above, self.points.squares, self.gain.above)
        return (self.uses, self.users, *(round(one, 6) for one in sums), round(self.gain.below, 6))
