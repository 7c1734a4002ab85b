"""What the games of a match come to."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.lab.chances import Rate, rate
from guanxi.lab.ratings import Rating, ratings
from guanxi.lab.sequential import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.lab.plan import Match
    from guanxi.lab.play import Played


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one bot reached; in a pool, alone against copies of each other one.

    A game won by several is shared between them.
    """

    bot: str
    cheats: bool  # it was given the true position
    games: int
    wins: int  # alone
    shared: int
    rate: Rate
    score: float  # on average
    decisions: int
    seconds: float  # for one decision, on average
    longest: float  # the slowest decision, in seconds


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A whole match."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    seats: int
    pool: bool
    deals: int  # at each table
    games: int
    bots: tuple[Standing, ...]
    payoffs: tuple[tuple[Rate | None, ...], ...]  # in a pool: the share of the row's bot, alone against the column's
    ratings: tuple[Rating, ...]  # in a pool
    by_seat: tuple[Rate, ...]  # what each seat won
    first: Rate | None  # what those won who took the first decision; None where several take it together
    test: Answer | None
    decisions: int
    kept: int  # games that a file had from before
    seconds: float


class Chair(NamedTuple):
    """Where a bot sits."""

    table: int
    place: int  # in the line-up


def summary(plan: Match, games: Sequence[Played], seconds: float, test: Answer | None, kept: int) -> MatchResult:
    """All about a match; `games` are whole deals."""
    chairs = standings_of(plan)
    firsts = [(one.deal, one.first) for one in games if one.first is not None]
    return MatchResult(
        game=plan.game.name,
        rules=plan.game.rules_version,
        options=plan.options,
        seed=plan.seed,
        seats=plan.seats,
        pool=plan.pool,
        deals=len(games) // plan.seats // len(plan.lineups),
        games=len(games),
        bots=tuple(standing(plan, games, name, its) for name, its in chairs),
        payoffs=payoffs(plan, games) if plan.pool else (),
        ratings=ratings(plan, games) if plan.pool else (),
        by_seat=tuple(deal_rate((one.deal, one.by_seat[seat]) for one in games) for seat in range(plan.seats)),
        first=deal_rate(firsts) if len(firsts) == len(games) else None,
        test=test,
        decisions=sum(sum(one.decisions) for one in games),
        kept=kept,
        seconds=seconds,
    )


def standings_of(plan: Match) -> list[tuple[str, list[Chair]]]:
    """The lines of the standings: at one table one for each seat, in a pool one for each bot."""
    if not plan.pool:
        return [(name, [Chair(0, index)]) for index, name in enumerate(plan.names[0])]
    return [(name, alone(plan, bot)) for bot, name in enumerate(plan.bots)]


def alone(plan: Match, bot: int) -> list[Chair]:
    """Where a bot of a pool sits alone against copies of another."""
    return [Chair(table, lineup.index(bot)) for table, lineup in enumerate(plan.lineups) if lineup.count(bot) == 1]


def standing(plan: Match, games: Sequence[Played], name: str, chairs: Sequence[Chair]) -> Standing:
    """What the games come to in some chairs that the same bot sits in."""
    at = dict(chairs)
    its = [(one, at[one.table]) for one in games if one.table in at]
    shares = [one.shares[index] for one, index in its]
    decisions = sum(one.decisions[index] for one, index in its)
    first = chairs[0]
    return Standing(
        bot=name,
        cheats=plan.cheating[plan.lineups[first.table][first.place]],
        games=len(its),
        wins=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        rate=deal_rate((one.deal, one.shares[index]) for one, index in its),
        score=fmean(one.scores[index] for one, index in its),
        decisions=decisions,
        seconds=sum(one.seconds[index] for one, index in its) / max(1, decisions),
        longest=max(one.longest[index] for one, index in its),
    )


def payoffs(plan: Match, games: Sequence[Played]) -> tuple[tuple[Rate | None, ...], ...]:
    """The share of each bot alone against copies of each other one; none against itself."""
    chair = {(lineup[0], lineup[1]): Chair(table, 0) for table, lineup in enumerate(plan.lineups)}
    if plan.seats == 2:
        chair |= {(lineup[1], lineup[0]): Chair(table, 1) for table, lineup in enumerate(plan.lineups)}
    at_table = defaultdict(list)
    for one in games:
        at_table[one.table].append(one)
    bots = range(len(plan.bots))
    found = {
        pair: deal_rate((one.deal, one.shares[index]) for one in at_table[table])
        for pair, (table, index) in chair.items()
    }
    return tuple(tuple(found.get((one, other)) for other in bots) for one in bots)


def deal_rate(shares: Iterable[tuple[int, float]]) -> Rate:
    """The rate over shares of which each is of a deal."""
    return rate(list(deal_means(shares).values()))


def deal_means(shares: Iterable[tuple[int, float]]) -> dict[int, float]:
    """The mean share of each deal."""
    of_deal: defaultdict[int, list[float]] = defaultdict(list)
    for deal, share in shares:
        of_deal[deal].append(share)
    return {deal: fmean(its) for deal, its in of_deal.items()}
