"""Colours and patterns at a table: players get the ones they prefer where possible, and no two get the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.seats.seats import SeatRow


def colours(seats: Sequence[SeatRow]) -> tuple[list[int], list[int]]:
    """The colours and the patterns of all seats."""
    return assigned([seat.colour for seat in seats]), assigned([seat.pattern for seat in seats])


def assigned(preferences: Sequence[int | None]) -> list[int]:
    """A different number for each seat: its preference, else the seat's own number, else the lowest one left.

    If several seats prefer the same, the first one gets it.
    """
    found: dict[int, int] = {}
    for seat, wish in enumerate(preferences):
        if wish is not None and wish not in found.values():
            found[seat] = wish
    for seat in range(len(preferences)):
        if seat not in found:
            found[seat] = next(one for one in (seat, *range(MOST_SEATS)) if one not in found.values())
    return [found[seat] for seat in range(len(preferences))]
