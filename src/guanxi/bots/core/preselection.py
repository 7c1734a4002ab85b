"""Choose the moves that are worth an evaluation, by a cheaper one."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import Moves, Position


def preselect(world: Position, before: Position, adviser: Adviser, seat: int, moves: Moves, most: int) -> None:
    """Leave only the moves whose rough value for the seat is best, if there are more; the others follow them.

    The adviser evaluates `world`, which equals `before` now and afterwards.
    """
    if most == 0 or moves.count <= most:
        return
    for place in range(moves.count):
        world.play_unchecked(seat, moves.number[place])
        moves.weight[place] = adviser.rough_value(seat)
        world.copy_from(before)
    for place in range(most):
        best = place
        for other in range(place + 1, moves.count):
            if moves.weight[other] > moves.weight[best]:
                best = other
        exchange(moves, place, best)
    moves.count = most


def exchange(moves: Moves, one: int, other: int) -> None:
    """Swap the moves at two places."""
    moves.number[one], moves.number[other] = moves.number[other], moves.number[one]
    moves.weight[one], moves.weight[other] = moves.weight[other], moves.weight[one]
