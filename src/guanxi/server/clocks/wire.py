"""What goes over the wire about time: controls, clocks, absences and plans."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from guanxi.engine.text import Phrase
from guanxi.server.clocks.clocks import Control
from guanxi.server.http.wire import Body, SeatNumber

Policy = Literal["bot", "forfeit"]


class Planned(Struct):
    """An answer that can be left for a question to come."""

    notation: str
    phrase: Phrase


class AwayTime(Struct):
    """A time in which a player cannot play."""

    since: str = field(name="from")
    until: str = field(name="to")


class ClockShown(Struct):
    """A seat's time in milliseconds, as it was at `since`; without it, the clock stands."""

    seat: int
    spent: int
    left: int | None
    since: str | None
    deadline: str | None
    absences: list[AwayTime]


class TimeProposed(Struct):
    """A seat would like another time control; these must still agree."""

    seat: int
    control: Control | None
    waits_for: tuple[int, ...]


class Time(Struct):
    """A table's time control, what is done about those who are gone, and the clocks."""

    control: Control | None
    absent: Policy
    proposal: TimeProposed | None
    clocks: list[ClockShown]


class TimeAsked(Body):
    """A seat would like another time control; None is none."""

    seat: SeatNumber
    control: Control | None


class TimeAnswered(Body):
    """What another seat says to that control; the asker may take it back by refusing."""

    seat: SeatNumber
    control: Control | None
    agree: bool


class Away(Body):
    """A time in which a player cannot play."""

    since: Annotated[datetime, Meta(tz=True)] = field(name="from")
    until: Annotated[datetime, Meta(tz=True)] = field(name="to")


class AwayTimes(Body):
    """A seat's calendar of absences from now on; what is past stays as it was."""

    seat: SeatNumber
    absences: Annotated[list[Away], Meta(max_length=20)]


class OfSeat(Body):
    """Something that is done for a seat."""

    seat: SeatNumber


class PlanMade(Body):
    """The answer to a question to come, as its notation; None: no plan."""

    seat: SeatNumber
    move: Annotated[str, Meta(min_length=1, max_length=200)] | None


class Now(Struct):
    """What time the server has: a client's clock may be wrong."""

    now: str
