"""Wire types shared by all features: bodies, refusals, and numbers and names with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from guanxi.engine.core.position import MOST_SEATS
from guanxi.engine.text import Phrase

MOST_NUMBERS = 1 << 31  # no game has this many moves
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Length = Annotated[int, Meta(ge=0, description="The length of the last state that the client has seen.")]
ClientId = Annotated[
    str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$", description="The client's own id for this request.")
]
Language = Literal["en", "fr", "it"]
Colour = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(description="1 to 24 characters, without control characters.")]
Token = Annotated[str, Meta(min_length=1, max_length=64)]


class Body(Struct, forbid_unknown_fields=True):
    """The body of a request."""


class Nothing(Body):
    """An empty body."""


class Refusal(Struct, omit_defaults=True):
    """An error and how to put it right; `error` is stable, `message` is for people."""

    error: str
    message: str
    reason: Phrase | None = None
    paragraph: str | None = None


class Health(Struct):
    """The server is running."""

    ok: bool
