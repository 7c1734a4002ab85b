"""Who plays all seats of a game at once to learn it: each by what it sees, one decision deep."""

from __future__ import annotations

from math import exp
from typing import final

from guanxi.engine.adviser import Adviser
from guanxi.engine.position import Moves, Position, Record
from guanxi.engine.record import array, record


@final
@record
class Pupil(Record):
    """Looks one decision ahead, in one imagined position."""

    now: Position
    seen: Position  # as the seat imagines it
    after: Position  # after a move that is tried
    adviser: Adviser  # looks at `after`
    moves: Moves
    warmth: float = 0.0  # how easily a move is taken that looks worse
    words: list[int] = array(4)

    def choose(self, seat: int) -> int:
        """A move that looks good; now and then one that looks less good."""
        moves = self.moves
        if moves.fill(self.now, seat) == 1:
            return moves.number[0]
        self.imagine(seat)
        best = -2.0
        chosen = 0
        for index in range(moves.count):
            self.after.copy_from(self.seen)
            self.after.play(seat, moves.number[index])
            moves.weight[index] = self.adviser.value(seat)
            if moves.weight[index] > best:
                best = moves.weight[index]
                chosen = index
        return moves.number[self.draw(best) if self.warmth > 0.0 else chosen]

    def imagine(self, seat: int) -> None:
        """See the position as the seat does; what it imagines has a stream of chance of its own."""
        for word in range(4):
            self.words[word] = self.seen.words[word]
        self.seen.copy_from(self.now)
        for word in range(4):
            self.seen.words[word] = self.words[word]
        self.seen.imagine(seat)

    def draw(self, best: float) -> int:
        """One of the moves, the likelier the better it looks."""
        moves = self.moves
        weights = 0.0
        for index in range(moves.count):
            moves.weight[index] = exp((moves.weight[index] - best) / self.warmth)
            weights += moves.weight[index]
        ticket = weights * self.seen.below(1000000) / 1000000.0
        index = 0
        while index + 1 < moves.count and ticket >= moves.weight[index]:
            ticket -= moves.weight[index]
            index += 1
        return index
