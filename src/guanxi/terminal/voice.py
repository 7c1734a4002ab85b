"""What the terminal says: its own texts, the game's behind them, in the player's language."""

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
    """Speaks one language and knows the names of those at the table, and of the places on its board."""

    def __init__(
        self, language: str, behind: Catalogue = ENGINE_TEXT, seats: Sequence[str] = (), board: Any = None
    ) -> None:
        self.language = language
        self.catalogue = Catalogue(FOLDER, behind)
        self.seats = tuple(seats)
        self.board = board  # what `Game.board` gives

    @property
    def names(self) -> tuple[str, ...]:
        """The players as they are called in this language; who shares a name gets the number of the seat."""
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

    def together(self, seats: Sequence[int]) -> str:
        """The names of several seats as one piece of a sentence."""
        return self.tell(list_of([player(seat) for seat in seats]))


def usual_language() -> str:
    """The language that the environment asks for, if it is one of ours; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            language = wanted[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
