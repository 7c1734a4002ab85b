"""`guanxi train`: train a network by self-play.

Everything needed to resume a run is in one folder: the network (network.json, which is also the result), the state of
the optimizer (optimizer.npz), and what is being trained (training.json).  training.log has a line for every batch.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from multiprocessing import get_context
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import guanxi
from guanxi.bots.network_files import inputs_of
from guanxi.engine.errors import BadOption
from guanxi.lab.cluster import connect
from guanxi.lab.console import ProgressBar
from guanxi.lab.selfplay import duel, play_games
from guanxi.lab.trainable import TrainableNetwork
from guanxi.lab.workers import start_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from guanxi.bots.network_files import NetworkWeights
    from guanxi.engine.game import Game

    SampleArrays = tuple[NDArray[np.float32], NDArray[np.float32]]
    Task = tuple[NetworkWeights | None, int, str]  # the network that plays, number of games, seed
    PlayTasks = Callable[[list[Task]], list[SampleArrays]]

KEPT = 250_000  # samples in the replay buffer, the newest
BATCH = 1024  # samples per step
REPEATS = 8  # how often a sample is used on average
FAST, SLOW = 1e-3, 5e-5  # learning rate at the start and at the end
TEMPERATURE = 0.05
JUDGED = 200  # games against the game's own adviser that measure the result


class TrainingState(msgspec.Struct, kw_only=True):
    """What is trained, and the progress so far."""

    game: str
    rules: int
    players: tuple[int, ...]
    seed: str
    games: int = 0
    error: float = 0.0  # mean squared error of the last batch


class TrainingRun:
    """A training run with its network and replay buffer."""

    def __init__(self, game: Game[Any, Any], folder: Path, players: tuple[int, ...], seed: str) -> None:
        self.game = game
        self.folder = folder
        self.state = TrainingState(game=game.name, rules=game.rules_version, players=players, seed=seed)
        self.network = TrainableNetwork(inputs_of(game), int.from_bytes(seed.encode(), "big") % 2**32)
        self.samples: deque[SampleArrays] = deque()
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "training.json").exists():
            self.resume()
        elif any(folder.iterdir()):
            raise BadOption(f"{folder} is not empty: name a new or empty directory for the training run.")

    def resume(self) -> None:
        """Restore the saved run; raises `BadOption` if the folder belongs to another one."""
        kept = msgspec.json.decode((self.folder / "training.json").read_bytes(), type=TrainingState)
        for name in ("game", "rules", "players", "seed"):
            if getattr(kept, name) != getattr(self.state, name):
                was, now = getattr(kept, name), getattr(self.state, name)
                raise BadOption(f"The run in {self.folder} has {name} {was}, not {now}. Name another directory.")
        self.state = kept
        self.network.restore(self.folder / "optimizer.npz")

    def weights(self) -> NetworkWeights | None:
        """The current weights; None before the first training step, when the game's own adviser plays."""
        return (
            self.network.weights(self.game.name, self.game.rules_version, self.state.games)
            if self.state.games
            else None
        )

    def learn(self, samples: SampleArrays, games: int, share: float) -> None:
        """Train on new and earlier samples; `share` is the part of the run that is over."""
        self.samples.append(samples)
        while sum(len(targets) for _, targets in self.samples) > KEPT and len(self.samples) > 1:
            self.samples.popleft()
        rows = np.concatenate([rows for rows, _ in self.samples])
        targets = np.concatenate([targets for _, targets in self.samples])
        random = np.random.default_rng(self.network.steps)
        steps = max(1, REPEATS * len(samples[1]) // BATCH)
        errors = []
        for _ in range(steps):
            chosen = random.integers(0, len(targets), BATCH)
            errors.append(self.network.train_step(rows[chosen], targets[chosen], FAST + (SLOW - FAST) * share))
        self.state.games += games
        self.state.error = float(np.mean(errors))

    def save(self) -> None:
        """Save the run; each file is replaced only once its successor is complete."""
        weights = self.weights()
        write = {"network.json": msgspec.json.encode(weights), "training.json": msgspec.json.encode(self.state)}
        self.network.save(self.folder / "new.npz")
        (self.folder / "new.npz").replace(self.folder / "optimizer.npz")
        for name, document in write.items():
            (self.folder / "new.json").write_bytes(document)
            (self.folder / "new.json").replace(self.folder / name)


def train(
    run: TrainingRun,
    games: int,
    play_tasks: PlayTasks,
    workers: int = 1,
    progress: Callable[[TrainingState], None] | None = None,
    batch: int = 200,
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Alternate self-play and training until the run has this many games or must stop; every batch is saved."""
    for number in count(run.state.games // batch):
        left = games - run.state.games
        if left <= 0:
            break
        share = run.state.games / games
        part = max(1, min(batch, left) // workers)
        tasks = [(run.weights(), part, f"{run.state.seed}-{number}-{worker}") for worker in range(workers)]
        samples = play_tasks(tasks)
        rows = np.concatenate([rows for rows, _ in samples])
        targets = np.concatenate([targets for _, targets in samples])
        run.learn((rows, targets), part * workers, share)
        run.save()
        if progress:
            progress(run.state)
        if stopping():
            break


def measure(run: TrainingRun, games: int = JUDGED) -> float:
    """Measure the win rate of the network, alone against the game's own adviser, both one decision deep."""
    weights = run.weights()
    return duel(run.game, run.state.players[-1], weights, games, run.state.seed) if weights else 0.0


def play_task(game: str, players: tuple[int, ...], task: Task) -> SampleArrays:
    """Play some games of self-play: the task of one worker."""
    weights, games, seed = task
    return play_games(guanxi.game(game), players, weights, games, TEMPERATURE, seed).arrays()


@contextmanager
def workers(state: TrainingState, jobs: int, address: str | None) -> Iterator[PlayTasks]:
    """Yield a function that plays tasks: in this process, in several, or on a Ray cluster."""
    if address:
        ray = connect(address, jobs)
        play = ray.remote(play_task)
        try:
            yield lambda tasks: ray.get([play.remote(state.game, state.players, task) for task in tasks])
        finally:
            ray.shutdown()
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=start_worker) as pool:
            yield lambda tasks: list(pool.map(partial(play_task, state.game, state.players), tasks))
    else:
        yield lambda tasks: [play_task(state.game, state.players, task) for task in tasks]


@contextmanager
def told_to_stop() -> Iterator[Event]:
    """Yield an event that SIGTERM sets, so that the batch in progress is finished and saved."""
    told = Event()
    before = signal.signal(signal.SIGTERM, lambda *_: told.set())
    try:
        yield told
    finally:
        signal.signal(signal.SIGTERM, before)


class TrainingLog:
    """training.log: progress that can be followed while nobody looks at the terminal."""

    def __init__(self, folder: Path, games: int, before: int) -> None:
        self.file = folder / "training.log"
        self.games = games
        self.before = before
        self.begun = perf_counter()

    def write(self, state: TrainingState) -> None:
        """Append a line about the last batch."""
        speed = (state.games - self.before) / (perf_counter() - self.begun)
        now = datetime.now(UTC).isoformat(" ", "seconds")
        line = (
            f"{now}  {state.games:,} of {self.games:,} games, error {state.error:.4f}, {speed:.1f} games per second\n"
        )
        with self.file.open("a", encoding="utf-8") as file:
            file.write(line)


def run_training(
    game: Game[Any, Any], games: int, players: Sequence[int], seed: str, *, jobs: int, ray: str | None, folder: Path
) -> None:
    """`guanxi train`: run or resume training with a progress bar, then measure and print the result."""
    if games < 1 or jobs < 1:
        raise BadOption(f"Training needs at least one game and one process, not {games} and {jobs}.")
    for count_of_players in players:
        game.check_options(count_of_players, game.automatic)
    run = TrainingRun(game, folder, tuple(players), seed)
    before = run.state.games
    if before:
        print(f"Resuming the run in {folder} after {before:,} games.", file=sys.stderr)
    log = TrainingLog(folder, games, before)
    with (
        ProgressBar(max(1, games - before)) as bar,
        workers(run.state, jobs, ray) as play_tasks,
        told_to_stop() as told,
    ):

        def progress(state: TrainingState) -> None:
            bar.advance(state.games - before - bar.played)
            log.write(state)

        try:
            train(run, games, play_tasks, jobs, progress, stopping=told.is_set)
            if run.state.games < games:
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            print(f"{run.state.games:,} games are saved in {folder}. Run the same command to resume.", file=sys.stderr)
            raise
    share = measure(run)
    print(f"{run.state.games:,} games; the mean squared error is {run.state.error:.4f}.")
    print(f"Looking one decision ahead, it wins {share:.0%} of {JUDGED} games alone against the game's own adviser.")
    print(f"The network is in {folder / 'network.json'}.")
