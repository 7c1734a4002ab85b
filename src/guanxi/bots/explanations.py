"""Explain a decision: the best move and why, the runner-up and what it gives up, or moves that are equally good.

The reason is the part of the evaluation in which two moves differ most, said as a fact about the position after the
move.  Both moves are tried in the same sampled positions, so hidden information can influence no sentence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import hypot
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.core.position import first_owing
from guanxi.engine.facts import Fact
from guanxi.engine.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots.parallel import MoveStats
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game
    from guanxi.engine.sight import Sight

WORLDS = 32  # sampled positions in which moves are compared
MOST_EQUAL = 3  # moves shown if they are equally good
CLOSE = 0.01  # chances that differ by less are equal,
ERRORS = 2.0  # and so are values within so many standard errors
LIKELY = 0.6  # the share of positions in which a likely answer leads to the same sentence
DECISIVE = 1000.0  # the worth of a victory among facts


class Alternative(msgspec.Struct, frozen=True):
    """One of the best moves."""

    move: int
    notation: str
    chance: float  # to win, from 0 to 1
    weight: float  # its share of the search, from 0 to 1
    equal: bool  # all moves listed with it are as good
    why: Phrase | None  # why the best move is good, or what the runner-up gives up


class Prospect(msgspec.Struct):
    """The facts after a move, over all sampled positions: their mean worth, and what can be said of them."""

    worth: dict[str, float]
    says: dict[str, Phrase]


def alternatives(sight: Sight, found: list[MoveStats], random: Random) -> list[Alternative]:
    """Return the best move and the runner-up, or up to three moves that are equally good."""
    ranked = sorted(found, key=lambda stats: (stats.share, stats.visits, stats.value), reverse=True)
    best = ranked[0]
    equals = [stats for stats in ranked[1:] if is_as_good(stats, best, sight.seats)][: MOST_EQUAL - 1]
    listed = [best, *(equals or ranked[1:2])]
    seeds = [random.getrandbits(64) for _ in range(WORLDS)]
    prospects = [prospect(sight, seeds, stats.move) for stats in listed]
    before = prospect(sight, seeds)
    sentences = merits(prospects, before) if equals else reasons(prospects, before)
    visits = max(1, sum(stats.visits for stats in found))
    notation = {number: move.notation() for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)}
    return [
        Alternative(
            stats.move,
            notation[stats.move],
            chance_to_win((best if equals else stats).value, sight.seats),
            stats.visits / visits,
            bool(equals),
            why,
        )
        for stats, why in zip(listed, sentences, strict=True)
    ]


def contrasts(sight: Sight, best: int, rivals: Sequence[int], random: Random) -> dict[int, Phrase | None]:
    """Why a move is better than its first rival, and what becomes of that after each of its rivals."""
    seeds = [random.getrandbits(64) for _ in range(WORLDS)]
    before, own = prospect(sight, seeds), prospect(sight, seeds, best)
    told: dict[int, Phrase | None] = {}
    for rival in rivals:
        mine, theirs = reasons([own, prospect(sight, seeds, rival)], before)
        told.setdefault(best, mine)
        told[rival] = theirs
    return told


def deal(sight: Sight, move: int, random: Random) -> list[Alternative]:
    """Return a bot's move in a negotiation, which is computed and not searched."""
    notation = next(
        one.notation() for one, number in zip(sight.legal_moves, sight.legal_numbers, strict=True) if number == move
    )
    value = sight.game.value(sight.sample_world(random), sight.seat)
    return [Alternative(move, notation, chance_to_win(value, sight.seats), 1.0, equal=False, why=None)]


def is_as_good(other: MoveStats, best: MoveStats, seats: int) -> bool:
    """Whether a move's value differs from the best one by no more than the search can tell."""
    behind = best.value - other.value
    noise = ERRORS * hypot(best.doubt, other.doubt)
    near = chance_to_win(best.value, seats) - chance_to_win(other.value, seats) < CLOSE
    return other.visits > 0 and (near or behind <= noise)


