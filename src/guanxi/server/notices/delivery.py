"""Delivery: sends the messages in the outbox that are due and still true, and retries those that fail."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from itertools import groupby
from typing import TYPE_CHECKING

from anyio import create_task_group

from guanxi.server.clocks.clocks import DAY, SECOND
from guanxi.server.notices import hooks, mail, push, texts
from guanxi.server.notices.channels import channel_of, mark_failed
from guanxi.server.notices.outbox import claim, forget_settled, is_newest, put_off, settle
from guanxi.server.storage.keys import server_key

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.notices.channels import Channel
    from guanxi.server.notices.letters import MailLinks
    from guanxi.server.notices.mail import Mailer
    from guanxi.server.notices.outbox import Message
    from guanxi.server.notices.texts import Turn
    from guanxi.server.storage.database import Database

    PendingTurn = Callable[[Message, str], Awaitable[Turn | None]]

LOG = logging.getLogger("guanxi.server")
MOST_AT_ONCE = 8
KEPT = 30 * DAY  # how long settled messages stay in the outbox
JSON = {"Content-Type": "application/json"}


class TemporaryFailure(Exception):
    """The message has not arrived, but may at another attempt; `wait` in milliseconds, if the receiver named it."""

    def __init__(self, wait: int | None = None) -> None:
        self.wait = wait


class PermanentFailure(Exception):
    """The address does not accept messages and never will; says why."""


class Delivery:
    """Sends the messages in the outbox.  `pending_turn` tells what a message is about, while it is still true."""

    def __init__(
        self,
        database: Database,
        now: Now,
        pending_turn: PendingTurn,
        links: MailLinks,
        mailer: Mailer | None,
        contact: str,
        private_hooks: bool,
        interval: float,
    ) -> None:
        self._database = database
        self._now = now
        self._pending_turn = pending_turn
        self._links = links
        self._mailer = mailer
        self._contact = contact
        self._private_hooks = private_hooks
        self._interval = interval
        self._tidied = 0  # when old messages were last deleted

    async def run(self) -> None:
        """Deliver at intervals, for ever."""
        while True:
            try:
                await self.deliver()
                await self.tidy()
            except Exception:
                LOG.exception("notices could not be sent; they will be retried")
            await asyncio.sleep(self._interval)

    async def tidy(self) -> None:
        """Delete old messages from the outbox, once a day."""
        now = self._now()
        if now >= self._tidied + DAY:
            await forget_settled(self._database, now - KEPT)
            self._tidied = now

    async def deliver(self) -> None:
        """Send everything that is due, several channels at a time."""
        due = await claim(self._database, self._now())
        due.sort(key=lambda message: message.channel)
        turn = asyncio.Semaphore(MOST_AT_ONCE)

        async def one(channel: str, messages: list[Message]) -> None:
            async with turn:
                await self._deliver(channel, messages)

        groups = [(channel, list(messages)) for channel, messages in groupby(due, lambda message: message.channel)]
        async with create_task_group() as sending:
            for group in groups:
                sending.start_soon(one, *group)

    async def _deliver(self, channel_id: str, messages: list[Message]) -> None:
        """Send the messages to one channel, in one digest if its owner wants that."""
        channel = await channel_of(self._database, channel_id)
        if channel is None or channel.failed:
            await settle(self._database, messages, "dropped")
            return
        confirmations = [message for message in messages if message.kind == "confirm"]
        turns = [message for message in messages if message.kind != "confirm"]
        batches = [confirmations, turns] if channel.daily is not None else [[message] for message in messages]
        for batch in batches:
            if batch:
                await self._attempt(channel, batch)

    async def _attempt(self, channel: Channel, messages: list[Message]) -> None:
        """Send those messages that are still true as one, and record the outcome."""
        at = self._now()
        waiting, turns = [], []
        for message in messages:
            if message.kind == "confirm" and not channel.confirmed:
                waiting.append(message)
            elif message.kind != "confirm" and (turn := await self._turn(channel, message)):
                waiting.append(message)
                turns.append(turn)
        await settle(self._database, [message for message in messages if message not in waiting], "dropped")
        if not waiting:
            return
        try:
            await self._send(channel, waiting[0], turns)
        except TemporaryFailure as failure:
            await put_off(self._database, waiting, at, failure.wait)
        except PermanentFailure as failure:
            LOG.warning("a channel for notices (%s) was given up: %s", channel.kind, failure)
            await mark_failed(self._database, channel, str(failure))
            await settle(self._database, waiting, "failed")
        else:
            await settle(self._database, waiting, "sent")

    async def _turn(self, channel: Channel, message: Message) -> Turn | None:
        """The turn that a message is about; None if it has passed or a later message covers it."""
        turn = await self._pending_turn(message, channel.guest)
        if turn is None or not await is_newest(self._database, message):
            return None
        if message.kind == "nudge":
            turn.kind = "nudge"
        return turn

    async def _send(self, channel: Channel, first: Message, turns: Sequence[Turn]) -> None:
        """Send one message by the kind of its channel."""
        try:
            if channel.kind == "email":
                await self._mail(channel, first, turns)
            elif channel.kind == "webhook":
                headers = {**JSON, "Idempotency-Key": first.id}
                await self._post(channel.address, texts.chat(turns, channel.language), headers)
            else:
                await self._push(channel, first, turns[0])
        except hooks.NotPublic:
            raise PermanentFailure("the address is not a public one") from None
        except smtplib.SMTPException as wrong:
            if mail.is_final(wrong):
                raise PermanentFailure("the mail server does not know the address") from None
            LOG.warning("mail could not be sent: %s", type(wrong).__name__)
            raise TemporaryFailure from None
        except (OSError, EOFError, asyncio.LimitOverrunError):
            raise TemporaryFailure from None

    async def _mail(self, channel: Channel, first: Message, turns: Sequence[Turn]) -> None:
        """Send a mail with a link to unsubscribe."""
        if self._mailer is None:  # the operator has removed the mail server from the settings
            raise TemporaryFailure
        end = await self._links.link("end", channel.id)
        if first.kind == "confirm":
            link = await self._links.link("confirm", channel.id)
            subject, text = texts.confirmation(channel.language, link, end)
        else:
            subject, text = texts.mail(turns, channel.language, end)
        message = self._mailer.message(channel.address, first.id, subject, text, end)
        await asyncio.to_thread(self._mailer.send, message)

    async def _push(self, channel: Channel, first: Message, turn: Turn) -> None:
        """Send a push to a browser."""
        subscription = channel.subscription()
        body = push.encrypted(subscription, texts.screen(turn, channel.language))
        key = await server_key(self._database, "vapid", push.new_key)
        headers = push.headers(subscription, key, self._contact, first.about)
        await self._post(subscription.endpoint, body, headers)

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Send a request, and turn an error status into the kind of failure it means."""
        answer = await hooks.post(url, body, headers, self._private_hooks)
        if answer.status in (408, 425, 429) or answer.status >= 500:
            raise TemporaryFailure(answer.retry_after and answer.retry_after * SECOND)
        if not 200 <= answer.status < 300:
            raise PermanentFailure(f"the address answers with {answer.status}")
