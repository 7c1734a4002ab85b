"""Guanxi: games of influence.

>>> import guanxi
>>> table = guanxi.game("hanamikoji").table(seed=7)
>>> seat = table.to_move[0]
>>> table.play(seat, table.legal_moves(seat)[0])
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from typing import TYPE_CHECKING, Any

if os.environ.get("GUANXI_PLAIN"):
    from guanxi._plain import prefer_sources

    prefer_sources()

from guanxi.engine.errors import BadLog, BadOption, GuanxiError, IllegalMove, did_you_mean
from guanxi.engine.log import Log
from guanxi.engine.replay import replay as _replay
from guanxi.engine.sight import Sight
from guanxi.engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.bridges.batch import Batch
    from guanxi.engine.game import Game

__version__ = "0.1.0"
__all__ = [
    "BadLog",
    "BadOption",
    "GuanxiError",
    "IllegalMove",
    "Log",
    "Sight",
    "Table",
    "batch",
    "game",
    "game_names",
    "replay",
]


def game_names() -> list[str]:
    """The names of all games."""
    folder = importlib.import_module("guanxi.games")
    return [module.name for module in pkgutil.iter_modules(folder.__path__) if module.ispkg]


def game(name: str, rules: int | None = None) -> Game[Any, Any]:
    """A game by its name, played by its newest rules or by a given version of them."""
    if name not in game_names():
        guess = did_you_mean(str(name), game_names())
        raise BadOption(f"There is no game {name!r}.{guess} Available games: {', '.join(game_names())}.")
    found: Game[Any, Any] = importlib.import_module(f"guanxi.games.{name}").GAME
    return found if rules is None else found.by_rules(rules)


def batch(
    game: str | Game[Any, Any],
    tables: int = 1024,
    *,
    seats: int | None = None,
    seed: str | int | None = None,
    opponents: str | None = None,
    threads: int | None = None,
    recall: int = 0,
    **options: Any,
) -> Batch:
    """Many tables of a game at once, as NumPy arrays, for programs that learn (docs/research.md).

    `opponents` is the name of a bot that plays all seats but one.  `threads` are by default as many as there are
    processors; the games do not depend on their number.  `recall` is the number of its last decisions that a seat
    remembers.
    """
    from guanxi.bridges.batch import Batch

    return Batch(game, tables, seats=seats, seed=seed, opponents=opponents, threads=threads, recall=recall, **options)


def replay(log: Log | str | bytes) -> Iterator[Table]:
    """The table of a log (or of its JSON text) after set-up, and after each of its entries.

    Raises `BadLog`, with the number of the move and the reason, for a log that is damaged, changed or illegal.
    """
    if not isinstance(log, Log | str | bytes):
        raise BadLog(f"a log is a Log or its JSON text, not {log!r}")
    document = log if isinstance(log, Log) else Log.from_json(log)
    try:
        found = game(document.game, document.rules)
    except GuanxiError as error:
        raise BadLog(str(error)) from None
    yield from _replay(document, found)
