"""Wire types of rooms."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from guanxi.server.http.wire import MOST_NUMBERS, Body, Name, SeatNumber

Count = Annotated[int, Meta(ge=0, lt=MOST_NUMBERS)]
Place = Annotated[int, Meta(ge=0, le=1000)]


class Position(Body):
    """What a room looks at: the table after some moves or at a moment inside the last of them, as a seat saw it."""

    move: Count
    moment: Annotated[int, Meta(ge=1, le=1000)] | None = None
    seat: SeatNumber | None = None  # None: as a spectator saw it


class RoomWanted(Body):
    """A room for a finished game; whoever makes it leads."""

    table: Annotated[str, Meta(max_length=16)]
    position: Position
    name: Name | None = None


class Entering(Body):
    """A person comes into a room."""

    name: Name | None = None


class LeadGiven(Body):
    """The place of the person who leads from now on."""

    place: Place


class SaidInRoom(Body):
    """Own words, or one of the phrases that everybody reads in their language."""

    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: str | None = None


class PersonBlocked(Body):
    """Block a person in a room, or unblock them: they are not read anywhere."""

    place: Place
    blocked: bool = True


class PersonShown(Struct):
    """A person who is in a room, or was; places are numbered in the order in which people came."""

    place: int
    name: str | None
    profile: str | None
    here: bool
    yours: bool


class Room(Struct):
    """A room as one client sees it."""

    room: str
    table: str
    position: Position
    step: int  # the number of positions it has looked at
    leader: int  # the place of the person who leads
    people: list[PersonShown]
