"""The bot `aloof:NAME`: another bot that makes no offers and refuses all, to measure what deals are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.bots import maker

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.moves import Move
    from guanxi.engine.sight import Sight


class Aloof:
    """Plays like another bot, but deals with nobody."""

    def __init__(self, random: Random, parameter: str = "greedy") -> None:
        self.player = maker(parameter)(random)
        self.elsewhere = getattr(self.player, "elsewhere", False)
        self.name = f"aloof:{parameter}"

    def choose(self, sight: Sight) -> int | str | Move:
        """Answer offers like an absent player; anything else is for the other bot."""
        if sight.deal_move is None:
            return self.player.choose(sight)
        return sight.absent_move
