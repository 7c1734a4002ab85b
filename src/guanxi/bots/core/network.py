"""A learned evaluation: a small neural network, and the adviser that uses it.

Its weights come from a file that `guanxi train` has written.

The sums of the first layer are kept, and only inputs that have changed since are added: a move changes few of them.
Inputs and weights are rounded to binary fractions so short that these sums are exact, whatever was evaluated before.
"""

from __future__ import annotations

from math import exp, tanh
from typing import final

from guanxi.engine.core.adviser import MOST_INPUTS, Adviser, Inputs
from guanxi.engine.core.position import MOST_SEATS, NOBODY, Moves, Position, Record, first_owing
from guanxi.engine.record import decimals, record

MOST_FIRST = 128  # units of the first layer
MOST_SECOND = 32  # of the second
ROUNDING = 1.5 * 2.0**40  # added and subtracted again, it rounds an input to a multiple of 2 ** -12


def rounded(weight: float) -> float:
    """Round a weight of the first layer to a multiple of 2 ** -20."""
    return weight + 1.5 * 2.0**32 - 1.5 * 2.0**32


@final
@record
class Network(Record):
    """A network with two ReLU layers that evaluates a position from -1 (lost) to 1 (won).

    Either its output is the value, by tanh.  Or it rates each of several players, who are described alike: the chance
    of each is the share of its rating's exponential.
    """

    weighed: int = 0  # moves that self-play evaluated for a decision; 0: all
    players: int = 0  # 0: the value of the position; else the players that can be described
    inputs: int = 0  # of each description
    first_units: int = 0
    second_units: int = 0
    first: list[float] = decimals(MOST_INPUTS * MOST_FIRST)  # the weights of one input are contiguous
    first_bias: list[float] = decimals(MOST_FIRST)
    second: list[float] = decimals(MOST_FIRST * MOST_SECOND)
    second_bias: list[float] = decimals(MOST_SECOND)
    last: list[float] = decimals(MOST_SECOND)
    last_bias: float = 0.0
    seen: list[float] = decimals(MOST_SEATS * MOST_INPUTS)  # the last inputs of each seat or player
    one: list[float] = decimals(MOST_SEATS * MOST_FIRST)  # the first layer for them, before ReLU
    two: list[float] = decimals(MOST_SECOND)
    values: list[float] = decimals(MOST_SEATS)

    def begin(self) -> None:
        """Set the sums of the first layer to those of inputs that are all 0."""
        for row in range(MOST_SEATS):
            for unit in range(self.first_units):
                self.one[row * MOST_FIRST + unit] = self.first_bias[unit]

    def evaluate(self, inputs: Inputs, seat: int) -> float:
        """Return the value of the position that the inputs describe, for the seat it is described to."""
        if self.players == 0:
            return tanh(self.rate(inputs, 0, seat))
        self.compare(inputs)
        return self.values[0]

    def compare(self, inputs: Inputs) -> int:
        """Set `values` for every player that is described, in this order; returns their number."""
        together = 0.0
        seats = 0
        while seats < self.players and inputs.x[seats * self.inputs] != 0.0:
            self.values[seats] = exp(self.rate(inputs, seats * self.inputs, seats))
            together += self.values[seats]
            seats += 1
        for place in range(seats):
            self.values[place] = (seats * self.values[place] / together - 1.0) / (seats - 1)
        return seats

    def rate(self, inputs: Inputs, begin: int, row: int) -> float:
        """Return the output of the last layer for the description that begins at an input.

        Rows are numbers for seats or players, so that a description is mostly like the last one in its row.
        """
        units = self.first_units
        start = row * MOST_FIRST
        for number in range(self.inputs):
            x = inputs.x[begin + number] + ROUNDING - ROUNDING
            change = x - self.seen[row * MOST_INPUTS + number]
            if change != 0.0:
                self.seen[row * MOST_INPUTS + number] = x
                for unit in range(units):
                    self.one[start + unit] += change * self.first[number * units + unit]
        return self.conclude(start)

    def conclude(self, start: int) -> float:
        """Compute the second layer and the output from the sums of the first layer that begin at a place."""
        units = self.second_units
        for unit in range(units):
            self.two[unit] = self.second_bias[unit]
        for number in range(self.first_units):
            x = self.one[start + number]
            if x > 0.0:
                for unit in range(units):
                    self.two[unit] += x * self.second[number * units + unit]
        said = self.last_bias
        for number in range(units):
            if self.two[number] > 0.0:
                said += self.two[number] * self.last[number]
        return said


