"""How a game looks in a terminal: one module a game, named like it, with a `BOARD`.

A game without one is shown as its plain view, so that it can be played all the same.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rich.pretty import Pretty

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import RenderableType

    from guanxi.terminal.voice import Voice


def all_of(view: Any, *_: object) -> RenderableType:
    """All that a view holds."""
    return Pretty(view)


def no_names(*_: object) -> Mapping[str, str]:
    """No names but those in the texts."""
    return {}


@dataclass(frozen=True)
class Board:
    """A game's looks.

    The game's texts name the words of its notation: `first` is the family of ids for a notation's first word
    ("action": `action.gift`), `others` the families for those after it ("colour place": `colour.red`, `place.pile`).
    What has no such text, such as the places of a map, has its name from the view.
    """

    draw: Callable[[Any, Voice, int], RenderableType] = all_of  # from a view, for so many columns
    score: Callable[[Any, Voice], RenderableType] = all_of
    first: str = ""
    others: str = ""
    players: str = ""  # the first words after which a seat's number stands; people type the name
    names: Callable[[Any, Voice], Mapping[str, str]] = no_names  # what can be named in a notation, by id


def board(game: str) -> Board:
    """The looks of a game."""
    module = f"{__name__}.{game}"
    if find_spec(module) is None:
        return Board()
    found: Board = importlib.import_module(module).BOARD
    return found
