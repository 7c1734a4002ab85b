"""The self-play policy for training: every seat plays by what it sees, one decision deep."""

from __future__ import annotations

from math import exp
from typing import final

from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import Moves, Position, Record
from guanxi.engine.record import array, record


@final
@record
class SelfPlayer(Record):
    """Evaluates every move in one sampled position, one decision deep."""

    now: Position
    seen: Position  # sampled by what the seat has seen
    after: Position  # after a move on trial
    adviser: Adviser  # evaluates `after`
    moves: Moves
    temperature: float = 0.0  # how readily a worse-looking move is chosen
    words: list[int] = array(4)

    def choose(self, seat: int) -> int:
        """Return the best-looking move, or a random one by value if the temperature is above 0."""
        moves = self.moves
        if moves.fill(self.now, seat) == 1:
            return moves.number[0]
        self.imagine(seat)
        best = -2.0
        chosen = 0
        for index in range(moves.count):
            self.after.copy_from(self.seen)
            self.after.play_unchecked(seat, moves.number[index])
            moves.weight[index] = self.adviser.value(seat)
            if moves.weight[index] > best:
                best = moves.weight[index]
                chosen = index
        return moves.number[self.draw(best) if self.temperature > 0.0 else chosen]

    def imagine(self, seat: int) -> None:
        """Sample `seen` from what the seat has seen, with a random stream of its own."""
        for word in range(4):
            self.words[word] = self.seen.words[word]
        self.seen.copy_from(self.now)
        for word in range(4):
            self.seen.words[word] = self.words[word]
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
