"""How strong bots are on one scale: openskill's Plackett–Luce model over all games of a match.

Ratings are read like those of chess: 400 points more make a seat ten times as likely to win as another.  The bot
`greedy` has 1,000 points, and where it is not, the bot named first.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import msgspec

from guanxi.lab.chances import NORMAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.lab.plan import Match
    from guanxi.lab.play import Played

ANCHOR = "greedy"
ANCHORED = 1000.0
TENFOLD = 400.0
ROUNDS = 2  # the first finds about where the bots are, so that the second does not depend on who met whom first


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's rating, and the 95 % interval of its distance from the anchor."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(plan: Match, games: Sequence[Played]) -> tuple[Rating, ...]:
    """The ratings of all bots of a match, in the order they were named; none if there is nobody to compare with."""
    if len(plan.bots) < 2:
        return ()
    from openskill.models import PlackettLuce

    # Bots do not grow while they play (tau).  A game of many seats gives more comparisons than it is worth (gamma).
    model = PlackettLuce(tau=0.0, gamma=lambda *_: 2 / plan.seats)
    found = [model.rating() for _ in plan.bots]
    for _ in range(ROUNDS):
        found = [model.rating(mu=one.mu) for one in found]
        for game in games:
            for one, other, draw in comparisons(plan.lineups[game.table], game.shares):
                ((found[one],), (found[other],)) = model.rate(
                    [[found[one]], [found[other]]], ranks=[1, 1 if draw else 2]
                )
    anchor = plan.called.index(ANCHOR) if ANCHOR in plan.called else 0
    scale = TENFOLD / log(10) / (model.beta * sqrt(2))
    return tuple(
        distance(
            name,
            one.mu - found[anchor].mu,
            0 if bot == anchor else sqrt(one.sigma**2 + found[anchor].sigma ** 2),
            scale,
        )
        for bot, (name, one) in enumerate(zip(plan.bots, found, strict=True))
    )


def comparisons(lineup: Sequence[int], shares: Sequence[float]) -> Iterator[tuple[int, int, bool]]:
    """Who was better than whom, or as good: a winner than all others, losers are not compared.

    Whether one of two seats wins or the other depends only on the strength of these two, whoever else plays.
    """
    seated = list(zip(lineup, shares, strict=True))
    for index, (one, share) in enumerate(seated):
        for other, others in seated[index + 1 :]:
            if one != other and (share or others):
                yield (one, other, share == others) if share else (other, one, False)


def distance(bot: str, mu: float, sigma: float, scale: float) -> Rating:
    """So far from the anchor, in points."""
    rating, half = ANCHORED + mu * scale, NORMAL * sigma * scale
    return Rating(bot=bot, rating=rating, low=rating - half, high=rating + half)
