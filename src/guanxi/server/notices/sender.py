"""The sender: takes from the outbox what is due and still true, and tries until it has arrived."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from itertools import groupby
from typing import TYPE_CHECKING

from guanxi.server.clocks.clocks import DAY, SECOND
from guanxi.server.http.errors import ApiError
from guanxi.server.notices import hooks, mail, notices, push
from guanxi.server.notices.channels import channel_of, fail, letter_link, secret
from guanxi.server.notices.outbox import claim, forget_settled, is_newest, put_off, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.house import House
    from guanxi.server.notices.channels import Channel
    from guanxi.server.notices.notices import Turn
    from guanxi.server.notices.outbox import Message

LOG = logging.getLogger("guanxi.server")
MOST_AT_ONCE = 8
JSON = {"Content-Type": "application/json"}


KEPT = 30 * DAY  # how long messages that were sent or dropped stay in the outbox


class Later(Exception):
    """It has not arrived, and may if it is tried again."""

    def __init__(self, wait: int | None = None) -> None:
        self.wait = wait


class Never(Exception):
    """The address does not take messages, now or ever; says why."""


class Sender:
    """Delivers what waits in the outbox."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tidied = 0  # when old messages were deleted last

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.deliver()
                await self.tidy()
            except Exception:
                LOG.exception("notices cannot be sent; the next try comes soon")
            await asyncio.sleep(self._house.settings.outbox)

    async def tidy(self) -> None:
        """Delete old messages from the outbox, once a day."""
        now = self._house.tables.now()
        if now >= self._tidied + DAY:
            await forget_settled(self._house.store, now - KEPT)
            self._tidied = now

    async def deliver(self) -> None:
        """Send all that is due, each channel's messages together if it wants them so."""
        due = await claim(self._house.store, self._house.tables.now())
        due.sort(key=lambda message: message.channel)
        turn = asyncio.Semaphore(MOST_AT_ONCE)

        async def one(channel: str, messages: list[Message]) -> None:
            async with turn:
                await self._deliver(channel, messages)

        groups = [(channel, list(messages)) for channel, messages in groupby(due, lambda message: message.channel)]
        await asyncio.gather(*(one(*group) for group in groups))

    async def _deliver(self, channel_id: str, messages: list[Message]) -> None:
        """Send the messages for one channel."""
        store = self._house.store
        channel = await channel_of(store, channel_id)
        if channel is None or channel.failed:
            await settle(store, messages, "dropped")
            return
        asks = [message for message in messages if message.kind == "confirm"]
        turns = [message for message in messages if message.kind == "turn"]
        together = [asks, turns] if channel.daily is not None else [[message] for message in messages]
        for batch in together:
            if batch:
                await self._try(channel, batch)

    async def _try(self, channel: Channel, messages: list[Message]) -> None:
        """Send messages that are still true as one, and write down what came of it."""
        store, at = self._house.store, self._house.tables.now()
        waiting, turns = [], []
        for message in messages:
            if message.kind == "confirm" and not channel.confirmed:
                waiting.append(message)
            elif message.kind == "turn" and (turn := await self._turn(channel, message)):
                waiting.append(message)
                turns.append(turn)
        await settle(store, [message for message in messages if message not in waiting], "dropped")
        if not waiting:
            return
        try:
            await self._send(channel, waiting[0], turns)
        except Later as later:
            await put_off(store, waiting, at, later.wait)
        except Never as never:
            LOG.warning("a channel for notices (%s) has failed for good: %s", channel.kind, never)
            await fail(store, channel, str(never))
            await settle(store, waiting, "failed")
        else:
            await settle(store, waiting, "sent")

    async def _turn(self, channel: Channel, message: Message) -> Turn | None:
        """What there is to say about a message's table; None: it is not true any more."""
        try:
            async with self._house.tables.opened(message.about) as play:
                seat = play.seats[message.seat]
                moved = any(entry.seat == seat.seat and entry.number > message.number for entry in play.standing)
                owes = seat.seat in play.to_move and seat.present and seat.guest == channel.guest and not moved
                if not owes or self._house.hub.looks(message.about, seat):
                    return None
                said = notices.turn(play, seat.seat, self._house.settings.address or "")
        except ApiError:
            return None
        return said if await is_newest(self._house.store, message) else None

    async def _send(self, channel: Channel, first: Message, turns: Sequence[Turn]) -> None:
        """Send one message by the channel's way."""
        try:
            if channel.kind == "email":
                await self._mail(channel, first, turns)
            elif channel.kind == "webhook":
                headers = {**JSON, "Idempotency-Key": first.id}
                await self._post(channel.address, notices.chat(turns, channel.language), headers)
            else:
                await self._push(channel, first, turns[0])
        except hooks.NotPublic:
            raise Never("the address is not a public one") from None
        except smtplib.SMTPException as wrong:
            if mail.is_final(wrong):
                raise Never("the mail server does not know the address") from None
            LOG.warning("mail cannot be sent: %s", type(wrong).__name__)
            raise Later from None
        except (OSError, EOFError, asyncio.LimitOverrunError):
            raise Later from None

    async def _mail(self, channel: Channel, first: Message, turns: Sequence[Turn]) -> None:
        """A mail, which says how to get no more of them."""
        end = await letter_link(self._house, "end", channel.id)
        if first.kind == "confirm":
            link = await letter_link(self._house, "confirm", channel.id)
            subject, text = notices.confirmation(channel.language, link, end)
        else:
            subject, text = notices.mail(turns, channel.language, end)
        message = mail.letter(self._house.settings, channel.address, first.id, subject, text, end)
        await asyncio.to_thread(mail.send, self._house.settings, message)

    async def _push(self, channel: Channel, first: Message, turn: Turn) -> None:
        """A push to a browser."""
        subscription, settings = channel.subscription(), self._house.settings
        body = push.encrypted(subscription, notices.screen(turn, channel.language))
        key = await secret(self._house.store, "vapid", push.new_key)
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.address or "https://guanxi.invalid"
        headers = push.headers(subscription, key, contact, first.about)
        await self._post(subscription.endpoint, body, headers)

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """A request, and what its answer means."""
        answer = await hooks.post(url, body, headers, self._house.settings.private_hooks)
        if answer.status in (408, 425, 429) or answer.status >= 500:
            raise Later(answer.retry_after and answer.retry_after * SECOND)
        if not 200 <= answer.status < 300:
            raise Never(f"the address answers with {answer.status}")
