"""Games a network plays against itself, and what is to be learned from them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from guanxi.bots.learned import learned, network
from guanxi.bots.pupil import Pupil
from guanxi.engine.adviser import Inputs
from guanxi.engine.errors import BadOption
from guanxi.engine.position import WORD, Moves, first_owing
from guanxi.lab.variations import every_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from guanxi.bots.learned import Numbers
    from guanxi.engine.adviser import Adviser
    from guanxi.engine.game import Game
    from guanxi.engine.position import Position

NOTED = 30.0  # decisions that are kept of a game: more would be almost the same positions again
TRUST = 0.97  # how much the end of a game counts beside what the network expects a moment later


class Lessons:
    """Positions as their seats saw them, and what came of each."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.targets: list[float] = []

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """All of them for the trainer."""
        return np.array(self.rows, np.float32), np.array(self.targets, np.float32)


class Practice:
    """Where a pupil plays, and what each seat saw is kept."""

    def __init__(self, game: Game[Any, Any], numbers: Numbers | None, warmth: float, random: Random) -> None:
        self.game = game
        self.random = random
        self.pupil = pupil = Pupil()
        pupil.now, pupil.seen, pupil.after = game.position(), game.position(), game.position()
        pupil.adviser = self.on(pupil.after, numbers)
        pupil.moves = Moves()
        pupil.warmth = warmth
        pupil.seen.reseed(*self.words())
        self.judge = self.on(pupil.now, numbers)
        self.known = game.adviser(pupil.now)
        self.inputs = Inputs()
        self.decisions = NOTED  # in a game, on average

    def on(self, position: Position, numbers: Numbers | None) -> Adviser:
        """The pupil's adviser for a position; before anything was learned, the game's own."""
        return learned(self.game, position, network(numbers)) if numbers else self.game.adviser(position)

    def words(self) -> tuple[int, int, int, int]:
        """What a stream of chance starts with."""
        bits = self.random.getrandbits(128)
        return bits >> 96, bits >> 64 & WORD, bits >> 32 & WORD, bits & WORD

    def play(self, seats: int, options: Any, lessons: Lessons) -> None:
        """One game; what each seat saw, and what came of it, goes to the lessons."""
        now = self.pupil.now
        now.copy_from(self.game.begin(seats, options, self.words()))
        seen: list[list[tuple[list[float], float]]] = [[] for _ in range(seats)]
        decisions = 0
        while now.owing:
            seat = first_owing(now)
            now.play(seat, self.pupil.choose(seat))
            decisions += 1
            if now.owing and not self.known.is_pending() and self.random.random() * self.decisions < NOTED:
                self.note(seat, seen)
                self.note(self.random.randrange(seats), seen)
        self.decisions += 0.1 * (decisions - self.decisions)
        for seat in range(seats):
            target = now.returns(seat)
            for row, expected in reversed(seen[seat]):
                lessons.rows.append(row)
                lessons.targets.append(target)
                target = TRUST * target + (1 - TRUST) * expected

    def note(self, seat: int, seen: list[list[tuple[list[float], float]]]) -> None:
        """Keep what a seat sees now."""
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            seen[seat].append((self.inputs.x[: self.inputs.count], self.judge.value(seat)))


def play_games(
    game: Game[Any, Any], seats: Sequence[int], numbers: Numbers | None, games: int, warmth: float, seed: str
) -> Lessons:
    """Some games, with all the numbers of players in turn, on every board and with every variant."""
    random = Random(seed)
    practice = Practice(game, numbers, warmth, random)
    tables = {count: every_table(game, count) for count in seats}
    lessons = Lessons()
    for number in range(games):
        count = seats[number % len(seats)]
        practice.play(count, random.choice(tables[count]), lessons)
    return lessons


def inputs_of(game: Game[Any, Any]) -> int:
    """How many numbers describe a position of a game."""
    seats = game.usual
    position = game.begin(seats, game.check_options(seats, game.automatic), (1, 2, 3, 4))
    inputs = Inputs()
    adviser = game.adviser(position)
    moves = Moves()
    while not adviser.describe(0, inputs):
        if not position.owing:
            raise BadOption(f"{game.name} cannot be learned: it has no features.")
        seat = first_owing(position)
        moves.fill(position, seat)
        position.play(seat, moves[0])
    return inputs.count


def duel(game: Game[Any, Any], seats: int, numbers: Numbers, games: int, seed: str) -> float:
    """The share of games that a network wins in one seat against the game's own advice in all others."""
    random = Random(seed)
    one = Practice(game, numbers, 0.0, random)
    rest = Practice(game, None, 0.0, random)
    options = game.check_options(seats, game.automatic)
    won = 0.0
    for number in range(games):
        position = game.begin(seats, options, one.words())
        while position.owing:
            seat = first_owing(position)
            pupil = (one if seat == number % seats else rest).pupil
            pupil.now.copy_from(position)
            position.play(seat, pupil.choose(seat))
        winners = position.winners()
        won += (winners >> number % seats & 1) / winners.bit_count()
    return won / games
