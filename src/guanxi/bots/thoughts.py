"""A bot's thoughts on its game after a decision, as far as others may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.bots.explanations import chance_to_win

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots.parallel import MoveStats

TORN = 0.005  # chances to win that differ by less make a choice hard
CHOICES = 3  # moves that a hard choice has, at least


class Thought(msgspec.Struct, frozen=True):
    """A bot's chance to win after its best move, and whether another move was as good."""

    chance: float
    torn: bool


def thought(found: Sequence[MoveStats], seats: int) -> Thought | None:
    """A bot's thoughts after a search; None if there was nothing to think about."""
    if not found:
        return None
    most = max(stats.visits for stats in found)
    chances = sorted((chance_to_win(stats.value, seats) for stats in found if 2 * stats.visits >= most), reverse=True)
    torn = len(found) >= CHOICES and len(chances) > 1 and chances[0] - chances[1] < TORN
    return Thought(chances[0], torn)
