"""Seats: everybody gets each seat as often as any other."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from guanxi.tournaments.history import History


def seated(players: Sequence[int], history: History, random: Random) -> tuple[int, ...]:
    """The players of a table in the order of their seats: those that they have had least, and not the last one again.

    What remains open is decided by chance.
    """
    shuffled = list(players)
    random.shuffle(shuffled)

    def cost(order: tuple[int, ...]) -> tuple[int, int]:
        had = sum(history.seats[player, seat] for seat, player in enumerate(order))
        again = sum(history.last_seat.get(player) == seat for seat, player in enumerate(order))
        return had, again

    return min(permutations(shuffled), key=cost)
