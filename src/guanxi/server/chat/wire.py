"""Wire types of the table chat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from guanxi.engine.text import Phrase
from guanxi.server.http.wire import MOST_NUMBERS, Body, SeatNumber


class Said(Body):
    """Own words, or one of the phrases that everybody reads in their language."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: str | None = None
    to: SeatNumber | None = None  # the only player who may read it; None: everybody


class SeatBlocked(Body):
    """Block or unblock the person in a seat: they are not read at any table, and not met at a new one."""

    seat: SeatNumber
    blocked: bool = True


class Reported(Body):
    """A chat line reported to the operator."""

    number: Annotated[int, Meta(ge=1, lt=MOST_NUMBERS)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class Line(Struct):
    """A chat line to everybody or to one player: own words, or a phrase."""

    number: int
    seat: int
    at: str
    text: str | None
    phrase: Phrase | None
    to: int | None  # the seat of the only other player who reads it


class Chat(Struct):
    """The chat of a table as the client may read it, without the lines of people whom it has blocked."""

    lines: list[Line]
    phrases: list[str]  # ids of the quick phrases
    blocked: list[int]  # seats whose lines are hidden
    may_write: bool
    private: bool  # players may write to one another at this table
