"""Win shares in units of the fair share, and how they differ between versions of a game.

1.00 is fair: a quarter of the wins at a table of four.  Games of the same deal begin from the same shuffle in every
version, so differences are measured deal by deal, which removes part of the luck.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from guanxi.lab.estimates import Estimate
from guanxi.lab.intervals import student

if TYPE_CHECKING:
    from collections.abc import Collection

    from guanxi.lab.estimates import Impact, Ratio


def fair_share(ratio: Ratio, players: int) -> Estimate | None:
    """A share of the wins in units of the fair share; None if nothing was added."""
    found = ratio.estimate(share=True)
    if found is None:
        return None
    value, low, high, error = (players * number for number in found[:4])
    return Estimate(value, low, high, error, found.deals)


def with_interval(share: Estimate | None) -> str:
    """Format a share and its interval."""
    return f"{share.value:.2f} ({share.low:.1f}–{share.high:.1f})" if share else "–"


def extremes(found: Collection[Estimate], should: tuple[float, float]) -> str:
    """The smallest and the largest share, and how many are not where they should be."""
    low, high = should
    values = [share.value for share in found]
    outside = sum(not low <= value <= high for value in values)
    surely = sum(share.high < low or share.low > high for share in found)
    return f"{min(values):.2f}–{max(values):.2f}, {outside} outside ({surely} surely)"


def difference(base: Impact, other: Impact, players: tuple[int, int]) -> Estimate | None:
    """How much larger the other's share is, in units of the fair share; None if one of them was never seen."""
    if not base.deals or not other.deals:
        return None
    before, after = (deviations(one, count) for one, count in zip((base, other), players, strict=True))
    deals = before.keys() | after.keys()
    squares = sum((after.get(deal, 0.0) - before.get(deal, 0.0)) ** 2 for deal in deals)
    error = sqrt(squares * len(deals) / max(1, len(deals) - 1))
    value = players[1] * other.share.above / other.share.below - players[0] * base.share.above / base.share.below
    half = error * student(max(1, len(deals) - 1))
    return Estimate(value, value - half, value + half, error, min(len(base.deals), len(other.deals)))


def deviations(impact: Impact, players: int) -> dict[int, float]:
    """How far each deal moves the share from its mean."""
    share, users = impact.share.above / impact.share.below, impact.share.below
    return {deal: players * (won - share * used) / users for deal, (won, used) in impact.deals.items()}
