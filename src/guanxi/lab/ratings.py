"""Ratings of bots on one scale, by openskill's Plackett–Luce model over all games of a match.

The scale is that of chess: 400 points more make a seat ten times as likely to win.  The bot `greedy`, or else the bot
named first, is the anchor with 1,000 points.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.rates import NORMAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.lab.game_runner import PlayedGame
    from guanxi.lab.match_plan import MatchPlan

ANCHOR = "greedy"
ANCHORED = 1000.0
TENFOLD = 400.0
ROUNDS = 2  # the first round gives rough ratings, so that the second does not depend on the order of games


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's rating, and the 95 % interval of its distance from the anchor."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(plan: MatchPlan, games: Sequence[PlayedGame]) -> tuple[Rating, ...]:
    """The ratings of all bots of a match, in the order they were named; empty for a single bot."""
    if len(plan.bots) < 2:
        return ()
    from openskill.models import PlackettLuce

    # tau: bots do not improve while they play.  gamma: a game with many seats yields more comparisons than evidence.
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
    """Pairs (better, worse, drawn): each winner beats all losers; losers are not compared.

    In the model, which of two seats wins depends only on the strength of these two, whoever else plays.
    """
    seated = list(zip(lineup, shares, strict=True))
    for index, (one, share) in enumerate(seated):
        for other, others in seated[index + 1 :]:
            if one != other and (share or others):
                yield (one, other, share == others) if share else (other, one, False)


def distance(bot: str, mu: float, sigma: float, scale: float) -> Rating:
    """Convert a difference from the anchor into a rating."""
    rating, half = ANCHORED + mu * scale, NORMAL * sigma * scale
    return Rating(bot=bot, rating=rating, low=rating - half, high=rating + half)
