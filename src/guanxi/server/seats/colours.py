"""Colours and patterns at a table: everybody gets their own if they can, and nobody the same as another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.seats.seats import SeatRow


def colours(seats: Sequence[SeatRow]) -> tuple[list[int], list[int]]:
    """The colours and the patterns of all seats."""
    return given([seat.colour for seat in seats]), given([seat.pattern for seat in seats])


def given(wishes: Sequence[int | None]) -> list[int]:
    """One of six things for each seat: the first seat that wishes for it gets it, the others the one of their seat.

    If that is gone too, they get the first that is left.
    """
    got: dict[int, int] = {}
    for seat, wish in enumerate(wishes):
        if wish is not None and wish not in got.values():
            got[seat] = wish
    for seat in range(len(wishes)):
        if seat not in got:
            left = [thing for thing in (seat, *range(MOST_SEATS)) if thing not in got.values()]
            got[seat] = left[0]
    return [got[seat] for seat in range(len(wishes))]
