"""What a move is to people: a typed record that knows its short notation and the places it touches."""

from __future__ import annotations

import msgspec

from guanxi.engine.text import Phrase


class Move(msgspec.Struct, frozen=True, tag_field="do"):
    """One decision.  Each game derives its kinds of moves from this; in JSON `do` names the kind."""

    def notation(self) -> str:
        """A short text that stands for the move in logs and can be typed."""
        raise NotImplementedError

    def touches(self) -> tuple[str, ...]:
        """The places and pieces on the table that the move names, in the order a person would click them."""
        raise NotImplementedError

    def phrase(self) -> Phrase:
        """The move in words."""
        raise NotImplementedError
