"""Named fields of an observation: where a part of it stands, and what its numbers mean."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.core.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.engine.core.position import Position


class Field(msgspec.Struct, frozen=True):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]  # none: a single number
    largest: int | Sequence[int]  # the maximum of each number, or of each in a row; the minimum is 0
    meaning: str

    @property
    def length(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    def limits(self) -> list[int]:
        """The maximum of each of its numbers."""
        row = [self.largest] if isinstance(self.largest, int) else list(self.largest)
        return row * (self.length // len(row))


def limits(fields: Sequence[Field]) -> tuple[int, ...]:
    """The maximum of each number of an observation with these fields."""
    return tuple(limit for field in fields for limit in field.limits())


def places(fields: Sequence[Field]) -> dict[str, slice]:
    """Where each field stands in an observation."""
    found, start = {}, 0
    for field in fields:
        found[field.name] = slice(start, start + field.length)
        start += field.length
    return found


def observed(fill: Callable[[Any, int, Observation], None], position: Position, seat: int) -> list[int]:
    """Return the numbers that a game's compiled `observe` fills in."""
    seen = Observation()
    fill(position, seat, seen)
    return seen.numbered()
