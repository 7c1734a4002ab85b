"""Facts: what the value of a position consists of, in sentences that explain why a move is good."""

from __future__ import annotations

import msgspec

from guanxi.engine.text import Phrase


class Fact(msgspec.Struct, frozen=True):
    """One part of a position's value for a seat.

    `says` is a clause without a capital and a full stop, made only from what the seat may know.  With `odds` its
    parameter `percent` becomes their mean over many sampled positions.
    """

    about: str  # which part it is: the same words in every position
    worth: float  # in a unit of the game; only differences between positions count
    says: Phrase
    odds: float | None = None  # of what the clause speaks of, from 0 to 1
