"""Round robin by the circle method: everybody meets everybody once, and begins as often as not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def robin_rounds(players: int) -> int:
    """The number of rounds; with an odd number of players everybody has one bye."""
    return players - 1 + players % 2


def robin_round(players: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The pairings of a round, counted from 1, in the order of their seats; a bye comes last.

    One place is fixed, with an odd number of players that of the bye, and the others move around a circle.  Seats
    alternate along the circle, and in the fixed place from round to round.
    """
    circle: list[int | None] = [*([None] if len(players) % 2 else []), *players]
    half, turn = len(circle) // 2, number - 1
    fixed, moving = circle[0], circle[1:]
    moved = moving[-turn % len(moving) :] + moving[: -turn % len(moving)]
    around = [fixed, *moved]
    pairs, byes = [], []
    for place in range(half):
        one, other = around[place], around[-1 - place]
        if one is None or other is None:
            byes.append((one if other is None else other,))
        elif (turn if place == 0 else place) % 2:
            pairs.append((other, one))
        else:
            pairs.append((one, other))
    return pairs + [(player,) for (player,) in byes if player is not None]
