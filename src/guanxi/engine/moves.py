"""What a move is to people: a typed record that knows its short notation and the places it touches."""

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
    """One decision.  Each game derives its kinds of moves from this; in JSON `do` names the kind."""

    def notation(self) -> str:
        """A short text that stands for the move in logs and can be typed."""
        raise NotImplementedError

    def touches(self) -> tuple[str, ...]:
        """The places and pieces on the table that the move names, in the order a person would click them."""
        raise NotImplementedError

    def phrase(self, board: Any) -> Phrase:
        """The move in words; names of places come from the board."""
        raise NotImplementedError


def whole_word(word: str, known: Sequence[Word], reason: str, paragraph: str, refuse: Refuse) -> Word:
    """The one known word that a player has written or begun to write."""
    fitting = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
    if len(fitting) != 1:
        raise refuse(reason, paragraph, word=word, known=", ".join(fitting or known))
    return fitting[0]
