"""End long work on a signal without losing any of it."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def like_ctrl_c(one: signal.Signals) -> Iterator[None]:
    """Let a signal interrupt the program as Ctrl-C does."""
    before = signal.signal(one, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(one, before)


@contextmanager
def told_to_stop(*signals: signal.Signals) -> Iterator[Event]:
    """Yield an event that the signals set, so that work in progress is finished and saved."""
    told = Event()
    before = [signal.signal(one, lambda *_: told.set()) for one in signals]
    try:
        yield told
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