@record
class NetworkAdviser(Adviser):
    """An adviser that asks a network, or the game's own adviser for positions the network was not trained on."""

    p: Position
    before: Position  # before an answer is tried
    known: Adviser  # the game's own adviser, which describes the position
    network: Network
    inputs: Inputs
    moves: Moves

    def value(self, seat: int) -> float:
        """Evaluate the position for a seat, from -1 to 1.

        If an answer is pending, assume the answering seat picks its best option.
        """
        if self.p.sealing and self.p.sealed[seat] != NOBODY:
            self.before.copy_from(self.p)
            if self.open_all():
                worth = self.asked(seat)
                self.p.copy_from(self.before)
                return worth
        if self.p.owing == 0 or not self.known.is_pending():
            return self.asked(seat)
        answering = first_owing(self.p)
        self.before.copy_from(self.p)
        self.moves.fill(self.p, answering)
        best = -2.0
        worth = 0.0
        for index in range(self.moves.count):
            self.p.play_unchecked(answering, self.moves.number[index])
            liked = self.asked(answering)
            if liked > best:
                best = liked
                worth = liked if seat == answering else self.asked(seat)
            self.p.copy_from(self.before)
        return worth

    def rough_value(self, seat: int) -> float:
        """The value by the game's own adviser."""
        return self.known.value(seat)

    def most_moves(self) -> int:
        """As many as in self-play: about others the network has learned nothing."""
        return self.network.weighed

    def settle(self) -> int:
        """Open the sealed choices, by likely ones where they are missing, unless nobody has chosen anything yet."""
        for seat in range(self.p.seats):
            if self.p.sealing & (1 << seat) and self.p.sealed[seat] != NOBODY:
                return self.open_all()
        return self.network.players

    def open_all(self) -> int:
        """Make likely sealed choices until all are open; returns 0 if the game's adviser has no idea of them."""
        while self.p.sealing:
            seat = first_owing(self.p)
            move = self.known.likely_choice(seat)
            if move == NOBODY:
                return 0
            self.p.play_unchecked(seat, move)
        return 1

    def value_all(self, seats: int, values: list[float]) -> None:
        """Evaluate the position for every seat; if all players are described alike, the network does it at once."""
        self.inputs.count = 0
        if self.network.players and self.p.owing and self.known.describe(0, self.inputs):
            self.network.compare(self.inputs)
            for seat in range(seats):
                values[seat] = self.network.values[seat]
        else:
            for seat in range(seats):
                values[seat] = self.value(seat)

    def asked(self, seat: int) -> float:
        """Return the network's value, or that of the game's adviser for positions it was not trained on."""
        if self.p.owing == 0:
            return self.p._returns(seat)
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            return self.network.evaluate(self.inputs, seat)
        return self.known.value(seat)

    def only_move(self, seat: int) -> int:
        """The one move of a seat that is worth looking ahead from, or NOBODY."""
        return self.known.only_move(seat)

    def is_pause(self) -> int:
        """1 if a phase has just ended, which is the best time to evaluate."""
        return self.known.is_pause()

    def believe(self, seat: int) -> None:
        """Change a sampled position into a likelier one, given what the others have done."""
        self.known.believe(seat)

    def possibilities(self, seat: int) -> int:
        """The number of positions a seat considers possible; 0 if they are not counted."""
        return self.known.possibilities(seat)

    def suppose(self, seat: int, number: int) -> float:
        """Change the position into the possible position `number`; returns its likelihood."""
        return self.known.suppose(seat, number)
