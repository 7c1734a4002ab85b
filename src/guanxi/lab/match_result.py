"""The result of a match, computed from its games."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.engine.rates import Rate
from guanxi.lab.intervals import rate
from guanxi.lab.ratings import Rating, ratings
from guanxi.lab.sequential import SequentialTestResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.lab.game_runner import PlayedGame
    from guanxi.lab.match_plan import MatchPlan


class BotResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one bot; in a pool, of the games it played alone against copies of another bot.

    A shared win counts as an equal fraction for each winner.
    """

    bot: str
    cheats: bool  # the bot was given the true position
    games: int
    wins: int  # as the only winner
    shared: int
    win_rate: Rate
    score: float  # mean
    decisions: int
    seconds: float  # mean time of a decision
    longest: float  # the slowest decision, in seconds


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    seats: int
    pool: bool
    deals: int  # at each table
    games: int
    bots: tuple[BotResult, ...]
    payoffs: tuple[tuple[Rate | None, ...], ...]  # in a pool: the win rate of the row's bot alone against the column's
    ratings: tuple[Rating, ...]  # in a pool
    by_seat: tuple[Rate, ...]  # the win rate of each seat
    first: Rate | None  # the win rate of the seat that decides first; None if several decide together
    test: SequentialTestResult | None
    decisions: int
    resumed: int  # games read from a checkpoint
    seconds: float


class Chair(NamedTuple):
    """A bot's place at one table of a match."""

    table: int
    slot: int  # in the line-up


def summary(
    plan: MatchPlan,
    games: Sequence[PlayedGame],
    seconds: float,
    test: SequentialTestResult | None,
    resumed: int,
) -> MatchResult:
    """Summarise a match; `games` must be whole deals."""
    chairs = chairs_of_bots(plan)
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
        bots=tuple(bot_result(plan, games, name, its) for name, its in chairs),
        payoffs=payoffs(plan, games) if plan.pool else (),
        ratings=ratings(plan, games) if plan.pool else (),
        by_seat=tuple(deal_rate((one.deal, one.by_seat[seat]) for one in games) for seat in range(plan.seats)),
        first=deal_rate(firsts) if len(firsts) == len(games) else None,
        test=test,
        decisions=sum(sum(one.decisions) for one in games),
        resumed=resumed,
        seconds=seconds,
    )


def chairs_of_bots(plan: MatchPlan) -> list[tuple[str, list[Chair]]]:
    """The entrants with their chairs: one entrant per seat at a single table, one per bot in a pool."""
    if not plan.pool:
        return [(name, [Chair(0, index)]) for index, name in enumerate(plan.names[0])]
    return [(name, alone(plan, bot)) for bot, name in enumerate(plan.bots)]


def alone(plan: MatchPlan, bot: int) -> list[Chair]:
    """The chairs of a pool in which a bot plays alone against copies of another."""
    return [Chair(table, lineup.index(bot)) for table, lineup in enumerate(plan.lineups) if lineup.count(bot) == 1]


def bot_result(plan: MatchPlan, games: Sequence[PlayedGame], name: str, chairs: Sequence[Chair]) -> BotResult:
    """Summarise the games of one bot over all its chairs."""
    at = dict(chairs)
    its = [(one, at[one.table]) for one in games if one.table in at]
    shares = [one.shares[index] for one, index in its]
    decisions = sum(one.decisions[index] for one, index in its)
    first = chairs[0]
    return BotResult(
        bot=name,
        cheats=plan.cheating[plan.lineups[first.table][first.slot]],
        games=len(its),
        wins=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        win_rate=deal_rate((one.deal, one.shares[index]) for one, index in its),
        score=fmean(one.scores[index] for one, index in its),
        decisions=decisions,
        seconds=sum(one.seconds[index] for one, index in its) / max(1, decisions),
        longest=max(one.longest[index] for one, index in its),
    )


def payoffs(plan: MatchPlan, games: Sequence[PlayedGame]) -> tuple[tuple[Rate | None, ...], ...]:
    """The win rate of each bot alone against copies of each other bot; None against itself."""
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
    """Estimate a rate from pairs of a deal and a share."""
    return rate(list(deal_means(shares).values()))


def deal_means(shares: Iterable[tuple[int, float]]) -> dict[int, float]:
    """The mean share of each deal."""
    of_deal: defaultdict[int, list[float]] = defaultdict(list)
    for deal, share in shares:
        of_deal[deal].append(share)
    return {deal: fmean(its) for deal, its in of_deal.items()}
