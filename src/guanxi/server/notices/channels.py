"""Channels: how a guest wants to be told that it is their turn."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import delete, func, insert, select, update

from guanxi.server.clocks.clocks import DAY
from guanxi.server.http.errors import ApiError
from guanxi.server.notices import hooks, push
from guanxi.server.notices.outbox import Message, write_messages
from guanxi.server.notices.wire import ChannelShown, Notices
from guanxi.server.storage.schema import CHANNELS, KEYS, OUTBOX

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.server.house import House
    from guanxi.server.notices.wire import ChannelKind, ChannelWanted
    from guanxi.server.storage.store import Store

MOST_CHANNELS = 8
MOST_CONFIRMATIONS = 3  # for one address in a day: nobody shall flood somebody else
MAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}", re.ASCII | re.IGNORECASE)
LETTER = re.compile(r"(confirm|end)-([0-9a-f]{32})-([\w-]{22})", re.ASCII)

Action = Literal["confirm", "end"]


class Channel(msgspec.Struct):
    """One way to reach a guest; for a push the address is the whole subscription."""

    id: str
    guest: str
    kind: Literal["email", "webhook", "push"]
    address: str
    daily: int | None  # the hour of a digest in UTC; None: at once
    language: str
    confirmed: bool
    created: int
    failed: str | None = None

    def subscription(self) -> push.Subscription:
        """The browser behind a push channel."""
        return msgspec.json.decode(self.address, type=push.Subscription)


async def shown(house: House, guest: str) -> Notices:
    """A guest's channels, and what kinds there can be."""
    kinds = available(house)
    key = push.public_key(await secret(house.store, "vapid", push.new_key)) if "push" in kinds else None
    return Notices(kinds, key, [channel_shown(channel) for channel in await channels_of(house.store, guest)])


def available(house: House) -> list[ChannelKind]:
    """The kinds of channels that this server can serve."""
    mail = house.settings.smtp and house.settings.mail_from and house.settings.address
    kinds: list[ChannelKind] = ["webhook"]
    if mail:
        kinds.append("email")
    if push.available():
        kinds.append("push")
    return kinds


def channel_shown(channel: Channel) -> ChannelShown:
    """A channel as its owner sees it."""
    address = channel.subscription().endpoint if channel.kind == "push" else channel.address
    return ChannelShown(channel.id, channel.kind, address, channel.daily, channel.confirmed, channel.failed)


async def add(house: House, guest: str, language: str, wanted: ChannelWanted) -> Notices:
    """A new channel, or another choice for one there is; an e-mail address must be confirmed by who reads it."""
    if wanted.kind not in available(house):
        raise ApiError(422, "no-channel", kinds=", ".join(available(house)))
    address = await checked_address(house, wanted)
    at = house.tables.now()
    known = [channel for channel in await channels_of(house.store, guest) if channel.address == address]
    if known:
        async with house.store.writing() as connection:
            change = {"daily": wanted.daily, "language": language, "failed": None}
            await connection.execute(update(CHANNELS).where(CHANNELS.c.id == known[0].id).values(change))
        return await shown(house, guest)
    if len(await channels_of(house.store, guest)) >= MOST_CHANNELS:
        raise ApiError(422, "too-many-channels", most=MOST_CHANNELS)
    confirmed = wanted.kind != "email"
    channel = Channel(secrets.token_hex(16), guest, wanted.kind, address, wanted.daily, language, confirmed, created=at)
    await write_channel(house.store, channel, at)
    return await shown(house, guest)


async def write_channel(store: Store, channel: Channel, at: int) -> None:
    """Write a channel down, with the letter that asks whether it is wanted."""
    mark = hashlib.sha256(channel.address.lower().encode()).hexdigest()[:16]
    async with store.writing() as connection:
        if not channel.confirmed:
            lately = (OUTBOX.c.kind == "confirm") & (OUTBOX.c.about == mark) & (OUTBOX.c.created > at - DAY)
            asked = (await connection.execute(select(func.count()).select_from(OUTBOX).where(lately))).scalar() or 0
            if asked >= MOST_CONFIRMATIONS:
                raise ApiError(429, "asked-often")
            ask = Message(secrets.token_hex(16), channel.id, "confirm", mark, 0, 0, at, at)
            await write_messages(connection, [ask])
        await connection.execute(insert(CHANNELS), msgspec.structs.asdict(channel))


