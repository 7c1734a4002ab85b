"""Players that see only what their seat may see.

    class First:
        name = "first"

        def __init__(self, random: Random) -> None: ...

        def choose(self, sight: Sight) -> int:
            return sight.moves[0]

A bot is made anew for every game, with its own stream of chance, so that games can be played again.  Some take a
parameter, written behind a colon: `program:python my_bot.py`.  docs/bots.md shows all ways to write one.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Protocol

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.engine.game import Result
    from guanxi.engine.sight import Sight

    Maker = Callable[[Random], "Bot"]

_AT_TABLES = {
    **{level: f"guanxi.bots.levels:{level.title()}" for level in ("novice", "casual", "skilled", "expert", "master")},
    "greedy": "guanxi.bots.greedy:Greedy",
    "random": "guanxi.bots.chance:Chance",
}
# These run programs, need other libraries, think as long as they are told, or cheat: nobody seats them from outside.
_IN_MATCHES = {
    "ismcts": "guanxi.bots.levels:Plain",
    "openspiel": "guanxi.bridges.reference:Reference",
    "program": "guanxi.bots.program:Program",
    "twin": "guanxi.bots.twin:Twin",
}


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called in tables and logs."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.moves`."""


def bot_names() -> list[str]:
    """The names of all bots that can sit at anybody's table."""
    return list(_AT_TABLES)


def bot(name: str, random: Random) -> Bot:
    """A bot by its name; its chance comes from `random` alone."""
    return maker(name)(random)


def maker(name: str) -> Maker:
    """What makes the bots of a name, which may have a parameter behind a colon."""
    kind, colon, parameter = name.partition(":")
    places = _AT_TABLES | _IN_MATCHES
    if kind not in places:
        raise BadOption(f"There is no bot {kind!r}. There are: {', '.join(places)}.")
    module, _, found = places[kind].partition(":")
    try:
        make: Callable[..., Bot] = getattr(import_module(module), found)
    except ImportError as absent:
        raise BadOption(f"The bot {kind!r} cannot play here. {absent}") from None
    if not colon:
        return make
    if "parameter" not in signature(make).parameters:
        raise BadOption(f"The bot {kind!r} takes no parameter: write {kind!r}, not {name!r}.")
    return partial(make, parameter=parameter)


def end(player: Bot, result: Result | None) -> None:
    """Tell a bot that its game is over, if it wants to know: it has a method `end`.  None: the game was broken off."""
    hear = getattr(player, "end", None)
    if hear:
        hear(result)
