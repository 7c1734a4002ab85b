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

    def __init__(self, who: Who) -> None:
        self.who = who
        self.notified = asyncio.Event()
        self.changed = self.chat = self.presence = True


class Hub:
    """The subscriptions of all tables."""

    def __init__(self) -> None:
        self.closed = False
        self.subscriptions: dict[str, set[Subscription]] = {}
        self._listeners: list[Callable[[str, Who], None]] = []

    def on_visit(self, listener: Callable[[str, Who], None]) -> None:
        """Call a function with the table and the client of every stream that opens or ends."""
        self._listeners.append(listener)

    @contextmanager
    def subscribed(self, table_id: str, who: Who) -> Iterator[Subscription]:
        """A subscription to a table."""
        subscription = Subscription(who)
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
            subscription.notified.set()

    def publish_chat(self, table_id: str) -> None:
        """Notify subscribers that a chat line was written."""
        for subscription in self.subscriptions.get(table_id, ()):
            subscription.chat = True
            subscription.notified.set()

    def publish_presence(self, table_id: str) -> None:
        """Notify subscribers that a client has come or gone."""
        for subscription in self.subscriptions.get(table_id, ()):
            subscription.presence = True
            subscription.notified.set()

    def clients(self, table_id: str) -> list[Who]:
        """The clients who have the table open now, one for each stream."""
        return [subscription.who for subscription in self.subscriptions.get(table_id, ())]

    def is_watching(self, table_id: str, seat: SeatRow) -> bool:
        """Does the owner of a seat have the table open now?"""
        return any(seat.held_by(who) for who in self.clients(table_id))

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for table_id in self.subscriptions:
            self.publish(table_id)
