"""Sequential halving: play the promising moves on in the same sampled positions, and drop the worse half.

A position in the middle of a turn is hard to evaluate, so play continues until it is easy; meanwhile every
seat makes the move that looks best by what it sees.  Trying all moves in the same positions, with the same luck,
removes most of the noise from the comparison.
"""

from __future__ import annotations

from typing import final

from guanxi.bots.core.endgame import Endgame
from guanxi.bots.core.preselection import preselect
from guanxi.bots.core.tree import standard_error
from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import MOST_MOVES, NOBODY, Moves, Position, Record, first_owing
from guanxi.engine.record import array, decimals, record

FEW = 64  # tries for an endgame that is reached during play
TRUSTED = 30.0  # visits that the first glance counts for: it sees less, but with less noise


@final
@record
class SequentialHalving(Record):
    """The state of a search by halving; `root` is the position as the seat sees it, `world` is played on."""

    root: Position
    start: Position  # a position sampled from the root
    world: Position
    before: Position  # a copy of the world while moves are tried on it
    adviser: Adviser  # evaluates `world`
    endgame: Endgame  # works on `world`
    moves: Moves  # those still in the running first; the weight is the value at the first glance
    answers: Moves  # of whoever decides during play
    kept: int = 0
    seat: int = 0
    cheats: int = 0  # 1: the root is the true position, and nothing is sampled
    uses_beliefs: int = 0  # 1: infer hidden cards from what others did
    visits: list[int] = array(MOST_MOVES)  # by index into `moves`
    total: list[float] = decimals(MOST_MOVES)  # value, summed over the visits
    squares: list[float] = decimals(MOST_MOVES)  # its square, summed likewise

    def begin(self, positions: int) -> None:
        """Start with all moves, after a glance at the immediate effect of each in some positions."""
        self.kept = self.moves.fill(self.root, self.seat)
        self.preselect(positions)
        self.forget()
        self.run(positions, 0)
        worst = 1.0
        for place in range(self.kept):
            self.moves.weight[place] = self.total[place] / max(1, self.visits[place])
            worst = min(worst, self.moves.weight[place])
        self.forget()
        for place in range(self.kept, self.moves.count):
            self.moves.weight[place] = worst

    def preselect(self, positions: int) -> None:
        """Keep only as many moves as the adviser knows to evaluate, by rough values in some positions."""
        most = self.adviser.most_moves()
        for place in range(self.kept):
            self.moves.weight[place] = 0.0
        if most == 0 or self.kept <= most:
            return
        for _ in range(positions):
            self.imagine()
            for place in range(self.kept):
                self.world.play_unchecked(self.seat, self.moves.number[place])
                self.moves.weight[place] += self.adviser.rough_value(self.seat)
                self.world.copy_from(self.start)
            self.take_over_chance()
        self.forget()
        self.keep(most)

    def take_over_chance(self) -> None:
        """Let the next position continue the random stream of this one, also where sampling uses none of it."""
        for word in range(4):
            self.root.words[word] = self.world.words[word]
        self.root.below(2)

    def forget(self) -> None:
        """Reset visits and totals."""
        for place in range(self.moves.count):
            self.visits[place] = 0
            self.total[place] = 0.0
            self.squares[place] = 0.0

    def run(self, positions: int, lookahead: int) -> int:
        """Try the kept moves in some positions, followed by `lookahead` decisions; returns the number of kept moves."""
        for _ in range(positions):
            self.imagine()
            for place in range(self.kept):
                self.world.copy_from(self.start)
                self.world.play_unchecked(self.seat, self.moves.number[place])
                self.play_on(lookahead)
                self.visits[place] += 1
                value = self.adviser.value(self.seat)
                self.total[place] += value
                self.squares[place] += value * value
            self.take_over_chance()
        return self.kept

    def imagine(self) -> None:
        """Sample a position to start from."""
        self.world.copy_from(self.root)
        if not self.cheats:
            self.world._imagine(self.seat)
            if self.uses_beliefs:
                self.adviser.believe(self.seat)
        self.start.copy_from(self.world)

    def play_on(self, lookahead: int) -> None:
        """Play up to `lookahead` decisions, each the best-looking for its seat; stop where judging is easy."""
        world = self.world
        while lookahead and world.owing and world.sealing == 0 and not self.adviser.is_pause():
            seat = first_owing(world)
            world.play_unchecked(seat, self.answer(seat))
            lookahead -= 1

    def answer(self, seat: int) -> int:
        """Return the exact best move if little is left, else the move that looks best to the adviser."""
        self.endgame.tries = FEW
        move = self.endgame.decide(seat)
        return self.likeliest(seat) if move == NOBODY else move

    def likeliest(self, seat: int) -> int:
        """Return the move that looks best to the adviser."""
        best = -1000.0
        self.answers.fill(self.world, seat)
        chosen = self.answers.number[0]
        if self.answers.count > 1:
            self.before.copy_from(self.world)
            preselect(self.world, self.before, self.adviser, seat, self.answers, self.adviser.most_moves())
            for place in range(self.answers.count):
                self.world.play_unchecked(seat, self.answers.number[place])
                value = self.adviser.value(seat)
                self.world.copy_from(self.before)
                if value > best:
                    best = value
                    chosen = self.answers.number[place]
        return chosen

    def keep(self, count: int) -> int:
        """Keep only the best moves; returns how many."""
        count = min(count, self.kept)
        for place in range(count):
            best = place
            for other in range(place + 1, self.kept):
                if self.mean(other) > self.mean(best):
                    best = other
            self.exchange(place, best)
        self.kept = count
        return count

    def mean(self, place: int) -> float:
        """The mean value of a move, with the first glance as a prior."""
        return (TRUSTED * self.moves.weight[place] + self.total[place]) / (TRUSTED + self.visits[place])

    def exchange(self, one: int, other: int) -> None:
        """Swap two moves."""
        moves = self.moves
        moves.number[one], moves.number[other] = moves.number[other], moves.number[one]
        moves.weight[one], moves.weight[other] = moves.weight[other], moves.weight[one]
        self.visits[one], self.visits[other] = self.visits[other], self.visits[one]
        self.total[one], self.total[other] = self.total[other], self.total[one]
        self.squares[one], self.squares[other] = self.squares[other], self.squares[one]

    def findings(self) -> list[tuple[int, int, float, float, float]]:
        """Rows for `MoveStats`: move, visits, mean value, 0 because nothing is sealed, and the standard error."""
        return [
            (self.moves.number[place], self.visits[place], self.mean(place), 0.0, self.doubt(place))
            for place in range(self.moves.count)
        ]

    def doubt(self, place: int) -> float:
        """The standard error of the mean value of a move."""
        return standard_error(self.visits[place], self.total[place], self.squares[place])
