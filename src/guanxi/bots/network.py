"""A learned evaluation: a small neural network, and the adviser that asks it.

Its numbers come from a file that `guanxi train` has made; nothing but this is needed to use them.
"""

from __future__ import annotations

from math import tanh
from typing import final

from guanxi.engine.adviser import MOST_INPUTS, Adviser, Inputs
from guanxi.engine.position import Position, Record
from guanxi.engine.record import decimals, record

FIRST = 64  # units of the first layer
SECOND = 32  # of the second


@final
@record
class Network(Record):
    """Two layers of units that are silent below zero, and one that says how good it looks, from -1 to 1."""

    inputs: int = 0
    first: list[float] = decimals(MOST_INPUTS * FIRST)  # the weights of one input stand side by side
    first_bias: list[float] = decimals(FIRST)
    second: list[float] = decimals(FIRST * SECOND)
    second_bias: list[float] = decimals(SECOND)
    last: list[float] = decimals(SECOND)
    last_bias: float = 0.0
    one: list[float] = decimals(FIRST)  # what the units say now
    two: list[float] = decimals(SECOND)

    def evaluate(self, inputs: Inputs) -> float:
        """How good a position looks that is described so."""
        for unit in range(FIRST):
            self.one[unit] = self.first_bias[unit]
        for number in range(self.inputs):
            x = inputs.x[number]
            if x != 0.0:
                for unit in range(FIRST):
                    self.one[unit] += x * self.first[number * FIRST + unit]
        for unit in range(SECOND):
            self.two[unit] = self.second_bias[unit]
        for number in range(FIRST):
            x = self.one[number]
            if x > 0.0:
                for unit in range(SECOND):
                    self.two[unit] += x * self.second[number * SECOND + unit]
        said = self.last_bias
        for number in range(SECOND):
            if self.two[number] > 0.0:
                said += self.two[number] * self.last[number]
        return tanh(said)


@record
class Learned(Adviser):
    """An adviser that asks a network, and another adviser where nothing was learned."""

    p: Position
    known: Adviser  # describes the position
    network: Network
    inputs: Inputs

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1; an offer is taken as its replier likes it best."""
        if self.p.owing == 0:
            return self.p.returns(seat)
        if self.known.replies() == 0:
            return self.asked(seat)
        best = -2.0
        worth = 0.0
        replier = self.known.replier()
        for number in range(self.known.replies()):
            self.known.reply(number, 1)
            liked = self.asked(replier)
            if liked > best:
                best = liked
                worth = liked if seat == replier else self.asked(seat)
            self.known.reply(number, -1)
        return worth

    def asked(self, seat: int) -> float:
        """What the network says, or the other adviser where it was not taught."""
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            return self.network.evaluate(self.inputs)
        return self.known.value(seat)

    def believe(self, seat: int) -> None:
        """Change a position that was imagined for a seat into a likelier one, by what the others have done."""
        self.known.believe(seat)
