"""An observation: what a seat may know as a row of whole numbers, which a game's `playing/observation.py` fills."""

from __future__ import annotations

from typing import final

from guanxi.engine.core.position import NOBODY, Position, Record
from guanxi.engine.record import array, record

MOST_NUMBERS = 2048


@final
@record
class Observation(Record):
    """A row of whole numbers, allocated once and refilled."""

    count: int = 0
    number: list[int] = array(MOST_NUMBERS)

    def add(self, number: int) -> None:
        """Append a number."""
        start = self.grow(1)
        self.number[start] = number

    def add_one_of(self, place: int, places: int) -> None:
        """Append a 1 in one of several places, and 0 in all others; NOBODY is in none."""
        start = self.add_zeros(places)
        if place != NOBODY:
            self.number[start + place] = 1

    def add_zeros(self, places: int) -> int:
        """Append zeros, such as those of a player who is not there; returns where they begin."""
        start = self.grow(places)
        for place in range(start, start + places):
            self.number[place] = 0
        return start

    def grow(self, places: int) -> int:
        """Make room for more numbers; returns where it begins."""
        start = self.count
        if start + places > MOST_NUMBERS:
            raise OverflowError("an observation has more than 2048 numbers")
        self.count = start + places
        return start

    def numbered(self) -> list[int]:
        """The numbers as a Python list."""
        return [+self.number[index] for index in range(self.count)]  # the plus turns True into 1


def add_row(seen: Observation, row: list[int], length: int) -> None:
    """Append a row of a record."""
    start = seen.grow(length)
    for place in range(length):
        seen.number[start + place] = row[place]


def add_equal(seen: Observation, row: list[int], length: int, number: int) -> None:
    """Append a 1 for each place of a row that holds this number, and 0 for all others."""
    start = seen.grow(length)
    for place in range(length):
        seen.number[start + place] = row[place] == number


def place_of(p: Position, seat: int, other: int) -> int:
    """How many places another player sits after the seat; NOBODY for nobody."""
    return NOBODY if other == NOBODY else (other - seat) % p.seats


def seems_to_owe(p: Position, seat: int, other: int) -> int:
    """1 if another player has to decide, as far as the seat knows: it sees no sealed choice but its own."""
    waiting = p.owing | (p.sealing & ~(1 << seat))
    return waiting >> other & 1
