"""Digests of positions, by which newer code finds out whether it replays a log to where it was played."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position


def position_digest(position: Position) -> str:
    """A digest of everything in a position, hidden or not.

    Zeros do not count, so that a field which newer code adds for new rules changes nothing in older games.
    """
    numbers = sorted((name, value) for name, value in position.numbers().items() if has_content(value))
    return blake2b(msgspec.msgpack.encode(numbers), digest_size=16).hexdigest()


def has_content(value: Any) -> bool:
    """Is a field of a position, a number, a list or a list of lists, anything but zeros?"""
    if not isinstance(value, list):
        return bool(value != 0)
    return any(map(any, value)) if value and isinstance(value[0], list) else any(value)
