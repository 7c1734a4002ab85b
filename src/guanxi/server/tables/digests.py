"""Digests of positions, by which newer code finds out whether it replays a log to where it was played."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.core.position import Position


def position_digest(position: Position) -> str:
    """A digest of everything in a position, hidden or not.

    Zeros do not count, so that a field which newer code adds for new rules changes nothing in older games.
    """
    names, values = fields(*position.shape)
    numbers = [
        (name, value)
        for name, value in zip(names, values(position), strict=True)
        if (has_content(value) if isinstance(value, list) else value != 0)
    ]
    return blake2b(msgspec.msgpack.encode(numbers), digest_size=16).hexdigest()


@cache
def fields(*names: str) -> tuple[list[str], Callable[[Position], tuple[Any, ...]]]:
    """The names of fields in order, and a function for their values in a position."""
    in_order = sorted(names)
    return in_order, attrgetter(*in_order)


def has_content(value: list[Any]) -> bool:
    """Is a row or a table of numbers anything but zeros?"""
    return any(map(any, value)) if value and isinstance(value[0], list) else any(value)
