"""The levels people can choose, from novice to master; a quick one for thousands of games; plain search to measure by.

levels.json holds the search settings of each level for each game.  The aim is that with two players a level wins about
three games in four against the level below; docs/strength.md reports the measurements.  Low levels make human-like
mistakes: better-looking moves are likelier, and the lower the level, the smaller the difference.
"""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from guanxi.bots import LEVELS, maker
from guanxi.bots.explanations import alternatives, deal
from guanxi.bots.search_bot import UNTIMED, SearchBot, SearchSettings, weights
from guanxi.bots.thinking import counts_processor_time
from guanxi.bots.thoughts import thought
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from random import Random

    from guanxi.bots.explanations import Alternative
    from guanxi.bots.parallel import MoveStats
    from guanxi.bots.thoughts import Thought
    from guanxi.engine.manners import Manner
    from guanxi.engine.sight import Sight

FILE = Path(__file__).parent / "levels.json"
PLAIN_EXPLORATION = 2.0  # of plain search; found by matches


@cache
def level_settings() -> dict[str, dict[str, SearchSettings]]:
    """Return the search settings by game and level."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, SearchSettings]])


def thinking_seconds(game: str, bot: str) -> float:
    """Return the seconds that a bot thinks about a decision; 0 if its search is limited by other things than time."""
    settings = level_settings()[game].get(bot) if game in level_settings() else None
    return settings.seconds if settings and settings.seconds < UNTIMED else 0.0


class Level:
    """A bot of one level; the optional parameter sets how long it thinks about a decision, in seconds or iterations."""

    level: ClassVar[str]

    def __init__(self, random: Random, parameter: str = "") -> None:
        self.name = f"{self.level}:{parameter}" if parameter else self.level
        self.limits = limits(self.level, parameter) if parameter else {}
        self.manner: Manner | None = None
        self.random = random
        self.searcher: SearchBot | None = None

    def choose(self, sight: Sight) -> int:
        """Return one of `sight.legal_numbers`."""
        return self.searcher_for(sight).choose(sight)

    def thought(self, sight: Sight) -> Thought | None:
        """The bot's thoughts on its game after its last choice; None if it did not search, or the choice is sealed."""
        found = self.searcher.found if self.searcher else []
        return None if any(stats.share for stats in found) else thought(found, sight.seats)

    def think(self, sight: Sight) -> list[MoveStats]:
        """Return what a search finds about each of `sight.legal_numbers`."""
        return self.searcher_for(sight).think(sight)

    def odds(self, sight: Sight) -> dict[int, float]:
        """Return how likely this level, which must be one that errs, is to choose each move after a search."""
        found = self.think(sight)
        weight = weights(found, self.searcher_for(sight).settings.temperature)
        return {stats.move: one / sum(weight) for stats, one in zip(found, weight, strict=True)}

    def explain(self, sight: Sight) -> list[Alternative]:
        """Return the best of `sight.legal_numbers`, with chances and reasons."""
        if sight.deal_move is not None:
            return deal(sight, sight.deal_move, self.random)
        return alternatives(sight, self.think(sight), self.random)

    def searcher_for(self, sight: Sight) -> SearchBot:
        """Return the search bot with this level's settings for the game."""
        if self.searcher is None:
            settings = replace(level_settings()[sight.game.name][self.level], manner=self.manner, **self.limits)
            self.searcher = SearchBot(self.random, settings, self.name)
        return self.searcher


class Novice(Level):
    """Sees the immediate effect of a move, and often plays another."""

    level = "novice"


class Casual(Level):
    """Sees the immediate effect of a move."""

    level = "casual"


class Skilled(Level):
    """Looks a little ahead."""

    level = "skilled"


class Expert(Level):
    """Searches for up to a second."""

    level = "expert"


class Master(Level):
    """Searches for up to two seconds, in two processes if a processor is idle; in matches always in two."""

    level = "master"

    def searcher_for(self, sight: Sight) -> SearchBot:
        """Return the search bot; at a table it uses one process while the machine is busy."""
        searcher = super().searcher_for(sight)
        idle = hasattr(os, "getloadavg") and (os.cpu_count() or 1) - os.getloadavg()[0] >= 1
        searcher.settings = replace(searcher.settings, processes=2 if idle or counts_processor_time() else 1)
        return searcher


class Quick(Level):
    """Searches for a few iterations and never errs on purpose: strong play for its time, for thousands of games."""

    level = "quick"


def mannered(manner: Manner, random: Random, parameter: str = "skilled") -> Level:
    """A level with a manner."""
    player = maker(parameter)(random)
    if not isinstance(player, Level):
        levels = ", ".join(f"{manner}:{level}" for level in LEVELS)
        raise BadOption(f"A manner belongs to a level, such as {levels}; {parameter!r} is none.")
    player.manner, player.name = manner, f"{manner}:{parameter}"
    return player


bold = partial(mannered, "bold")
patient = partial(mannered, "patient")
spiteful = partial(mannered, "spiteful")
fair = partial(mannered, "fair")


class PlainSearch(SearchBot):
    """Tree search without game knowledge: positions are evaluated by random playouts."""

    def __init__(self, random: Random, parameter: str = "1000") -> None:
        settings = SearchSettings(
            iterations=iterations(parameter),
            random_playouts=True,
            uses_network=False,
            uses_beliefs=False,
            exploration=PLAIN_EXPLORATION,
        )
        super().__init__(random, settings, f"ismcts:{parameter}")


def iterations(parameter: str) -> int:
    """Parse the parameter of `ismcts`."""
    if not parameter.isdecimal() or int(parameter) < 1:
        raise BadOption(f"The bot 'ismcts' takes a number of iterations: ismcts:1000, not ismcts:{parameter}.")
    return int(parameter)


def limits(level: str, parameter: str) -> dict[str, float]:
    """Parse the parameter of a level: seconds to think about a decision, or iterations, which do not depend on load."""
    name, equals, number = parameter.partition("=")
    if equals and name == "iterations" and number.isdecimal() and int(number) > 0:
        return {"iterations": int(number), "seconds": UNTIMED}
    try:
        asked = float(parameter)
    except ValueError:
        asked = 0.0
    if not 0.0 < asked <= 600.0:
        raise BadOption(
            f"The bot {level!r} takes seconds to think, up to 600, or iterations: {level}:0.5 or "
            f"{level}:iterations=200, not {level}:{parameter}."
        )
    return {"seconds": asked}
