"""Wire types of absences and time controls."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from guanxi.server.clocks.clocks import Control
from guanxi.server.http.wire import Body, SeatNumber
from guanxi.server.notices.wire import ChannelKind
from guanxi.server.tables.wire import State


class TimeAsked(Body):
    """A seat proposes another time control; None is no clock."""

    seat: SeatNumber
    control: Control | None


class TimeAnswered(Body):
    """Another seat's answer to that proposal; the seat that proposed it may withdraw it by refusing."""

    seat: SeatNumber
    control: Control | None
    agree: bool


class Away(Body):
    """A time in which a player cannot play."""

    since: Annotated[datetime, Meta(tz=True)] = field(name="from")
    until: Annotated[datetime, Meta(tz=True)] = field(name="to")


class AwayTimes(Body):
    """A seat's calendar of absences from now on; past absences remain."""

    seat: SeatNumber
    absences: Annotated[list[Away], Meta(max_length=20)]


class OfSeat(Body):
    """A request for a seat."""

    seat: SeatNumber


class Now(Struct):
    """The server's time: the client's clock may be wrong."""

    now: str


class Nudge(Body):
    """A seat reminds an absent player."""

    seat: SeatNumber
    about: SeatNumber


class Nudged(Struct):
    """The kinds of channels by which the player is reminded; none if they have set up none."""

    by: list[ChannelKind]
    state: State


class MotionMade(Body):
    """A seat proposes to replace an absent player by a bot, or to end the game without a loser."""

    seat: SeatNumber
    about: SeatNumber
    do: Literal["bot", "end"]


class MotionAnswered(Body):
    """Another seat's answer to that proposal; the seat that made it may withdraw it by refusing."""

    seat: SeatNumber
    agree: bool
