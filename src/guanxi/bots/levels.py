"""The levels people can choose: novice, casual, skilled, expert and master; and plain search, to measure them by.

How each of them thinks about a game is written in levels.json.  The aim is that, of two players, one level wins about
three games of four against the level below; docs/strength.md says how far that was measured.  The low levels err as
people do: the better a move looks the likelier they take it, and the lower they are, the less they tell apart.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from guanxi.bots.reasons import alternatives
from guanxi.bots.thinker import Plan, Thinker
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from random import Random

    from guanxi.bots.reasons import Alternative
    from guanxi.bots.together import Thought
    from guanxi.engine.sight import Sight

FILE = Path(__file__).parent / "levels.json"
LEVELS = ("novice", "casual", "skilled", "expert", "master")


@cache
def plans() -> dict[str, dict[str, Plan]]:
    """For each game, how each level thinks."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Plan]])


class Level:
    """A bot of some level; the parameter, if there is one, says how many seconds it thinks about a decision."""

    level: ClassVar[str]

    def __init__(self, random: Random, parameter: str = "") -> None:
        self.name = f"{self.level}:{parameter}" if parameter else self.level
        self.seconds = seconds(self.level, parameter) if parameter else 0.0
        self.random = random
        self.thinker: Thinker | None = None

    def choose(self, sight: Sight) -> int:
        """One of `sight.moves`."""
        return self.on(sight).choose(sight)

    def think(self, sight: Sight) -> list[Thought]:
        """What it finds out about each of `sight.moves`."""
        return self.on(sight).think(sight)

    def explain(self, sight: Sight) -> list[Alternative]:
        """The best of `sight.moves`, with chances and reasons."""
        return alternatives(sight, self.think(sight), self.random)

    def on(self, sight: Sight) -> Thinker:
        """The one who thinks about the game that is played."""
        if self.thinker is None:
            plan = plans()[sight.game.name][self.level]
            if self.seconds:
                plan = replace(plan, seconds=self.seconds)
            self.thinker = Thinker(self.random, plan, self.name)
        return self.thinker


class Novice(Level):
    """Sees what a move does at once, and often takes another."""

    level = "novice"


class Casual(Level):
    """Sees what a move does at once."""

    level = "casual"


class Skilled(Level):
    """Looks a little ahead."""

    level = "skilled"


class Expert(Level):
    """Looks ahead for a second at most."""

    level = "expert"


class Master(Level):
    """Looks ahead for two seconds at most, with two processors where they have nothing else to do."""

    level = "master"

    def on(self, sight: Sight) -> Thinker:
        """The one who thinks; alone, if others are at work on this machine."""
        thinker = super().on(sight)
        idle = hasattr(os, "getloadavg") and (os.cpu_count() or 1) - os.getloadavg()[0] >= 1
        thinker.plan = replace(thinker.plan, processes=2 if idle else 1)
        return thinker


class Plain(Thinker):
    """Search without advice: games are played to their end by random moves."""

    def __init__(self, random: Random, parameter: str = "1000") -> None:
        super().__init__(
            random,
            Plan(iterations=iterations(parameter), at_random=True, learned=False, believes=False, exploration=UNIFORM),
            f"ismcts:{parameter}",
        )


# How much plain search explores; found by matches.
UNIFORM = 2.0


def iterations(parameter: str) -> int:
    """How many iterations a parameter asks for."""
    if not parameter.isdecimal() or int(parameter) < 1:
        raise BadOption(f"The bot 'ismcts' takes a number of iterations: ismcts:1000, not ismcts:{parameter}.")
    return int(parameter)


def seconds(level: str, parameter: str) -> float:
    """How many seconds a parameter asks for."""
    try:
        asked = float(parameter)
    except ValueError:
        asked = 0.0
    if not 0.0 < asked <= 600.0:
        raise BadOption(f"The bot {level!r} takes seconds to think, up to 600: {level}:0.5, not {level}:{parameter}.")
    return asked
