"""What can go wrong, said so that a person knows what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Catalogue, Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


class GuanxiError(Exception):
    """An error whose text is meant for the person who caused it."""


class BadOption(GuanxiError):
    """A table was asked for that cannot be: wrong seats, an unknown option, a value out of range."""


class BadLog(GuanxiError):
    """A log that is not one, or does not replay."""

    def __init__(self, text: str, move: int | None = None) -> None:
        super().__init__(f"move {move}: {text}" if move is not None else text)
        self.move = move


class IllegalMove(GuanxiError):
    """A move the rules refuse: a stable reason with its parameters, and the paragraph of the rules that says so."""

    def __init__(self, reason: Phrase, paragraph: str, text: Catalogue) -> None:
        super().__init__(text.say(reason))
        self.reason = reason
        self.paragraph = paragraph
        self.text = text

    def say(self, language: str, names: Sequence[str] = ()) -> str:
        """The reason in a player's language; `names` are the players by seat."""
        return self.text.say(self.reason, language, names)
