"""Explain a decision: the best alternatives, their chances to win, and what distinguishes them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.core.position import first_owing

if TYPE_CHECKING:
    from guanxi.bots.parallel import MoveStats
    from guanxi.engine.sight import Sight

WORLDS = 24  # sampled positions in which the parts of the evaluation are compared
MOST = 3  # alternatives, and reasons per alternative
SMALL = 0.05  # smaller differences are not mentioned


class Reason(msgspec.Struct, frozen=True):
    """A part of the evaluation, and how much it gains compared with the other alternatives."""

    part: str
    gain: float


class Alternative(msgspec.Struct, frozen=True):
    """One of the best moves."""

    move: int
    notation: str
    chance: float  # to win, from 0 to 1
    weight: float  # its share of the search, from 0 to 1
    reasons: tuple[Reason, ...]


def alternatives(sight: Sight, found: list[MoveStats], random: Random) -> list[Alternative]:
    """Return the best moves, best first, each with reasons for and against it."""
    best = sorted(found, key=lambda stats: (stats.share, stats.visits, stats.value), reverse=True)[:MOST]
    visits = max(1, sum(stats.visits for stats in found))
    notation = {number: move.notation() for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)}
    parts = {stats.move: parts_after(sight, stats.move, random) for stats in best}
    return [
        Alternative(
            stats.move,
            notation[stats.move],
            chance_to_win(stats.value, sight.seats),
            stats.visits / visits,
            reasons(stats.move, parts),
        )
        for stats in best
    ]


def parts_after(sight: Sight, move: int, random: Random) -> dict[str, float]:
    """The parts of the evaluation after a move, averaged over sampled positions."""
    total: dict[str, float] = {}
    for _ in range(WORLDS):
        world = sight.sample_world(random)
        world.play(sight.seat, move)
        if sight.game.adviser(world).is_pending():
            # An offer has no effect before it is answered.
            answering = first_owing(world)
            world.play(answering, random.choice(sight.game.legal(world, answering)))
        if world.owing:
            for name, value in sight.game.parts(world, sight.seat).items():
                total[name] = total.get(name, 0.0) + value / WORLDS
    return total


def reasons(move: int, parts: dict[int, dict[str, float]]) -> tuple[Reason, ...]:
    """The parts in which a move differs most from the mean of the other alternatives, largest first."""
    others = [of for other, of in parts.items() if other != move]
    if not others:
        return ()
    gains = {
        name: value - sum(other.get(name, 0.0) for other in others) / len(others) for name, value in parts[move].items()
    }
    weighty = sorted(gains, key=lambda name: abs(gains[name]), reverse=True)[:MOST]
    return tuple(Reason(name, gains[name]) for name in weighty if abs(gains[name]) >= SMALL)


def chance_to_win(value: float, seats: int) -> float:
    """Convert a value from -1 to 1 into a chance to win; 0 is an equal share."""
    return min(1.0, max(0.0, (value * (seats - 1) + 1) / seats))
