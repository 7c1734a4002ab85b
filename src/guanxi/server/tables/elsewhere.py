"""Clients at the tables of other processes on the same database.

Each process tells the others who comes and who goes, and at intervals that it is alive.  Nothing of it is stored: the
clients of a process that falls silent are gone with it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from guanxi.server.http.identity import Who
from guanxi.server.storage.database import UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guanxi.server.storage.database import Database

LOG = logging.getLogger("guanxi.server")
BEAT = 5.0  # seconds between signs of life
SILENCE = 20.0  # seconds after which a process counts as dead
PAUSE = 0.1  # seconds in which arrivals are collected
Visit = tuple[str, Who]  # a table and a client


class Elsewhere:
    """The clients of the other processes as far as this one knows, and news for them of its own."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._own: set[Visit] = set()
        self._untold: set[Visit] = set()  # have come or gone since the others were last told
        self._wake = asyncio.Event()
        self._others: dict[str, dict[str, set[Who]]] = {}  # by process and table
        self._heard: dict[str, float] = {}  # when each process last gave a sign of life
        self._listeners: list[Callable[[str], None]] = []
        notifier = database.notifier
        for topic, listener in (
            ("here", self._hear_coming),
            ("gone", self._hear_going),
            ("alive", self._hear_sign),
            ("started", self._hear_start),
            ("ended", self._forget),
        ):
            notifier.on(topic, listener)
        notifier.on_missed(self._repeat)

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call a function with the table at which a client of another process has come or gone."""
        self._listeners.append(listener)

    def clients(self, table_id: str) -> list[Who]:
        """The clients at a table in other processes."""
        return [who for tables in self._others.values() for who in tables.get(table_id, ())]

    def is_at(self, table_id: str, who: Who) -> bool:
        """Is a client at a table in another process?"""
        return any(who in tables.get(table_id, ()) for tables in self._others.values())

    def come(self, table_id: str, who: Who) -> None:
        """Let the others know that a client of this process is at a table."""
        if self._database.shared:
            self._own.add((table_id, who))
            self._tell_soon([(table_id, who)])

    def go(self, table_id: str, who: Who) -> None:
        """Let the others know that a client of this process has left a table."""
        if self._database.shared:
            self._own.discard((table_id, who))
            self._tell_soon([(table_id, who)])

    async def run(self) -> None:
        """Tell the others what is new, and that this process is alive, for ever."""
        if not self._database.shared:
            return
        await self._attempt("started")
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
                await asyncio.sleep(PAUSE)
            except TimeoutError:
                pass
            self._wake.clear()
            await self._attempt("alive")
            for process in [name for name, at in self._heard.items() if at + SILENCE < self._clock()]:
                self._forget(process)

    async def close(self) -> None:
        """Let the others know that this process ends."""
        if self._database.shared:
            await self._attempt("ended")

    async def _attempt(self, topic: str) -> None:
        try:
            await self._tell(topic)
        except UNAVAILABLE as wrong:
            LOG.warning("other processes could not be told who is here; again soon: %s", wrong)

    async def _tell(self, topic: str) -> None:
        """Tell who has come and gone, after a word about this process."""
        notifier = self._database.notifier
        untold, self._untold = self._untold, set()
        try:
            async with self._database.transaction() as connection:
                await notifier.tell(connection, topic, notifier.process)
                await notifier.tell(connection, "here", *map(self._word, untold & self._own))
                await notifier.tell(connection, "gone", *map(self._word, untold - self._own))
        except BaseException:
            self._untold |= untold
            raise

    def _tell_soon(self, visits: Iterable[Visit]) -> None:
        self._untold.update(visits)
        self._wake.set()

    def _repeat(self) -> None:
        """Tell everything again."""
        self._tell_soon(self._own)

    def _word(self, visit: Visit) -> str:
        table_id, who = visit
        return ":".join((self._database.notifier.process, table_id, who.guest or "", who.token or ""))

    def _hear_sign(self, process: str) -> None:
        self._heard[process] = self._clock()

    def _hear_start(self, _process: str) -> None:
        self._repeat()

    def _hear_coming(self, word: str) -> None:
        process, table_id, guest, token = word.split(":")
        self._heard.setdefault(process, self._clock())
        clients = self._others.setdefault(process, {}).setdefault(table_id, set())
        clients.add(Who(guest or None, token or None))
        self._publish(table_id)

    def _hear_going(self, word: str) -> None:
        process, table_id, guest, token = word.split(":")
        tables = self._others.get(process, {})
        tables.get(table_id, set()).discard(Who(guest or None, token or None))
        if not tables.get(table_id, True):
            del tables[table_id]
        self._publish(table_id)

    def _forget(self, process: str) -> None:
        """A process has ended or died: its clients are gone."""
        self._heard.pop(process, None)
        for table_id in self._others.pop(process, {}):
            self._publish(table_id)

    def _publish(self, table_id: str) -> None:
        for listener in self._listeners:
            listener(table_id)
