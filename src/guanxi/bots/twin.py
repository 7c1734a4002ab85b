"""The bot `twin:NAME`: the bot NAME, given the true position.  It plays in matches only.

Its lead over its honest twin is an upper bound of what better inference could gain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.bots import end, maker
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.game import Result
    from guanxi.engine.moves import Move
    from guanxi.engine.sight import Sight


class Twin:
    """Wraps another bot and asks for a sight of the true position."""

    cheats = True

    def __init__(self, random: Random, parameter: str = "") -> None:
        if not parameter:
            raise BadOption("The bot 'twin' needs the name of another bot, for example twin:greedy.")
        self.bot = maker(parameter)(random)
        self.elsewhere = getattr(self.bot, "elsewhere", False)
        self.name = f"twin:{self.bot.name}"

    def choose(self, sight: Sight) -> int | str | Move:
        """Return the other bot's choice."""
        return self.bot.choose(sight)

    def end(self, result: Result | None) -> None:
        """Tell the other bot that the game is over."""
        end(self.bot, result)
