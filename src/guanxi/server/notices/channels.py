"""Channels: how a guest wants to be told that it is their turn."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import delete, func, insert, select, update
from starlette.responses import HTMLResponse

from guanxi.server.clocks.clocks import DAY
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import Route, get, post
from guanxi.server.notices import hooks, push, wire
from guanxi.server.notices.outbox import Message, write_messages
from guanxi.server.notices.texts import page
from guanxi.server.storage.keys import server_key
from guanxi.server.storage.schema import CHANNELS, OUTBOX

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.notices.letters import Action, MailLinks
    from guanxi.server.storage.database import Database

MOST_CHANNELS = 8
MOST_CONFIRMATIONS = 3  # to one address in a day, so that nobody can flood somebody else
MAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}", re.ASCII | re.IGNORECASE)


class Channel(msgspec.Struct):
    """One way to reach a guest; the address of a push channel is the whole subscription."""

    id: str
    guest: str
    kind: Literal["email", "webhook", "push"]
    address: str
    daily: int | None  # the hour of a digest in UTC; None: no digest
    language: str
    confirmed: bool
    created: int
    failed: str | None = None

    def subscription(self) -> push.Subscription:
        """The browser behind a push channel."""
        return msgspec.json.decode(self.address, type=push.Subscription)


class Channels:
    """Handles the channels of guests, and the links in mails."""

    def __init__(self, database: Database, now: Now, links: MailLinks, has_mail: bool, private_hooks: bool) -> None:
        self._database = database
        self._now = now
        self._links = links
        self._has_mail = has_mail
        self._private_hooks = private_hooks

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/notices", self.notices, wire.Notices, "How the client is told that it is their turn."),
            post(
                "/api/notices",
                self.add_channel,
                wire.ChannelWanted,
                wire.Notices,
                "Add a channel, or change the hour of one.",
                status=201,
            ),
            post("/api/notices/remove", self.remove_channel, wire.ChannelLeft, wire.Notices, "Remove a channel."),
            get(
                "/api/letters/{token}",
                self.letter,
                None,
                "What a link in a mail does; nothing changes yet.",
                (404,),
                kind="text/html",
            ),
            Route(
                method="POST",
                path="/api/letters/{token}",
                handler=self.follow_letter,
                about="Do what a link in a mail is for: confirm an address, or unsubscribe it.",
                kind="text/html",
                refusals=(404,),
            ),
        )

    async def notices(self, call: Call[None]) -> wire.Notices:
        """Return the client's channels."""
        return await self._shown(call.guest())

    async def add_channel(self, call: Call[wire.ChannelWanted]) -> wire.Notices:
        """Add a channel, or change one; an e-mail address must be confirmed by its owner."""
        guest, wanted = call.guest(), call.body
        if wanted.kind not in self._available():
            raise ApiError(422, "no-channel", kinds=", ".join(self._available()))
        address = await self._checked_address(wanted)
        own = await self._channels_of(guest)
        known = next((channel for channel in own if channel.address == address), None)
        if known:
            async with self._database.writing() as connection:
                change = {"daily": wanted.daily, "language": call.language, "failed": None}
                await connection.execute(update(CHANNELS).where(CHANNELS.c.id == known.id).values(change))
            return await self._shown(guest)
        if len(own) >= MOST_CHANNELS:
            raise ApiError(422, "too-many-channels", most=MOST_CHANNELS)
        id_, confirmed = secrets.token_hex(16), wanted.kind != "email"
        channel = Channel(id_, guest, wanted.kind, address, wanted.daily, call.language, confirmed, self._now())
        async with self._database.writing() as connection:
            if not confirmed:
                await ask_to_confirm(connection, channel)
            await connection.execute(insert(CHANNELS), msgspec.structs.asdict(channel))
        return await self._shown(guest)

    async def remove_channel(self, call: Call[wire.ChannelLeft]) -> wire.Notices:
        """Remove a channel."""
        guest = call.guest()
        async with self._database.writing() as connection:
            own = (CHANNELS.c.id == call.body.channel) & (CHANNELS.c.guest == guest)
            await connection.execute(delete(CHANNELS).where(own))
        return await self._shown(guest)

    async def letter(self, call: Call[None]) -> HTMLResponse:
        """Return a page with a button: mail scanners follow every link, and must not change anything."""
        action, channel = await self._read_letter(call)
        return HTMLResponse(page(action, channel.language, channel.address, asks=True))

    async def follow_letter(self, call: Call[None]) -> HTMLResponse:
        """Confirm or unsubscribe an address, once a person or a mail program has asked for it."""
        action, channel = await self._read_letter(call)
        this = CHANNELS.c.id == channel.id
        async with self._database.writing() as connection:
            if action == "confirm":
                await connection.execute(update(CHANNELS).where(this).values(confirmed=True))
            else:
                await connection.execute(delete(CHANNELS).where(this))
        return HTMLResponse(page(action, channel.language, channel.address, asks=False))

    async def _read_letter(self, call: Call[None]) -> tuple[Action, Channel]:
        action, id_ = await self._links.read(call.path("token"))
        channel = await channel_of(self._database, id_)
        if channel is None:
            raise ApiError(404, "ended-letter")
        return action, channel

    async def _shown(self, guest: str) -> wire.Notices:
        """A guest's channels, and the kinds of channels there are."""
        kinds, key = self._available(), None
        if "push" in kinds:
            key = push.public_key(await server_key(self._database, "vapid", push.new_key))
        return wire.Notices(kinds, key, [channel_shown(channel) for channel in await self._channels_of(guest)])

    def _available(self) -> list[wire.ChannelKind]:
        """The kinds of channels that this server supports."""
        kinds: list[wire.ChannelKind] = ["webhook"]
        if self._has_mail:
            kinds.append("email")
        if push.available():
            kinds.append("push")
        return kinds

    async def _checked_address(self, wanted: wire.ChannelWanted) -> str:
        """The address to store for a channel, if messages can be sent to it."""
        if wanted.kind == "email":
            if not MAIL.fullmatch(wanted.address):
                raise ApiError(422, "bad-mail")
            return wanted.address
        try:
            await hooks.target(wanted.address, self._private_hooks)
        except (hooks.NotPublic, OSError):
            raise ApiError(422, "bad-hook") from None
        if wanted.kind == "webhook":
            return wanted.address
        subscription = push.Subscription(wanted.address, wanted.keys or push.Keys("", ""))
        if not push.is_usable(subscription):
            raise ApiError(422, "bad-push")
        return msgspec.json.encode(subscription).decode()

    async def _channels_of(self, guest: str) -> list[Channel]:
        """All channels of a guest, oldest first."""
        query = select(CHANNELS).where(CHANNELS.c.guest == guest).order_by(CHANNELS.c.created, CHANNELS.c.id)
        async with self._database.reading() as connection:
            return [Channel(**row) for row in (await connection.execute(query)).mappings()]


