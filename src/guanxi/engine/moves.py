"""Typed moves: a move with its short notation, its words and the places it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.engine.errors import IllegalMove

    Refuse = Callable[..., IllegalMove]

Word = TypeVar("Word", bound=str)


class Move(msgspec.Struct, frozen=True, tag_field="do"):
    """A move.  Each game derives its kinds of moves from this class; in JSON `do` names the kind."""

    def notation(self) -> str:
        """The short text for the move in logs, which can also be typed."""
        raise NotImplementedError

    def touches(self) -> tuple[str, ...]:
        """The ids of the places and pieces that the move names, in the order a person would click them."""
        raise NotImplementedError

    def phrase(self, board: Any) -> Phrase:
        """The move in words; names of places come from the board."""
        raise NotImplementedError


def whole_word(word: str, known: Sequence[Word], reason: str, paragraph: str, refuse: Refuse) -> Word:
    """Complete an abbreviated word; raises an error by `refuse` unless exactly one known word matches."""
    fitting = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
    if len(fitting) != 1:
        raise refuse(reason, paragraph, word=word, known=", ".join(fitting or known))
    return fitting[0]
