"""Endings: where the rest is small, nothing is drawn at random; every move is tried in every position that is possible.

Whoever decides on the way does the same by what that seat can see, so nobody chooses by cards that are hidden from it.
What somebody does in the ending is not read as a sign of what that seat holds.
"""

from __future__ import annotations

from typing import final

from guanxi.engine.adviser import Adviser
from guanxi.engine.position import MOST_MOVES, NOBODY, Moves, Position, Record, first_owing
from guanxi.engine.record import decimals, record

DEEP = 17  # decisions of an ending that are no mere formality
TRIES = 1 << DEEP  # so many can be tried in well below a second; each decision at least halves what is left of them


@final
@record
class Ending(Record):
    """One decision of an ending."""

    world: Position  # all decisions of the ending are played on it
    now: Position  # the decision as it is
    supposed: Position  # and as it may be, for who decides
    adviser: Adviser  # looks at `world`
    moves: Moves
    following: Ending  # the decision after this one
    tries: int = 0  # this decision may take, with all that follow it
    positions: int = 0  # that were possible
    likelihood: float = 0.0  # of all of them together
    total: list[float] = decimals(MOST_MOVES)  # what came of each move, by the likelihood of each position

    def decide(self, seat: int) -> int:
        """The best move in `world` for all a seat has seen, or NOBODY if that is too much to try."""
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
        """Play every move, and all that follows, in the position as it is supposed; returns 0 if that is too much."""
        self.supposed.copy_from(self.world)
        for place in range(self.moves.count):
            self.world.play(seat, self.moves.number[place])
            if not self.play_on():
                return 0
            self.total[place] += likelihood * self.adviser.value(seat)
            self.world.copy_from(self.supposed)
        return 1

    def play_on(self) -> int:
        """Let everybody decide as is best by what they see, to the end; returns 0 if that is too much to try."""
        world = self.world
        while world.owing and not self.adviser.is_pause():
            seat = first_owing(world)
            move = self.following.decide(seat)
            if move == NOBODY:
                return 0
            world.play(seat, move)
        return 1

    def best(self) -> int:
        """The move of which most came; the first of equals."""
        best = 0
        for place in range(1, self.moves.count):
            if self.total[place] > self.total[best]:
                best = place
        return self.moves.number[best]

    def findings(self) -> list[tuple[int, int, float, float]]:
        """The moves: number, positions that were tried, what they bring on average, and 0, as nothing is sealed."""
        return [
            (self.moves.number[place], self.positions, self.total[place] / self.likelihood, 0.0)
            for place in range(self.moves.count)
        ]