def channel_shown(channel: Channel) -> wire.ChannelShown:
    """A channel as its owner sees it."""
    address = channel.subscription().endpoint if channel.kind == "push" else channel.address
    return wire.ChannelShown(channel.id, channel.kind, address, channel.daily, channel.confirmed, channel.failed)


async def ask_to_confirm(connection: AsyncConnection, channel: Channel) -> None:
    """Put a mail into the outbox that asks the owner of an address whether they want notices."""
    mark, at = hashlib.sha256(channel.address.lower().encode()).hexdigest()[:16], channel.created
    lately = (OUTBOX.c.kind == "confirm") & (OUTBOX.c.about == mark) & (OUTBOX.c.created > at - DAY)
    asked = (await connection.execute(select(func.count()).select_from(OUTBOX).where(lately))).scalar() or 0
    if asked >= MOST_CONFIRMATIONS:
        raise ApiError(429, "asked-often")
    await write_messages(connection, [Message(secrets.token_hex(16), channel.id, "confirm", mark, 0, 0, at, at)])


async def channel_of(database: Database, id_: str) -> Channel | None:
    """One channel, if it still exists."""
    async with database.reading() as connection:
        found = (await connection.execute(select(CHANNELS).where(CHANNELS.c.id == id_))).mappings().first()
    return Channel(**found) if found else None


async def mark_failed(database: Database, channel: Channel, reason: str) -> None:
    """Mark a channel as broken; its owner sees why and can set it up again."""
    async with database.writing() as connection:
        await connection.execute(update(CHANNELS).where(CHANNELS.c.id == channel.id).values(failed=reason[:200]))


async def adopt_channels(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's channels to another."""
    await connection.execute(update(CHANNELS).where(CHANNELS.c.guest == old).values(guest=new))
