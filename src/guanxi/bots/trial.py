"""Moves on trial: the promising ones are played on in the same imagined positions, and the worse half is dropped.

Where a position is hard to judge in the middle of things, it helps to play on to a moment when it is easy, everybody as
it looks best to them by what they see.  That all moves are tried in the same positions, with the same luck, takes most
of the chance out of the comparison.
"""

from __future__ import annotations

from typing import final

from guanxi.bots.ending import Ending
from guanxi.engine.adviser import Adviser
from guanxi.engine.position import MOST_MOVES, NOBODY, Moves, Position, Record, first_owing
from guanxi.engine.record import array, decimals, record

FEW = 64  # tries that an ending on the way may take
TRUSTED = 30.0  # visits that a glance is worth: it sees little, but with less luck in it


@final
@record
class Trial(Record):
    """A trial on its way; `root` is a position as the seat sees it, `world` the one that is played on."""

    root: Position
    start: Position  # the root as it is imagined
    world: Position
    before: Position  # the world while moves are tried on it
    adviser: Adviser  # looks at `world`
    ending: Ending  # of what is played on `world`
    moves: Moves  # on trial, those that are kept first; they weigh what they promised at a glance
    answers: Moves  # of everybody on the way
    kept: int = 0
    seat: int = 0
    cheats: int = 0  # 1: the root is the true position, and is not imagined
    believes: int = 0  # 1: what others did is taken as a sign of what they hold
    visits: list[int] = array(MOST_MOVES)  # by the place among the moves
    total: list[float] = decimals(MOST_MOVES)  # what came of it, summed over the visits

    def begin(self, positions: int) -> None:
        """Put all moves on trial, after a glance at what each does at once in some positions."""
        self.kept = self.moves.fill(self.root, self.seat)
        self.forget()
        self.run(positions, 0)
        for place in range(self.kept):
            self.moves.weight[place] = self.total[place] / max(1, self.visits[place])
        self.forget()

    def forget(self) -> None:
        """What came of the moves so far does not count."""
        for place in range(self.kept):
            self.visits[place] = 0
            self.total[place] = 0.0

    def run(self, positions: int, ahead: int) -> int:
        """Try the kept moves in some positions, with so many decisions after each; returns how many are kept."""
        for _ in range(positions):
            self.imagine()
            for place in range(self.kept):
                self.world.copy_from(self.start)
                self.world.play(self.seat, self.moves.number[place])
                self.play_on(ahead)
                self.visits[place] += 1
                self.total[place] += self.adviser.value(self.seat)
            # The next position goes on with the same stream of chance.
            for word in range(4):
                self.root.words[word] = self.world.words[word]
        return self.kept

    def imagine(self) -> None:
        """A position to start from."""
        self.world.copy_from(self.root)
        if not self.cheats:
            self.world.imagine(self.seat)
            if self.believes:
                self.adviser.believe(self.seat)
        self.start.copy_from(self.world)

    def play_on(self, ahead: int) -> None:
        """Take some decisions as they look best to who takes them, up to a moment that is good to judge."""
        world = self.world
        while ahead and world.owing and world.sealing == 0 and not self.adviser.is_pause():
            seat = first_owing(world)
            world.play(seat, self.answer(seat))
            ahead -= 1

    def answer(self, seat: int) -> int:
        """The move that is best by all a seat sees, where little is left; before, the one that looks best."""
        self.ending.tries = FEW
        move = self.ending.decide(seat)
        return self.likeliest(seat) if move == NOBODY else move

    def likeliest(self, seat: int) -> int:
        """The move that looks best to the adviser."""
        best = -1000.0
        self.answers.fill(self.world, seat)
        chosen = self.answers.number[0]
        if self.answers.count > 1:
            self.before.copy_from(self.world)
            for place in range(self.answers.count):
                self.world.play(seat, self.answers.number[place])
                value = self.adviser.value(seat)
                self.world.copy_from(self.before)
                if value > best:
                    best = value
                    chosen = self.answers.number[place]
        return chosen

    def keep(self, count: int) -> int:
        """Go on with the best moves only; returns how many these are."""
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
        """What a move brings, as far as is known."""
        return (TRUSTED * self.moves.weight[place] + self.total[place]) / (TRUSTED + self.visits[place])

    def exchange(self, one: int, other: int) -> None:
        """Let two moves change places."""
        moves = self.moves
        moves.number[one], moves.number[other] = moves.number[other], moves.number[one]
        moves.weight[one], moves.weight[other] = moves.weight[other], moves.weight[one]
        self.visits[one], self.visits[other] = self.visits[other], self.visits[one]
        self.total[one], self.total[other] = self.total[other], self.total[one]

    def findings(self) -> list[tuple[int, int, float, float]]:
        """The seat's moves: number, visits, what they brought on average, and 0, as nothing is chosen in secret."""
        return [
            (self.moves.number[place], self.visits[place], self.mean(place), 0.0) for place in range(self.moves.count)
        ]
