"""Wire types of the table chat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from guanxi.engine.text import Phrase
from guanxi.server.http.wire import Body, SeatNumber


class Said(Body):
    """Own words, or one of the phrases that everybody reads in their language."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: str | None = None


class Muted(Body):
    """Mute or unmute the person in a seat, at all tables."""

    seat: SeatNumber
    muted: bool = True


class Reported(Body):
    """A chat line reported to the operator."""

    number: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class Line(Struct):
    """A chat line: own words, or a phrase."""

    number: int
    seat: int
    at: str
    text: str | None
    phrase: Phrase | None


class Chat(Struct):
    """The chat of a table without the lines of people whom the client has muted."""

    lines: list[Line]
    phrases: list[str]  # ids of the quick phrases
    muted: list[int]  # seats whose lines are hidden
    may_write: bool
