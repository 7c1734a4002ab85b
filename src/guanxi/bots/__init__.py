"""Bots: programs that choose moves by what their seat may see.

    class First:
        name = "first"

        def __init__(self, random: Random) -> None: ...

        def choose(self, sight: Sight) -> int:
            return sight.legal_numbers[0]

A bot is created for every game with its own random stream, so that games can be repeated.  Some bots take a parameter,
written after a colon: `program:python my_bot.py`.  docs/bots.md shows all the ways to write one.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Protocol

from guanxi.engine.errors import BadOption, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.engine.game import Result
    from guanxi.engine.moves import Move
    from guanxi.engine.sight import Sight

    Maker = Callable[[Random], "Bot"]

LEVELS = ("novice", "casual", "skilled", "expert", "master")
_AT_TABLES = {
    **{level: f"guanxi.bots.levels:{level.title()}" for level in LEVELS},
    "greedy": "guanxi.bots.greedy:Greedy",
    "random": "guanxi.bots.random_bot:RandomBot",
}
# These run programs, need other libraries, have no time limit, or cheat: a server never offers them.
_IN_MATCHES = {
    "aloof": "guanxi.bots.aloof:Aloof",
    "bold": "guanxi.bots.levels:bold",
    "patient": "guanxi.bots.levels:patient",
    "spiteful": "guanxi.bots.levels:spiteful",
    "fair": "guanxi.bots.levels:fair",
    "learned": "guanxi.bots.learned:Learned",
    "ismcts": "guanxi.bots.levels:PlainSearch",
    "openspiel": "guanxi.bridges.reference:Reference",
    "program": "guanxi.bots.program:Program",
    "quick": "guanxi.bots.levels:Quick",
    "response": "guanxi.bots.response:Response",
    "twin": "guanxi.bots.twin:Twin",
}


class Bot(Protocol):
    """A program that plays one seat of one game."""

    @property
    def name(self) -> str:
        """The name shown at tables and in logs."""

    def choose(self, sight: Sight) -> int | str | Move:
        """Return a legal move: its number, its notation or a typed move."""


def bot_names() -> list[str]:
    """The names of the bots that may sit at any table."""
    return list(_AT_TABLES)


def bot(name: str, random: Random) -> Bot:
    """Create a bot by name; all its randomness comes from `random`."""
    return maker(name)(random)


def maker(name: str) -> Maker:
    """Return the factory for a bot's name, which may have a parameter after a colon."""
    kind, colon, parameter = name.partition(":")
    places = _AT_TABLES | _IN_MATCHES
    if kind not in places:
        guess = did_you_mean(kind, places)
        raise BadOption(f"There is no bot {kind!r}.{guess} Available bots: {', '.join(places)}.")
    module, _, found = places[kind].partition(":")
    try:
        make: Callable[..., Bot] = getattr(import_module(module), found)
    except ImportError as absent:
        raise BadOption(f"The bot {kind!r} is not available. {absent}") from None
    if not colon:
        return make
    if "parameter" not in signature(make).parameters:
        raise BadOption(f"The bot {kind!r} takes no parameter: write {kind!r}, not {name!r}.")
    return partial(make, parameter=parameter)


def made_by(make: Maker, random: Random) -> Bot:
    """Make a bot by a class or function that somebody wrote; raises `BadOption` if something is missing."""
    called = getattr(make, "__name__", repr(make))
    try:
        player = make(random)
    except TypeError as error:
        raise BadOption(f"The bot {called} cannot be made as {called}(random): {error}.") from error
    if not callable(getattr(player, "choose", None)):
        raise BadOption(f"The bot {called} has no method choose(sight), which returns one of sight.legal_numbers.")
    if not isinstance(getattr(player, "name", None), str):
        raise BadOption(f'The bot {called} has no name: write name = "{called.lower()}" in its class.')
    return player


def end(player: Bot, result: Result | None) -> None:
    """Call the bot's optional method `end` once its game is over; the result is None if the game was aborted."""
    on_end = getattr(player, "end", None)
    if on_end:
        on_end(result)
