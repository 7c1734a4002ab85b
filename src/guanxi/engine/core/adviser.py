"""Who advises a search: looks at one position, the same all the time, while the search plays on it."""

from __future__ import annotations

from typing import final

from guanxi.engine.core.position import Record
from guanxi.engine.record import decimals, record

MOST_INPUTS = 512


@final
@record
class Inputs(Record):
    """A row of numbers that describes a position to a learned evaluation, most of them between -1 and 1."""

    count: int = 0
    x: list[float] = decimals(MOST_INPUTS)

    def add(self, number: float) -> None:
        """Add a number at the end."""
        self.x[self.count] = number
        self.count += 1


class Adviser(Record):
    """What a game knows about playing well.  It is asked about imagined positions, never about the real one."""

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        raise NotImplementedError

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position, always as many numbers; returns 0 if it cannot be said now."""
        return 0

    def is_pending(self) -> int:
        """1 if somebody is about to answer at once, and only what comes of it can be judged."""
        return 0

    def is_pause(self) -> int:
        """1 if something has just ended, and what it has led to is best judged before anything else begins."""
        return 0

    def believe(self, seat: int) -> None:
        """Change a position that was imagined for a seat into a likelier one, by what the others have done."""

    def possibilities(self, seat: int) -> int:
        """How many positions there are to suppose for a seat, if they and the rest are few; 0: this is no ending."""
        return 0

    def suppose(self, seat: int, number: int) -> float:
        """Change the position into one that is possible for all the seat has seen; returns how likely it is."""
        return 0.0
