"""The bot `greedy`, which looks one decision ahead.

It samples positions that its seat considers possible, tries every legal move in each of them, and plays the move with
the highest mean `Game.value`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight

WORLDS = 24  # more do not win more: by then the error of `value` outweighs the sampling error
EQUAL = 1e-9  # sums that differ by less are equal up to rounding


class Greedy:
    """Looks one decision ahead."""

    name = "greedy"

    def __init__(self, random: Random, worlds: int = WORLDS) -> None:
        self.random = random
        self.worlds = worlds

    def choose(self, sight: Sight) -> int:
        """Return the best-looking move, a random one among equals."""
        if len(sight.legal_numbers) == 1:
            return sight.legal_numbers[0]
        if sight.is_even:
            return self.random.choice(sight.legal_numbers)
        if sight.deal_move is not None:
            return sight.deal_move
        totals = self.totals(sight)
        best = max(totals) - EQUAL
        return self.random.choice(
            [move for move, total in zip(sight.legal_numbers, totals, strict=True) if total >= best]
        )

    def totals(self, sight: Sight) -> list[float]:
        """The sum of values for each legal move; all moves are tried in the same sampled positions."""
        seat, value = sight.seat, sight.game.value
        totals = [0.0] * len(sight.legal_numbers)
        world, after = sight.game.position(), sight.game.position()
        for _ in range(self.worlds):
            sight.sample_world(self.random, into=world)
            for index, move in enumerate(sight.legal_numbers):
                after.copy_from(world)
                after.play_unchecked(seat, move)
                totals[index] += value(after, seat)
        return totals
