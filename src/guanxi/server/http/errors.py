"""What the server refuses, as a stable id and a sentence in the asker's language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.engine.text import LANGUAGES, Catalogue, phrase
from guanxi.server.tables.wire import Error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.tables.wire import State

TEXT = Catalogue(Path(__file__).parent.parent / "text")


class ApiError(Exception):
    """A request that cannot be granted; says why, and may carry the table as it is now."""

    def __init__(self, status: int, error: str, state: State | None = None, **params: str | int) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.state = state
        self.params = params
        self.headers: dict[str, str] = {}

    def told(self, language: str) -> Error:
        """What is sent."""
        message = TEXT.say(phrase(f"error.{self.error}", **self.params), language)
        return Error(self.error, message, state=self.state)


class IllegalMoveError(ApiError):
    """A move that the rules refuse."""

    def __init__(self, wrong: IllegalMove, names: Sequence[str], state: State) -> None:
        super().__init__(422, "illegal", state)
        self.wrong = wrong
        self.names = names

    def told(self, language: str) -> Error:
        message = self.wrong.text.say(self.wrong.reason, language, self.names)
        return Error(self.error, message, self.wrong.reason, self.wrong.paragraph, self.state)


def preferred_language(accepted: str) -> str:
    """The best of our languages for an Accept-Language header, English if none fits."""
    wishes = []
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((float(quality or 1), name.split("-")[0].lower()))
        except ValueError:
            continue
    wishes.sort(key=lambda wish: -wish[0])
    return next((name for quality, name in wishes if name in LANGUAGES and quality > 0), LANGUAGES[0])
