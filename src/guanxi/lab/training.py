"""`guanxi train`: train a network by self-play.  The files of a run are described in `training_run.py`."""

from __future__ import annotations

import signal
import sys
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from guanxi.engine.errors import BadOption
from guanxi.lab.actors import workers
from guanxi.lab.console import ProgressBar
from guanxi.lab.selfplay import duel
from guanxi.lab.stopping import told_to_stop
from guanxi.lab.training_run import TrainingRun, TrainingState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from guanxi.engine.game import Game
    from guanxi.lab.actors import PlayTasks

FAST, SLOW = 1e-3, 5e-5  # learning rate at the start and at the end
JUDGED = 200  # games against the game's own adviser that measure the result


def self_play_run(
    game: Game[Any, Any], folder: Path, players: tuple[int, ...], seed: str
) -> TrainingRun[TrainingState]:
    """Begin or resume a run by self-play."""
    state = TrainingState(game=game.name, rules=game.rules_version, players=players, seed=seed)
    return TrainingRun(game, folder, state)


def train(
    run: TrainingRun[TrainingState],
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
        run.learn((rows, targets), part * workers, FAST + (SLOW - FAST) * share)
        run.save()
        if progress:
            progress(run.state)
        if stopping():
            break


def measure(run: TrainingRun[TrainingState], games: int = JUDGED) -> float:
    """Measure the win rate of the network, alone against the game's own adviser, both one decision deep."""
    weights = run.weights()
    return duel(run.game, run.state.players[-1], weights, games, run.state.seed) if weights else 0.0


def run_training(
    game: Game[Any, Any], games: int, players: Sequence[int], seed: str, *, jobs: int, ray: str | None, folder: Path
) -> None:
    """`guanxi train`: run or resume training with a progress bar, then measure and print the result."""
    if games < 1 or jobs < 1:
        raise BadOption(f"Training needs at least one game and one process, not {games} and {jobs}.")
    for count_of_players in players:
        game.check_options(count_of_players, game.automatic)
    run = self_play_run(game, folder, tuple(players), seed)
    before = run.state.games
    if before:
        print(f"Resuming the run in {folder} after {before:,} games.", file=sys.stderr)
    begun = perf_counter()
    with (
        ProgressBar(max(1, games - before)) as bar,
        workers(run.state.game, run.state.players, jobs, ray) as play_tasks,
        told_to_stop(signal.SIGTERM) as told,
    ):

        def progress(state: TrainingState) -> None:
            bar.advance(state.games - before - bar.played)
            speed = (state.games - before) / (perf_counter() - begun)
            run.log(f"{state.games:,} of {games:,} games, error {state.error:.4f}, {speed:.1f} games per second")

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
