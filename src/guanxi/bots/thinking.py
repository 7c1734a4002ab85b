"""The clock of bots that think for a fixed time.

Somebody who waits for a bot at a table waits by the wall.  Matches count processor time instead, so that a bot thinks
as much on a busy machine as on an idle one.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLOCK: ContextVar[Callable[[], float]] = ContextVar("CLOCK", default=perf_counter)


def now() -> float:
    """Seconds by the clock that bots think by here."""
    return CLOCK.get()()


def counts_processor_time() -> bool:
    """Whether bots think by processor time here."""
    return CLOCK.get() is thread_time


@contextmanager
def processor_time() -> Iterator[None]:
    """Let bots think by the processor time of their thread."""
    before = CLOCK.set(thread_time)
    try:
        yield
    finally:
        CLOCK.reset(before)
