"""Exact endgames: when little is left, try every move in every position that is possible instead of sampling.

Every later decision is made the same way by what its seat can see, so no seat uses cards that are hidden from it.
Decisions within the endgame are not used to infer what a seat holds.
"""

from __future__ import annotations

from typing import final

from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import MOST_MOVES, NOBODY, Moves, Position, Record, first_owing
from guanxi.engine.record import decimals, record

DEEP = 17  # the most decisions with a choice that an endgame may have
TRIES = 1 << DEEP  # takes well below a second; each decision at least halves the tries left


@final
@record
class Endgame(Record):
    """One decision of an endgame."""

    world: Position  # shared by all decisions of the endgame
    now: Position  # before the decision
    supposed: Position  # one of the positions that the deciding seat considers possible
    adviser: Adviser  # looks at `world`
    moves: Moves
    following: Endgame  # the decision after this one
    tries: int = 0  # budget for this decision and all that follow
    positions: int = 0  # number of possible positions
    likelihood: float = 0.0  # sum over these positions
    total: list[float] = decimals(MOST_MOVES)  # value of each move, summed with the likelihoods as weights

    def decide(self, seat: int) -> int:
        """Return the best move in `world` given what a seat has seen, or NOBODY if the budget does not suffice."""
        positions = self.adviser.possibilities(seat)
        if positions == 0:
            return NOBODY
        if self.moves.fill(self.world, seat) == 1:
            return self.moves.number[0]
        self.following.tries = self.tries // (positions * self.moves.count)
        if self.following.tries == 0:
            return NOBODY
        self.now.copy_from(self.world)
        for place in range(self.moves.count):
            self.total[place] = 0.0
        self.positions = 0
        self.likelihood = 0.0
        known = 1
        for number in range(positions):
            likelihood = self.adviser.suppose(seat, number)
            if likelihood > 0.0 and known:
                self.positions += 1
                self.likelihood += likelihood
                known = self.try_all(seat, likelihood)
            self.world.copy_from(self.now)
        return self.best() if known else NOBODY

    def try_all(self, seat: int, likelihood: float) -> int:
        """Play every move to the end in the supposed position; returns 0 if the budget does not suffice."""
        self.supposed.copy_from(self.world)
        for place in range(self.moves.count):
            self.world.play_unchecked(seat, self.moves.number[place])
            if not self.play_on():
                return 0
            self.total[place] += likelihood * self.adviser.value(seat)
            self.world.copy_from(self.supposed)
        return 1

    def play_on(self) -> int:
        """Play to the end with the best decisions by what each seat sees; returns 0 if the budget does not suffice."""
        world = self.world
        while world.owing and not self.adviser.is_pause():
            seat = first_owing(world)
            move = self.following.decide(seat)
            if move == NOBODY:
                return 0
            world.play_unchecked(seat, move)
        return 1

    def best(self) -> int:
        """Return the move with the highest total; the first of equals."""
        best = 0
        for place in range(1, self.moves.count):
            if self.total[place] > self.total[best]:
                best = place
        return self.moves.number[best]

    def findings(self) -> list[tuple[int, int, float, float, float]]:
        """Rows for `MoveStats`: move, positions tried, mean value; nothing is sealed, and the values are exact."""
        return [
            (self.moves.number[place], self.positions, self.total[place] / self.likelihood, 0.0, 0.0)
            for place in range(self.moves.count)
        ]
