"""What goes over the wire about notices."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from guanxi.server.http.wire import Body
from guanxi.server.notices.push import Keys

Hour = Annotated[int, Meta(ge=0, le=23)]
ChannelKind = Literal["email", "webhook", "push"]


class ChannelWanted(Body):
    """A way to be told that it is one's turn: a mail address, a webhook's URL, or a push subscription's endpoint."""

    kind: ChannelKind
    address: Annotated[str, Meta(min_length=3, max_length=1000)]
    daily: Hour | None = None
    keys: Keys | None = None


class ChannelLeft(Body):
    """A way by which one does not want to be told any more."""

    channel: Annotated[str, Meta(max_length=32)]


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
