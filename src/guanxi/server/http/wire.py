"""What the wire types of all features share: bodies, and numbers and words with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from guanxi.engine.core.position import MOST_SEATS

MOST_NUMBERS = 1 << 31  # no game has so many moves
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Length = Annotated[int, Meta(ge=0, description="How many entries the log had when the client looked.")]
ClientId = Annotated[
    str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$", description="The client's own id for what it asks.")
]
Language = Literal["en", "fr", "it"]
Colour = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(description="1 to 24 characters, without control characters.")]


class Body(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Nothing(Body):
    """A request that needs no words."""


class Health(Struct):
    """The server is there."""

    ok: bool
