"""How games look in a terminal: one module per game, with its name and a `RENDERER`.

A game without one can still be played: its view is printed as it is.
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
    """Render a view as plain data."""
    return Pretty(view)


def no_names(*_: object) -> Mapping[str, str]:
    """No names beyond those in the texts."""
    return {}


@dataclass(frozen=True)
class Renderer:
    """Draws a game and names the words of its notation.

    The game's texts name the words of its notation: `first` is the family of ids for a notation's first word
    ("action": `action.gift`), `others` the families for those after it ("colour place": `colour.red`, `place.pile`).
    Things without such a text, such as the places of a map, take their names from the view.
    """

    draw: Callable[[Any, Voice, int], RenderableType] = all_of  # from a view, for a width in columns
    score: Callable[[Any, Voice], RenderableType] = all_of
    first: str = ""
    others: str = ""
    players: str = ""  # first words that are followed by a seat number, for which people type a name
    map: Callable[[Any, Voice, int], RenderableType] | None = None  # which places are neighbours
    names: Callable[[Any, Voice], Mapping[str, str]] = no_names  # names that can occur in a notation, by id


def board(game: str) -> Renderer:
    """Return the renderer of a game."""
    module = f"{__name__}.{game}"
    if find_spec(module) is None:
        return Renderer()
    found: Renderer = importlib.import_module(module).RENDERER
    return found
