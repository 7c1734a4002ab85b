"""The bot `random`: any legal move is as good as another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight


class Chance:
    """Chooses uniformly."""

    name = "random"

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, sight: Sight) -> int:
        """Any legal move."""
        return self.random.choice(sight.moves)
