"""The live stream: every watcher gets its own state as a Server-Sent Event after each change.

A watcher has a bell and no queue: one that is slow skips what it has missed, gets the newest state, and delays nobody.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from guanxi.server.wire import State

AGAIN = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"


class Hub:
    """Who watches which table."""

    def __init__(self) -> None:
        self.closed = False
        self._bells: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def watching(self, table_id: str) -> Iterator[asyncio.Event]:
        """A bell that rings after every change of a table."""
        bell = asyncio.Event()
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
            bell.set()

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for table_id in self._bells:
            self.ring(table_id)

    async def stream(
        self, table_id: str, look: Callable[[], Awaitable[State]], seen: str, heartbeat: float
    ) -> AsyncIterator[bytes]:
        """The states of a table from now on, but for one that the watcher has seen already."""
        yield AGAIN
        with self.watching(table_id) as bell:
            while not self.closed:
                bell.clear()
                state = await look()
                if not seen or seen != event_id(state):
                    yield sent(state)
                seen = event_id(state)
                while not await rings(bell, heartbeat):
                    yield HEARTBEAT


async def rings(bell: asyncio.Event, seconds: float) -> bool:
    """Wait for a bell; False if it has not rung in that time."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return False
    return True


def sent(state: State) -> bytes:
    """A state as one event."""
    return b"id: %s\nevent: state\ndata: %s\n\n" % (event_id(state).encode(), msgspec.json.encode(state))


def event_id(state: State) -> str:
    """The length of the log; empty while something outside the log can change, so that a reconnect asks again."""
    settled = state.started and state.undo.asked_by is None and state.rematch is None
    return str(state.length) if settled else ""
