"""What clients send about time, and what they are told about notices."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from guanxi.server.clocks import Control
from guanxi.server.push import Keys
from guanxi.server.wire import Body, SeatNumber

Hour = Annotated[int, Meta(ge=0, le=23)]
ChannelKind = Literal["email", "webhook", "push"]


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


class ChannelWanted(Body):
    """A way to be told that it is one's turn: a mail address, a webhook's URL, or a push subscription's endpoint."""

    kind: ChannelKind
    address: Annotated[str, Meta(min_length=3, max_length=1000)]
    daily: Hour | None = None
    keys: Keys | None = None


class ChannelLeft(Body):
    """A way by which one does not want to be told any more."""

    channel: Annotated[str, Meta(max_length=32)]


class Now(Struct):
    """What time the server has: a client's clock may be wrong."""

    now: str


class ChannelShown(Struct):
    """One's own channel; `daily` is the hour of a digest in UTC, `failed` says why it does not work any more."""

    id: str
    kind: ChannelKind
    address: str
    daily: int | None
    confirmed: bool
    failed: str | None


class Notices(Struct):
    """The kinds of channels that this server has, its key for web push, and one's own channels."""

    available: list[ChannelKind]
    push_key: str | None
    channels: list[ChannelShown]
