"""The terminal's texts in the player's language, on top of those of the game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guanxi.engine.text import ENGINE_TEXT, LANGUAGES, Catalogue, Parameter, Phrase, list_of, phrase, player
from guanxi.terminal.seats import shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.moves import Move

FOLDER = Path(__file__).parent / "text"


class Voice:
    """Texts in one language, with the names of the players and of the places on the board."""

    def __init__(
        self, language: str, fallback: Catalogue = ENGINE_TEXT, seats: Sequence[str] = (), board: Any = None
    ) -> None:
        self.language = language
        self.catalogue = Catalogue(FOLDER, fallback)
        self.seats = tuple(seats)
        self.board = board  # as returned by `Game.board`

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in this language; equal names are numbered by seat."""
        shown = [shown_name(name, seat, self.language) for seat, name in enumerate(self.seats)]
        return tuple(f"{name} {seat}" if shown.count(name) > 1 else name for seat, name in enumerate(shown, 1))

    @property
    def texts(self) -> Mapping[str, str | Mapping[str, str]]:
        """Every text of this language by id: the engine's, the game's, then the terminal's."""
        return self.catalogue.texts(self.language)

    def say(self, id_: str, **params: Parameter) -> str:
        """The text of an id."""
        return self.tell(phrase(id_, **params))

    def tell(self, what: Phrase | Event | Move) -> str:
        """A phrase, an event or a move in words."""
        told = what if isinstance(what, Phrase) else what.phrase(self.board)
        return self.catalogue.say(told, self.language, self.names)

    def name_list(self, seats: Sequence[int]) -> str:
        """Join the names of several seats for a sentence."""
        return self.tell(list_of([player(seat) for seat in seats]))


def system_language() -> str:
    """The language of the environment if it is supported, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            language = wanted[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