async def checked_address(house: House, wanted: ChannelWanted) -> str:
    """An address that a message can be sent to."""
    if wanted.kind == "email":
        if not MAIL.fullmatch(wanted.address):
            raise ApiError(422, "bad-mail")
        return wanted.address
    try:
        await hooks.target(wanted.address, house.settings.private_hooks)
    except (hooks.NotPublic, OSError):
        raise ApiError(422, "bad-hook") from None
    if wanted.kind == "webhook":
        return wanted.address
    subscription = push.Subscription(wanted.address, wanted.keys or push.Keys("", ""))
    if not push.is_usable(subscription):
        raise ApiError(422, "bad-push")
    return msgspec.json.encode(subscription).decode()


async def remove(house: House, guest: str, channel: str) -> Notices:
    """A guest does not want a channel any more."""
    async with house.store.writing() as connection:
        await connection.execute(delete(CHANNELS).where((CHANNELS.c.id == channel) & (CHANNELS.c.guest == guest)))
    return await shown(house, guest)


async def channels_of(store: Store, guest: str) -> list[Channel]:
    """All channels of a guest, the oldest first."""
    query = select(CHANNELS).where(CHANNELS.c.guest == guest).order_by(CHANNELS.c.created, CHANNELS.c.id)
    async with store.reading() as connection:
        return [Channel(**row) for row in (await connection.execute(query)).mappings()]


async def channel_of(store: Store, id_: str) -> Channel | None:
    """One channel."""
    async with store.reading() as connection:
        found = (await connection.execute(select(CHANNELS).where(CHANNELS.c.id == id_))).mappings().first()
    return Channel(**found) if found else None


async def fail(store: Store, channel: Channel, reason: str) -> None:
    """A channel does not work any more; its owner can see why, and set it up again."""
    async with store.writing() as connection:
        await connection.execute(update(CHANNELS).where(CHANNELS.c.id == channel.id).values(failed=reason[:200]))


async def secret(store: Store, name: str, new: Callable[[], str]) -> str:
    """One of the server's own keys, made when it is first needed."""
    async with store.writing() as connection:
        known: str | None = (await connection.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        if known is None:
            known = new()
            await connection.execute(insert(KEYS), {"name": name, "value": known})
    return known


async def letter_link(house: House, action: Action, channel: str) -> str:
    """The address of a letter's link: who has it may do this one thing to this one channel."""
    return f"{(house.settings.address or '').rstrip('/')}/api/letters/{await letter_token(house, action, channel)}"


async def letter_token(house: House, action: Action, channel: str) -> str:
    """What is signed."""
    key = await secret(house.store, "letters", lambda: secrets.token_hex(32))
    signed = hmac.digest(bytes.fromhex(key), f"{action}-{channel}".encode(), "sha256")
    return f"{action}-{channel}-{urlsafe_b64encode(signed[:16]).rstrip(b'=').decode()}"


async def read_letter(house: House, token: str) -> tuple[Action, Channel]:
    """What a letter's link wants, if it is ours."""
    found = LETTER.fullmatch(token)
    action: Action = "confirm" if token.startswith("confirm") else "end"
    if found is None or not hmac.compare_digest(token, await letter_token(house, action, found[2])):
        raise ApiError(404, "unknown-letter")
    channel = await channel_of(house.store, found[2])
    if channel is None:
        raise ApiError(404, "ended-letter")
    return action, channel


async def obey_letter(house: House, action: Action, channel: Channel) -> None:
    """Do what a letter's link is for."""
    async with house.store.writing() as connection:
        this = CHANNELS.c.id == channel.id
        if action == "confirm":
            await connection.execute(update(CHANNELS).where(this).values(confirmed=True))
        else:
            await connection.execute(delete(CHANNELS).where(this))
