"""The bot `twin:NAME`: the bot NAME, but in matches it is given the true position.

What it wins more than its honest twin is all that better guessing could gain: an upper bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.bots import end, maker
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.game import Result
    from guanxi.engine.sight import Sight


class Twin:
    """A bot that asks its table for a sight that is not honest."""

    cheats = True

    def __init__(self, random: Random, parameter: str = "") -> None:
        if not parameter:
            raise BadOption("The bot 'twin' needs the name of another: twin:greedy.")
        self.bot = maker(parameter)(random)
        self.name = f"twin:{self.bot.name}"

    def choose(self, sight: Sight) -> int:
        """What the other bot chooses; without a sight that knows the truth it is no better."""
        return self.bot.choose(sight)

    def end(self, result: Result | None) -> None:
        """The game is over."""
        end(self.bot, result)