def prospect(sight: Sight, seeds: Sequence[int], move: int | None = None) -> Prospect:
    """Collect the facts after a move, or those before it, in the positions sampled with these seeds."""
    worth: defaultdict[str, float] = defaultdict(float)
    said: defaultdict[str, Counter[bytes]] = defaultdict(Counter)
    odds: defaultdict[str, float] = defaultdict(float)
    answered = 0
    for seed in seeds:
        world = sight.sample_world(Random(seed))
        if move is not None:
            world.play(sight.seat, move)
            answered += answer(sight.game, world)
        for fact in facts(sight.game, world, sight.seat):
            worth[fact.about] += fact.worth / len(seeds)
            said[fact.about][msgspec.json.encode(fact.says)] += 1
            if fact.odds is not None:
                odds[fact.about] += fact.odds / len(seeds)
    needed = LIKELY if answered else 1.0
    says = {}
    for about, counts in said.items():
        clause, times = counts.most_common(1)[0]
        if times >= needed * len(seeds):
            told = with_odds(msgspec.json.decode(clause, type=Phrase), odds.get(about))
            says[about] = phrase("why.answered", fact=told) if answered else told
    return Prospect(dict(worth), says)


def with_odds(clause: Phrase, odds: float | None) -> Phrase:
    """Fill in how likely the clause is, if it says so, in per cent rounded to fives: the samples tell no more."""
    return clause if odds is None else Phrase(clause.id, {**clause.params, "percent": 5 * round(20 * odds)})


def answer(game: Game[Any, Any], world: Position) -> bool:
    """Give the pending answer that looks best to its seat; returns whether there was one."""
    adviser = game.adviser(world)
    if not adviser.is_pending():
        return False
    seat, before = first_owing(world), world.copy()
    values = {}
    for number in world.legal(seat):
        world.play(seat, number)
        values[number] = game.value(world, seat)
        world.copy_from(before)
    world.play(seat, max(values, key=lambda number: values[number]))
    return True


def facts(game: Game[Any, Any], world: Position, seat: int) -> list[Fact]:
    """The facts of a position; of a finished game, how it ended."""
    if world.owing:
        return game.facts(world, seat)
    result = world.returns(seat)
    return [Fact("end", DECISIVE * result, phrase("why.wins" if result > 0 else "why.ends"))]


def reasons(prospects: Sequence[Prospect], before: Prospect) -> list[Phrase | None]:
    """Why the best move is good, and what becomes of that after the runner-up."""
    if len(prospects) == 1:
        return [phrase("why.only")]
    best, other = prospects
    about = main_gain(best, other)
    if about is None:
        told = odds_said(other)
        mine = merit(best, before) or odds_said(best) or phrase("why.later")
        return [mine, phrase("why.instead", fact=told) if told and told.id == mine.id else None]
    if about in other.says:
        return [best.says[about], phrase("why.instead", fact=other.says[about])]
    # A part that cannot be said after the runner-up may still be there.
    lost = about not in other.worth
    return [best.says[about], phrase("why.without", fact=best.says[about]) if lost else None]


def merits(prospects: Sequence[Prospect], before: Prospect) -> list[Phrase | None]:
    """The gain of each of several equally good moves: over another one of them, or else over the position before."""
    return [
        merit(one, next(other for other in prospects if other is not one)) or merit(one, before) for one in prospects
    ]


def merit(one: Prospect, other: Prospect) -> Phrase | None:
    """The largest gain of a move over another."""
    about = main_gain(one, other)
    return None if about is None else one.says[about]


def odds_said(one: Prospect) -> Phrase | None:
    """The odds of a choice that is still sealed, if it is one."""
    return next((clause for clause in one.says.values() if "percent" in clause.params), None)


def main_gain(one: Prospect, other: Prospect) -> str | None:
    """The part in which a move gains most over another, among those that are said differently after it."""
    gains = {
        about: one.worth[about] - other.worth.get(about, 0.0)
        for about, clause in one.says.items()
        if other.says.get(about) != clause
    }
    most = max(gains, key=lambda about: gains[about], default=None)
    return most if most is not None and gains[most] > 0 else None


def chance_to_win(value: float, seats: int) -> float:
    """Convert a value from -1 to 1 into a chance to win; 0 is an equal share."""
    return min(1.0, max(0.0, (value * (seats - 1) + 1) / seats))
