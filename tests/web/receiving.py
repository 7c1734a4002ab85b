"""The mail server and the HTTP receiver of the server's tests, in a thread of their own beside a browser."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from tests.server.receivers import http_receiver, mail_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.server.receivers import Mailbox, Receiver


@contextmanager
def receiving() -> Iterator[tuple[Mailbox, Receiver]]:
    """Both, until the end of the block."""
    ready = Event()
    found: list[tuple[Mailbox, Receiver]] = []

    async def serve(stop: asyncio.Event) -> None:
        async with mail_server() as mailbox, http_receiver() as receiver:
            found.append((mailbox, receiver))
            ready.set()
            await stop.wait()

    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = Thread(target=loop.run_until_complete, args=[serve(stop)])
    thread.start()
    assert ready.wait(10)
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def wait_until(arrived: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait for something that another thread brings."""
    deadline = time.monotonic() + seconds
    while not arrived():
        assert time.monotonic() < deadline, f"{what} did not arrive"
        time.sleep(0.02)
