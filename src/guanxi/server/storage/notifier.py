"""News for the other processes that use the same database.

News are told in the transaction of the change that they are about: they arrive after its commit, and not without it.
With SQLite there is one process, and nobody has to be told.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import func, select

if TYPE_CHECKING:
    from collections.abc import Callable

    from psycopg import AsyncConnection as Listening
    from sqlalchemy import URL
    from sqlalchemy.ext.asyncio import AsyncConnection

LOG = logging.getLogger("guanxi.server")
CHANNEL = "guanxi"
ELDER = """
    SELECT 1 FROM pg_stat_activity AS other, pg_stat_activity AS own
    WHERE own.pid = pg_backend_pid() AND other.datname = own.datname AND other.application_name = own.application_name
    AND (other.backend_start, other.pid) < (own.backend_start, own.pid)
"""
LARGEST = 7000  # bytes of one notification; PostgreSQL allows 8,000
PAUSE = 1.0  # seconds before another attempt to listen
SILENCE = 20.0  # seconds after which a connection that brings nothing is tested


class Notifier:
    """Brings news from other processes to their listeners, by topic.  This one is for a process that is alone."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(4)  # names this process in what it tells
        self.role = "guanxi"  # its name in PostgreSQL's list of connections
        self._listeners: defaultdict[str, list[Callable[[str], None]]] = defaultdict(list)
        self._missed: list[Callable[[], None]] = []

    def on(self, topic: str, listener: Callable[[str], None]) -> None:
        """Call a function with what other processes tell about a topic: a word without spaces."""
        self._listeners[topic].append(listener)

    def on_missed(self, listener: Callable[[], None]) -> None:
        """Call a function when news may have been missed, because the database could not be reached."""
        self._missed.append(listener)

    async def tell(self, _connection: AsyncConnection, _topic: str, *_about: str) -> None:
        """Tell the other processes, once the transaction is committed."""

    async def start(self) -> None:
        """Begin to listen."""

    async def run(self) -> None:
        """Listen, for ever."""

    async def is_eldest(self) -> bool:
        """Has no other process in the same role listened for longer?"""
        return True

    async def close(self) -> None:
        """Stop listening."""


class PostgresNotifier(Notifier):
    """News by LISTEN and NOTIFY, over a connection of its own."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._listening: Listening | None = None

    async def tell(self, connection: AsyncConnection, topic: str, *about: str) -> None:
        for told in packed(about, LARGEST):
            await connection.execute(select(func.pg_notify(CHANNEL, f"{self.process} {topic} {told}")))

    async def start(self) -> None:
        from psycopg import AsyncConnection

        self._listening = await AsyncConnection.connect(self._address, autocommit=True, application_name=self.role)
        await self._listening.execute(f"LISTEN {CHANNEL}")

    async def run(self) -> None:
        from psycopg import Error

        while True:
            try:
                if self._listening is None:
                    await self.start()
                    for listener in self._missed:
                        listener()
                await self._listen()
            except (Error, OSError) as wrong:
                LOG.warning("news of other processes cannot be heard; again in %g s: %s", PAUSE, wrong)
                await self.close()
                await asyncio.sleep(PAUSE)

    async def is_eldest(self) -> bool:
        assert self._listening
        return await (await self._listening.execute(ELDER)).fetchone() is None

    async def close(self) -> None:
        if self._listening:
            await self._listening.close()
            self._listening = None

    async def _listen(self) -> None:
        """Hear until the connection is lost; a silent one may be lost without a word."""
        while self._listening:
            async for news in self._listening.notifies(timeout=SILENCE):
                self._hear(news.payload)
            await self._listening.execute("SELECT 1")

    def _hear(self, told: str) -> None:
        process, topic, *about = told.split(" ")
        if process != self.process:
            for listener in self._listeners[topic]:
                for one in about:
                    listener(one)


def packed(words: tuple[str, ...], most: int) -> list[str]:
    """Words in as few texts as possible, none longer than `most`."""
    texts: list[str] = []
    for word in words:
        if texts and len(texts[-1]) + 1 + len(word) <= most:
            texts[-1] += f" {word}"
        else:
            texts.append(word)
    return texts
