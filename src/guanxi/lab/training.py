"""`guanxi train`: a network plays against itself and learns from what came of it, for as many games as one likes.

All that is needed to go on later lies in one folder: what the network is (numbers.json, which is also the result), how
it was about to change (learner.npz), and what is being trained (course.json).
"""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.lab.cluster import connected
from guanxi.lab.learning import Learner
from guanxi.lab.selfplay import duel, inputs_of, play_games
from guanxi.lab.show import Bar
from guanxi.lab.work import begin_work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from guanxi.bots.learned import Numbers
    from guanxi.engine.game import Game

    Lessons = tuple[NDArray[np.float32], NDArray[np.float32]]
    Task = tuple[Numbers | None, int, str]  # who plays, how many games, from which seed
    Spread = Callable[[list[Task]], list[Lessons]]

KEPT = 250_000  # positions that are learned from, the newest
BATCH = 1024  # positions in one step
REPEATS = 8  # how often a position is learned from, on average: new games cost little
FAST, SLOW = 1e-3, 5e-5  # the rate of learning, at first and at the end
WARMTH = 0.05
JUDGED = 200  # games against the game's own advice, to see how far the network is


class Course(msgspec.Struct, kw_only=True):
    """What is trained, and how far it is."""

    game: str
    rules: int
    players: tuple[int, ...]
    seed: str
    games: int = 0
    error: float = 0.0  # the mean squared error of the last lessons


class School:
    """A course with its network and all that was kept of its games."""

    def __init__(self, game: Game[Any, Any], folder: Path, players: tuple[int, ...], seed: str) -> None:
        self.game = game
        self.folder = folder
        self.course = Course(game=game.name, rules=game.rules_version, players=players, seed=seed)
        self.learner = Learner(inputs_of(game), int.from_bytes(seed.encode(), "big") % 2**32)
        self.lessons: deque[Lessons] = deque()
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "course.json").exists():
            self.resume()
        elif any(folder.iterdir()):
            raise BadOption(f"{folder} is not empty: a course needs a directory of its own.")

    def resume(self) -> None:
        """Go on where the folder ends, if it is of the same course."""
        kept = msgspec.json.decode((self.folder / "course.json").read_bytes(), type=Course)
        for name in ("game", "rules", "players", "seed"):
            if getattr(kept, name) != getattr(self.course, name):
                was, now = getattr(kept, name), getattr(self.course, name)
                raise BadOption(f"In {self.folder} the course has {name} {was}, not {now}: name another directory.")
        self.course = kept
        self.learner.restore(self.folder / "learner.npz")

    def numbers(self) -> Numbers | None:
        """The network as it is; None before it has learned anything: then the game's own advice plays."""
        return (
            self.learner.numbers(self.game.name, self.game.rules_version, self.course.games)
            if self.course.games
            else None
        )

    def learn(self, lessons: Lessons, games: int, share: float) -> None:
        """Learn from new games and from those before; `share` says how much of the course is over."""
        self.lessons.append(lessons)
        while sum(len(targets) for _, targets in self.lessons) > KEPT and len(self.lessons) > 1:
            self.lessons.popleft()
        rows = np.concatenate([rows for rows, _ in self.lessons])
        targets = np.concatenate([targets for _, targets in self.lessons])
        random = np.random.default_rng(self.learner.steps)
        steps = max(1, REPEATS * len(lessons[1]) // BATCH)
        errors = []
        for _ in range(steps):
            chosen = random.integers(0, len(targets), BATCH)
            errors.append(self.learner.learn(rows[chosen], targets[chosen], FAST + (SLOW - FAST) * share))
        self.course.games += games
        self.course.error = float(np.mean(errors))

    def keep(self) -> None:
        """Write all down; what was there before stays until the new is whole."""
        numbers = self.numbers()
        write = {"numbers.json": msgspec.json.encode(numbers), "course.json": msgspec.json.encode(self.course)}
        self.learner.keep(self.folder / "new.npz")
        (self.folder / "new.npz").replace(self.folder / "learner.npz")
        for name, document in write.items():
            (self.folder / "new.json").write_bytes(document)
            (self.folder / "new.json").replace(self.folder / name)


def train(
    school: School,
    games: int,
    spread: Spread,
    workers: int = 1,
    progress: Callable[[Course], None] | None = None,
    batch: int = 200,
) -> None:
    """Play and learn until the course has so many games; what was learned is kept after every batch."""
    for number in count(school.course.games // batch):
        left = games - school.course.games
        if left <= 0:
            break
        share = school.course.games / games
        part = max(1, min(batch, left) // workers)
        tasks = [(school.numbers(), part, f"{school.course.seed}-{number}-{worker}") for worker in range(workers)]
        lessons = spread(tasks)
        rows = np.concatenate([rows for rows, _ in lessons])
        targets = np.concatenate([targets for _, targets in lessons])
        school.learn((rows, targets), part * workers, share)
        school.keep()
        if progress:
            progress(school.course)


def judge(school: School, games: int = JUDGED) -> float:
    """The share of games that the network wins alone against the game's own advice, both one decision deep."""
    numbers = school.numbers()
    return duel(school.game, school.course.players[-1], numbers, games, school.course.seed) if numbers else 0.0


def play_task(game: str, players: tuple[int, ...], task: Task) -> Lessons:
    """What one worker does: some games of self-play."""
    numbers, games, seed = task
    return play_games(guanxi.game(game), players, numbers, games, WARMTH, seed).arrays()


@contextmanager
def workers(course: Course, jobs: int, address: str | None) -> Iterator[Spread]:
    """Who plays the games: this process, others on this machine, or a Ray cluster."""
    if address:
        ray = connected(address, jobs)
        play = ray.remote(play_task)
        try:
            yield lambda tasks: ray.get([play.remote(course.game, course.players, task) for task in tasks])
        finally:
            ray.shutdown()
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin_work) as pool:
            yield lambda tasks: list(pool.map(partial(play_task, course.game, course.players), tasks))
    else:
        yield lambda tasks: [play_task(course.game, course.players, task) for task in tasks]


def teach(
    game: Game[Any, Any], games: int, players: Sequence[int], seed: str, *, jobs: int, ray: str | None, folder: Path
) -> None:
    """What `guanxi train` does: goes through a course, shows how far it is, and tells what has come of it."""
    if games < 1 or jobs < 1:
        raise BadOption(f"A course has at least one game and one process, not {games} and {jobs}.")
    for count_of_players in players:
        game.check_options(count_of_players, game.automatic)
    school = School(game, folder, tuple(players), seed)
    before = school.course.games
    if before:
        print(f"{folder} has {before:,} games already; the course goes on from there.", file=sys.stderr)
    with Bar(max(1, games - before)) as bar, workers(school.course, jobs, ray) as spread:
        try:
            train(school, games, spread, jobs, lambda course: bar.advance(course.games - before - bar.played))
        except KeyboardInterrupt:
            print(f"{school.course.games:,} games are kept in {folder}; the same command goes on.", file=sys.stderr)
            raise
    share = judge(school)
    print(f"{school.course.games:,} games; the mean squared error is {school.course.error:.4f}.")
    print(f"One decision deep, it wins {share:.0%} of {JUDGED} games, alone against the game's own advice.")
    print(f"Its numbers are in {folder / 'numbers.json'}.")
