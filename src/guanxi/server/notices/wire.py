"""Wire types of notices."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from guanxi.server.http.wire import Body
from guanxi.server.notices.push import Keys

Hour = Annotated[int, Meta(ge=0, le=23)]
ChannelKind = Literal["email", "webhook", "push"]


class ChannelWanted(Body):
    """A channel for notices: a mail address, the URL of a webhook, or the endpoint of a push subscription."""

    kind: ChannelKind
    address: Annotated[str, Meta(min_length=3, max_length=1000)]
    daily: Hour | None = None
    keys: Keys | None = None


class ChannelLeft(Body):
    """A channel to remove."""

    channel: Annotated[str, Meta(max_length=32)]


class ChannelShown(Struct):
    """A channel of the client; `daily` is the hour of a digest in UTC, `failed` says why it no longer works."""

    id: str
    kind: ChannelKind
    address: str
    daily: int | None
    confirmed: bool
    failed: str | None


class Notices(Struct):
    """The kinds of channels that this server supports, its key for web push, and the client's channels."""

    available: list[ChannelKind]
    push_key: str | None
    channels: list[ChannelShown]
