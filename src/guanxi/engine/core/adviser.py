"""Advisers evaluate positions for a search.  An adviser is bound to one position object, which the search plays on."""

from __future__ import annotations

from typing import final

from guanxi.engine.core.position import NOBODY, Record
from guanxi.engine.record import decimals, record

MOST_INPUTS = 512


@final
@record
class Inputs(Record):
    """The inputs of a network: numbers that describe a position, most of them between -1 and 1."""

    count: int = 0
    x: list[float] = decimals(MOST_INPUTS)

    def add(self, number: float) -> None:
        """Add a number at the end."""
        self.x[self.count] = number
        self.count += 1


class Adviser(Record):
    """A game's evaluator for searches.  It sees sampled positions, never the real one."""

    def value(self, seat: int) -> float:
        """Evaluate the position for a seat, from -1 to 1."""
        raise NotImplementedError

    def rough_value(self, seat: int) -> float:
        """A cheaper estimate of `value`, good enough to choose the moves that are worth evaluating."""
        return self.value(seat)

    def value_all(self, seats: int, values: list[float]) -> None:
        """Evaluate the position for every seat."""
        for seat in range(seats):
            values[seat] = self.value(seat)

    def most_moves(self) -> int:
        """How many moves are worth evaluating for a decision, those with the best rough values; 0: all of them."""
        return 0

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add a fixed number of inputs that the seat may know; returns 0 if this position cannot be described."""
        return 0

    def players(self) -> int:
        """0 if inputs describe the position to one seat; else for how many players there is a description, all alike.

        The seat's own comes first, then those of the others clockwise; the first input of each is 1, or 0 for nobody.
        """
        return 0

    def likely_choice(self, seat: int) -> int:
        """Draw a likely sealed choice (or part of one) of a seat that owes one; NOBODY if the adviser has no idea."""
        return NOBODY

    def settle(self) -> int:
        """Open pending sealed choices as far as a position has to be open to be evaluated; 0 if that is not known."""
        return 0

    def is_pending(self) -> int:
        """1 if an answer is pending, so that only the position after it can be evaluated."""
        return 0

    def only_move(self, seat: int) -> int:
        """The one move of a seat that is worth looking ahead from, or NOBODY if all of them are."""
        return NOBODY

    def is_pause(self) -> int:
        """1 if a phase has just ended, which is the best time to evaluate."""
        return 0

    def believe(self, seat: int) -> None:
        """Change a sampled position into a likelier one, given what the other seats have done."""

    def possibilities(self, seat: int) -> int:
        """The number of positions a seat considers possible; 0 if this is not an endgame."""
        return 0

    def suppose(self, seat: int, number: int) -> float:
        """Change the position into the possible position `number`; returns its likelihood."""
        return 0.0
