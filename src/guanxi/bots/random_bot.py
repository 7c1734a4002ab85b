"""The bot `random`, which plays uniformly random moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight


class RandomBot:
    """Plays uniformly random moves."""

    name = "random"

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, sight: Sight) -> int:
        """Return a random legal move."""
        return self.random.choice(sight.legal_numbers)
