"""Why a move is good: the best alternatives with their chances to win, and what makes the difference between them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.position import first_owing

if TYPE_CHECKING:
    from guanxi.bots.together import Thought
    from guanxi.engine.sight import Sight

WORLDS = 24  # imagined positions in which the parts are compared
MOST = 3  # alternatives, and reasons for each
SMALL = 0.05  # a difference that is not worth a word


class Reason(msgspec.Struct, frozen=True):
    """A part of the evaluation, and how much better it is than after the other moves."""

    part: str
    gain: float


class Alternative(msgspec.Struct, frozen=True):
    """A move that was thought about."""

    move: int
    notation: str
    chance: float  # to win, from 0 to 1
    weight: float  # how much of the search went into it, from 0 to 1
    reasons: tuple[Reason, ...]


def alternatives(sight: Sight, thoughts: list[Thought], random: Random) -> list[Alternative]:
    """The best moves, the best one first, each with what speaks for it beside the others."""
    best = sorted(thoughts, key=lambda thought: (thought.share, thought.visits, thought.value), reverse=True)[:MOST]
    visits = max(1, sum(thought.visits for thought in thoughts))
    notation = {number: move.notation() for number, move in zip(sight.moves, sight.legal, strict=True)}
    parts = {thought.move: parts_after(sight, thought.move, random) for thought in best}
    return [
        Alternative(
            thought.move,
            notation[thought.move],
            chance_to_win(thought.value, sight.seats),
            thought.visits / visits,
            reasons(thought.move, parts),
        )
        for thought in best
    ]


def parts_after(sight: Sight, move: int, random: Random) -> dict[str, float]:
    """The parts of the evaluation after a move, on average over imagined positions."""
    total: dict[str, float] = {}
    for _ in range(WORLDS):
        world = sight.imagine(random)
        world.play(sight.seat, move)
        if sight.game.adviser(world).is_pending():
            # What is only offered shows in what becomes of it.
            answering = first_owing(world)
            world.play(answering, random.choice(sight.game.legal(world, answering)))
        if world.owing:
            for name, value in sight.game.parts(world, sight.seat).items():
                total[name] = total.get(name, 0.0) + value / WORLDS
    return total


def reasons(move: int, parts: dict[int, dict[str, float]]) -> tuple[Reason, ...]:
    """What a move does better than the other alternatives do on average, or worse; the weightiest first."""
    others = [of for other, of in parts.items() if other != move]
    if not others:
        return ()
    gains = {
        name: value - sum(other.get(name, 0.0) for other in others) / len(others) for name, value in parts[move].items()
    }
    weighty = sorted(gains, key=lambda name: abs(gains[name]), reverse=True)[:MOST]
    return tuple(Reason(name, gains[name]) for name in weighty if abs(gains[name]) >= SMALL)


def chance_to_win(value: float, seats: int) -> float:
    """What a value means in games won: 1 is certain, and parity is an equal share."""
    return min(1.0, max(0.0, (value * (seats - 1) + 1) / seats))
