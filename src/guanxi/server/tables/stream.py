"""The live stream: every watcher gets its own state as a Server-Sent Event, and after each change what is new in it.

A watcher has a bell and no queue: one that is slow gets all that it has missed in one message, and delays nobody.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import msgspec

from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from guanxi.server.people.wire import Line
    from guanxi.server.seats.seats import SeatRow, Who
    from guanxi.server.tables.updates import Shown


class Eyes(Protocol):
    """How somebody looks at a table, and hears what is said there after a line."""

    language: str

    async def look(self, before: Shown | None, seen: str) -> tuple[Shown, bytes]: ...

    async def listen(self, since: int) -> list[Line]: ...


AGAIN = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"


class Subscription:
    """Rings for somebody who watches a table: it has changed, or something was said there."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.rung = asyncio.Event()
        self.changed = self.spoken = True


class Hub:
    """Who watches which table."""

    def __init__(self) -> None:
        self.closed = False
        self._bells: dict[str, set[Subscription]] = {}

    @contextmanager
    def watching(self, table_id: str, who: Who) -> Iterator[Subscription]:
        """A bell that rings after every change of a table."""
        bell = Subscription(who)
        bells = self._bells.setdefault(table_id, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(table_id, None)

    def ring(self, table_id: str) -> None:
        """A table has changed."""
        for bell in self._bells.get(table_id, ()):
            bell.changed = True
            bell.rung.set()

    def speak(self, table_id: str) -> None:
        """Something was said at a table."""
        for bell in self._bells.get(table_id, ()):
            bell.spoken = True
            bell.rung.set()

    def looks(self, table_id: str, seat: SeatRow) -> bool:
        """Does the owner of a seat look at the table now?"""
        return any(bell.who.holds(seat) for bell in self._bells.get(table_id, ()))

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for table_id in self._bells:
            self.ring(table_id)

    async def stream(self, table_id: str, who: Who, eyes: Eyes, seen: str, heartbeat: float) -> AsyncGenerator[bytes]:
        """A table from now on, but for a state that the watcher has seen already; and what is said there."""
        yield AGAIN
        heard = 0
        shown: Shown | None = None
        with self.watching(table_id, who) as bell:
            while not self.closed:
                bell.rung.clear()
                changed, spoken, bell.changed, bell.spoken = bell.changed, bell.spoken, False, False
                try:
                    if changed:
                        shown, message = await eyes.look(shown, seen)
                        if message:
                            yield message
                    lines = await eyes.listen(heard) if spoken else []
                except ApiError as wrong:
                    # Who looks may no longer look so, or the table has been closed.
                    yield b"event: refused\ndata: %s\n\n" % msgspec.json.encode(wrong.told(eyes.language))
                    return
                if lines:
                    yield b"event: chat\ndata: %s\n\n" % msgspec.json.encode(lines)
                heard = lines[-1].number if lines else heard
                while not await rings(bell.rung, heartbeat):
                    yield HEARTBEAT


async def rings(bell: asyncio.Event, seconds: float) -> bool:
    """Wait for a bell; False if it has not rung in that time."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return False
    return True
