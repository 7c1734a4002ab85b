"""Publish and subscribe: which streams follow which table.

A subscription has flags and no queue: a slow client gets everything it has missed in one message, and delays nobody.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guanxi.server.http.identity import Who
    from guanxi.server.seats.seats import SeatRow


class Subscription:
    """One stream's interest in a table: what is new since its client was last told."""

    __slots__ = ("_waiting", "browser", "changed", "chat", "gone", "presence", "who")

    def __init__(self, who: Who, browser: str | None) -> None:
        self.who = who
        self.browser = browser
        self.changed = self.chat = self.presence = True
        self.gone = False  # the client has closed the connection, or must open another one
        self._waiting: asyncio.Future[None] | None = None

    def notify(self) -> None:
        """Wake the stream if it waits for news."""
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def leave(self) -> None:
        """End the stream."""
        self.gone = True
        self.notify()

    async def news(self, seconds: float) -> bool:
        """Wait until something is new; False if nothing is within that time."""
        if not self._is_new():
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            timer = loop.call_later(seconds, self.notify)
            try:
                await self._waiting
            finally:
                timer.cancel()
                self._waiting = None
        return self._is_new()

    def _is_new(self) -> bool:
        return self.changed or self.chat or self.presence or self.gone


class Hub:
    """The subscriptions of all tables."""

    def __init__(self, elsewhere: Callable[[str], list[Who]]) -> None:
        self._elsewhere = elsewhere  # the clients of a table in other processes
        self.closed = False
        self.subscriptions: dict[str, set[Subscription]] = {}
        self._listeners: list[Callable[[str, Who], None]] = []

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return sum(map(len, self.subscriptions.values()))

    def on_visit(self, listener: Callable[[str, Who], None]) -> None:
        """Call a function with the table and the client of every stream that opens or ends."""
        self._listeners.append(listener)

    @contextmanager
    def subscribed(self, table_id: str, who: Who, browser: str | None = None) -> Iterator[Subscription]:
        """A subscription to a table."""
        subscription = Subscription(who, browser)
        of_table = self.subscriptions.setdefault(table_id, set())
        of_table.add(subscription)
        self._tell_visit(table_id, who)
        try:
            yield subscription
        finally:
            of_table.discard(subscription)
            if not of_table:
                self.subscriptions.pop(table_id, None)
            self._tell_visit(table_id, who)

    def _tell_visit(self, table_id: str, who: Who) -> None:
        for listener in self._listeners:
            listener(table_id, who)

    def publish(self, table_id: str) -> None:
        """Notify subscribers that a table has changed."""
        for subscription in self.subscriptions.get(table_id, ()):
            subscription.changed = True
            subscription.notify()

    def publish_all(self) -> None:
        """Notify all subscribers that anything may have changed."""
        for table_id in self.subscriptions:
            self.publish(table_id)
            self.publish_chat(table_id)
            self.publish_presence(table_id)

    def publish_chat(self, table_id: str) -> None:
        """Notify subscribers that a chat line was written."""
        for subscription in self.subscriptions.get(table_id, ()):
            subscription.chat = True
            subscription.notify()

    def publish_presence(self, table_id: str) -> None:
        """Notify subscribers that a client has come or gone."""
        for subscription in self.subscriptions.get(table_id, ()):
            subscription.presence = True
            subscription.notify()

    def own_clients(self, table_id: str) -> list[Who]:
        """The clients who have the table open in this process, one for each stream."""
        return [subscription.who for subscription in self.subscriptions.get(table_id, ())]

    def clients(self, table_id: str) -> list[Who]:
        """The clients who have the table open now, in any process."""
        return self.own_clients(table_id) + self._elsewhere(table_id)

    def is_watching(self, table_id: str, seat: SeatRow) -> bool:
        """Does the owner of a seat have the table open now?"""
        return any(seat.held_by(who) for who in self.clients(table_id))

    def end_streams(self, browser: str) -> None:
        """End the streams of a browser, which opens them again."""
        for of_table in self.subscriptions.values():
            for subscription in of_table:
                if subscription.browser == browser:
                    subscription.leave()

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for table_id in self.subscriptions:
            self.publish(table_id)
