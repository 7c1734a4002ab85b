"""All parts of a running server together."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from guanxi.server.bots.bots import Bots
from guanxi.server.clocks.absence import Sweeper
from guanxi.server.http.limits import Limits
from guanxi.server.notices.sender import Sender
from guanxi.server.people.people import People
from guanxi.server.review.hints import Hints
from guanxi.server.review.reviewing import Reviews
from guanxi.server.settings import database_url
from guanxi.server.storage.store import Store
from guanxi.server.tables.registry import Tables
from guanxi.server.tables.stream import Hub

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from guanxi.server.settings import Settings


class House:
    """The store, the live tables, those who watch them, and the bots."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Limits(settings.limited)
        self.hub = Hub()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store, let every unfinished table with a bot go on, and close all at the end."""
        self.store = Store(database_url(self.settings.db))
        self.tables = Tables(self.store, self.settings, self.hub)
        self.people = People(self.store)
        self.bots = Bots(self)
        self.hints = Hints(self)
        self.reviews = Reviews(self)
        self.sweeper = Sweeper(self)
        self.sender = Sender(self)
        await self.store.start()
        await self.people.start()
        always = [asyncio.create_task(task.run()) for task in (self.sweeper, self.sender, self.reviews)]
        try:
            for table_id in await self.store.tables_with_bots():
                self.bots.wake(table_id)
            yield
        finally:
            self.hub.close()
            for task in always:
                task.cancel()
            await asyncio.gather(*always, return_exceptions=True)
            await self.bots.close()
            await self.store.close()

    def changed(self, table_id: str) -> None:
        """A table has changed, and it is committed: tell those who watch it, and wake its bots."""
        self.hub.ring(table_id)
        self.bots.wake(table_id)
