"""The self-play policy for training: every seat plays by what it sees, one decision deep."""

from __future__ import annotations

from math import exp
from typing import final

from guanxi.bots.core.preselection import preselect
from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import NOBODY, Moves, Position, Record
from guanxi.engine.record import array, record


@final
@record
class SelfPlayer(Record):
    """Evaluates moves in sampled positions, one decision deep."""

    now: Position
    seen: Position  # sampled by what the seat has seen
    after: Position  # after a move on trial
    adviser: Adviser  # evaluates `after`
    moves: Moves
    temperature: float = 0.0  # how readily a worse-looking move is chosen
    weighed: int = 0  # moves that are evaluated for a decision; 0: all
    worlds: int = 1  # sampled positions in which they are evaluated
    words: list[int] = array(4)

    def choose(self, seat: int) -> int:
        """Return the best-looking move, or a random one by value if the temperature is above 0."""
        moves = self.moves
        if moves.fill(self.now, seat) == 1:
            return moves.number[0]
        for world in range(self.worlds):
            self.imagine(seat)
            self.after.copy_from(self.seen)
            only = self.adviser.only_move(seat)
            if only != NOBODY:
                return only
            if world == 0:
                preselect(self.after, self.seen, self.adviser, seat, moves, self.weighed)
            self.weigh(seat, world)
        chosen = 0
        for index in range(moves.count):
            if moves.weight[index] > moves.weight[chosen]:
                chosen = index
        return moves.number[self.draw(moves.weight[chosen]) if self.temperature > 0.0 else chosen]

    def weigh(self, seat: int, before: int) -> None:
        """Evaluate each move in the sampled position, and average with those evaluated before."""
        moves = self.moves
        for index in range(moves.count):
            self.after.play_unchecked(seat, moves.number[index])
            value = self.adviser.value(seat)
            moves.weight[index] = (moves.weight[index] * before + value) / (before + 1) if before else value
            self.after.copy_from(self.seen)

    def imagine(self, seat: int) -> None:
        """Sample `seen` from what the seat has seen, with a random stream of its own."""
        for word in range(4):
            self.words[word] = self.seen.words[word]
        self.seen.copy_from(self.now)
        for word in range(4):
            self.seen.words[word] = self.words[word]
        if self.seen.sealing:
            self.seen.below(2)  # guesses at what the others choose differ from one choice to the next
        self.seen._imagine(seat)

    def draw(self, best: float) -> int:
        """Draw a move with probabilities by softmax of the values."""
        moves = self.moves
        weights = 0.0
        for index in range(moves.count):
            moves.weight[index] = exp((moves.weight[index] - best) / self.temperature)
            weights += moves.weight[index]
        ticket = weights * self.seen.below(1000000) / 1000000.0
        index = 0
        while index + 1 < moves.count and ticket >= moves.weight[index]:
            ticket -= moves.weight[index]
            index += 1
        return index
