"""Games a network plays against itself, and what is to be learned from them."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from guanxi.bots.learned import learned, network
from guanxi.engine.adviser import Inputs
from guanxi.engine.position import Moves, first_owing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from guanxi.bots.learned import Numbers
    from guanxi.engine.adviser import Adviser
    from guanxi.engine.game import Game
    from guanxi.engine.position import Position

TRUST = 0.97  # how much the end of a game counts beside what the network expects a moment later


class Lessons:
    """Positions as their seats saw them, and what came of each."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.targets: list[float] = []

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """All of them for the trainer."""
        return np.array(self.rows, np.float32), np.array(self.targets, np.float32)


class Pupil:
    """Plays all seats of a game, each by what it sees, and keeps what it saw."""

    def __init__(self, game: Game[Any, Any], numbers: Numbers | None, warmth: float, random: Random) -> None:
        self.game = game
        self.random = random
        self.warmth = warmth
        self.moves = Moves()
        self.inputs = Inputs()
        self.seen = game.position()
        self.after = game.position()
        self.adviser = self.on(self.after, numbers)
        self.now = game.position()
        self.judge = self.on(self.now, numbers)
        self.known = game.adviser(self.now)

    def on(self, position: Position, numbers: Numbers | None) -> Adviser:
        """Its adviser for a position; before anything was learned, the game's own."""
        return learned(self.game, position, network(numbers)) if numbers else self.game.adviser(position)

    def play(self, seats: int, options: Any, lessons: Lessons) -> None:
        """One game; what each seat saw, and what came of it, goes to the lessons."""
        words = [self.random.getrandbits(32) for _ in range(4)]
        self.now.copy_from(self.game.begin(seats, options, (words[0], words[1], words[2], words[3])))
        seen: list[list[tuple[list[float], float]]] = [[] for _ in range(seats)]
        while self.now.owing:
            seat = first_owing(self.now)
            self.now.play(seat, self.choose(seat))
            if self.now.owing:
                self.note(seat, seen)
                self.note(self.random.randrange(seats), seen)
        for seat in range(seats):
            target = self.now.returns(seat)
            for row, expected in reversed(seen[seat]):
                lessons.rows.append(row)
                lessons.targets.append(target)
                target = TRUST * target + (1 - TRUST) * expected

    def note(self, seat: int, seen: list[list[tuple[list[float], float]]]) -> None:
        """Keep what a seat sees now."""
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            seen[seat].append((self.inputs.x[: self.inputs.count], self.judge.value(seat)))

    def choose(self, seat: int) -> int:
        """A move that looks good, now and then one that looks less good."""
        if self.moves.fill(self.now, seat) == 1:
            return self.moves[0]
        self.seen.copy_from(self.now)
        self.seen.reseed(*(self.random.getrandbits(32) for _ in range(4)))
        self.seen.imagine(seat)
        numbers = self.moves.numbered()
        values = [self.expect(seat, move) for move in numbers]
        if self.warmth == 0.0:
            return numbers[max(range(len(values)), key=values.__getitem__)]
        best = max(values)
        weights = [exp((value - best) / self.warmth) for value in values]
        return self.random.choices(numbers, weights)[0]

    def expect(self, seat: int, move: int) -> float:
        """What a move looks like in the position that was imagined."""
        self.after.copy_from(self.seen)
        self.after.play(seat, move)
        return self.adviser.value(seat)


def play_games(
    game: Game[Any, Any], seats: Sequence[int], numbers: Numbers | None, games: int, warmth: float, seed: str
) -> Lessons:
    """Some games, with all the numbers of players in turn."""
    random = Random(seed)
    pupil = Pupil(game, numbers, warmth, random)
    lessons = Lessons()
    for number in range(games):
        count = seats[number % len(seats)]
        pupil.play(count, game.check_options(count, game.automatic), lessons)
    return lessons
