"""The bot `greedy`: one decision deep.

It imagines some positions that its seat holds for possible, tries every legal move in each of them, and takes the move
whose outcome the game's own `value` likes best on average.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight

WORLDS = 24  # more do not win more: what is left to chance weighs less than what `value` misses
EQUAL = 1e-9  # sums that differ by less differ only by rounding


class Greedy:
    """Looks one decision ahead."""

    name = "greedy"

    def __init__(self, random: Random, worlds: int = WORLDS) -> None:
        self.random = random
        self.worlds = worlds

    def choose(self, sight: Sight) -> int:
        """The best-looking move; among equals any."""
        if len(sight.moves) == 1:
            return sight.moves[0]
        totals = self.totals(sight)
        best = max(totals) - EQUAL
        return self.random.choice([move for move, total in zip(sight.moves, totals, strict=True) if total >= best])

    def totals(self, sight: Sight) -> list[float]:
        """For each legal move the sum of its values; all moves are tried in the same imagined positions."""
        seat, value = sight.seat, sight.game.value
        totals = [0.0] * len(sight.moves)
        world, after = sight.game.position(), sight.game.position()
        for _ in range(self.worlds):
            sight.imagine(self.random, into=world)
            for index, move in enumerate(sight.moves):
                after.copy_from(world)
                after.play(seat, move)
                totals[index] += value(after, seat)
        return totals
