"""A learned evaluation: a small neural network, and the adviser that asks it.

Its numbers come from a file that `guanxi train` has made; nothing but this is needed to use them.
"""

from __future__ import annotations

from math import tanh
from typing import final

from guanxi.engine.adviser import MOST_INPUTS, Adviser, Inputs
from guanxi.engine.position import Moves, Position, Record, first_owing
from guanxi.engine.record import decimals, record

MOST_FIRST = 128  # units of the first layer
MOST_SECOND = 32  # of the second


@final
@record
class Network(Record):
    """Two layers of units that are silent below zero, and one that says how good it looks, from -1 to 1."""

    inputs: int = 0
    first_units: int = 0
    second_units: int = 0
    first: list[float] = decimals(MOST_INPUTS * MOST_FIRST)  # the weights of one input stand side by side
    first_bias: list[float] = decimals(MOST_FIRST)
    second: list[float] = decimals(MOST_FIRST * MOST_SECOND)
    second_bias: list[float] = decimals(MOST_SECOND)
    last: list[float] = decimals(MOST_SECOND)
    last_bias: float = 0.0
    one: list[float] = decimals(MOST_FIRST)  # what the units say now
    two: list[float] = decimals(MOST_SECOND)

    def evaluate(self, inputs: Inputs) -> float:
        """How good a position looks that is described so."""
        units = self.first_units
        for unit in range(units):
            self.one[unit] = self.first_bias[unit]
        for number in range(self.inputs):
            x = inputs.x[number]
            if x != 0.0:
                for unit in range(units):
                    self.one[unit] += x * self.first[number * units + unit]
        return self.conclude()

    def conclude(self) -> float:
        """What the second layer and the last make of the first."""
        units = self.second_units
        for unit in range(units):
            self.two[unit] = self.second_bias[unit]
        for number in range(self.first_units):
            x = self.one[number]
            if x > 0.0:
                for unit in range(units):
                    self.two[unit] += x * self.second[number * units + unit]
        said = self.last_bias
        for number in range(units):
            if self.two[number] > 0.0:
                said += self.two[number] * self.last[number]
        return tanh(said)


@record
class Learned(Adviser):
    """An adviser that asks a network, and another adviser where nothing was learned."""

    p: Position
    before: Position  # as it was before an answer
    known: Adviser  # describes the position
    network: Network
    inputs: Inputs
    moves: Moves

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1; a due answer is taken as who gives it likes."""
        if self.p.owing == 0 or not self.known.is_pending():
            return self.asked(seat)
        answering = first_owing(self.p)
        self.before.copy_from(self.p)
        self.moves.fill(self.p, answering)
        best = -2.0
        worth = 0.0
        for index in range(self.moves.count):
            self.p.play(answering, self.moves.number[index])
            liked = self.asked(answering)
            if liked > best:
                best = liked
                worth = liked if seat == answering else self.asked(seat)
            self.p.copy_from(self.before)
        return worth

    def asked(self, seat: int) -> float:
        """What the network says, or the other adviser where it was not taught."""
        if self.p.owing == 0:
            return self.p.returns(seat)
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            return self.network.evaluate(self.inputs)
        return self.known.value(seat)

    def is_pause(self) -> int:
        """1 if something has just ended."""
        return self.known.is_pause()

    def believe(self, seat: int) -> None:
        """Change a position that was imagined for a seat into a likelier one, by what the others have done."""
        self.known.believe(seat)

    def possibilities(self, seat: int) -> int:
        """How many positions there are to suppose for a seat."""
        return self.known.possibilities(seat)

    def suppose(self, seat: int, number: int) -> float:
        """Change the position into one that is possible for all the seat has seen; returns how likely it is."""
        return self.known.suppose(seat, number)
