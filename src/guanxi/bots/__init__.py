"""Players that see only what their seat may see.

    class First:
        name = "first"

        def __init__(self, random: Random) -> None: ...

        def choose(self, sight: Sight) -> int:
            return sight.moves[0]

A bot is made anew for every game, with its own stream of chance, so that games can be played again.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.engine.sight import Sight

    Maker = Callable[[Random], "Bot"]

_PLACES = {"greedy": "guanxi.bots.greedy:Greedy", "random": "guanxi.bots.chance:Chance"}


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called in tables and logs."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.moves`."""


def bot_names() -> list[str]:
    """The names of all bots."""
    return list(_PLACES)


def bot(name: str, random: Random) -> Bot:
    """A bot by its name; its chance comes from `random` alone."""
    return maker(name)(random)


def maker(name: str) -> Maker:
    """What makes the bots of a name."""
    if name not in _PLACES:
        raise BadOption(f"There is no bot {name!r}. There are: {', '.join(bot_names())}.")
    module, _, kind = _PLACES[name].partition(":")
    found: Maker = getattr(import_module(module), kind)
    return found
