"""`guanxi train`: train a network by self-play.

The files of a run are described in `training_run.py`.  How strong the network was at each stage is in training.json;
course.svg is the plot.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from guanxi.engine.errors import BadOption
from guanxi.lab.actors import workers
from guanxi.lab.console import ProgressBar
from guanxi.lab.course import Stage, course_plot
from guanxi.lab.intervals import rate
from guanxi.lab.selfplay import SelfPlaySettings, duel
from guanxi.lab.stopping import told_to_stop
from guanxi.lab.training_run import REPEATS, TrainingRun, TrainingState, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.engine.game import Game
    from guanxi.lab.actors import PlayTasks, Task

USUAL_RUNS = Path(__file__).parent / "training.json"


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """How a network is trained."""

    play: SelfPlaySettings = SelfPlaySettings()
    careful: SelfPlaySettings = SelfPlaySettings()  # takes the place of `play`
    quick: float = 1.0  # after this share of the games
    fast: float = 1e-3  # learning rate at the start
    slow: float = 5e-5  # and at the end
    batch: int = 200  # games between two updates
    taught: int = 3_000  # games played by the game's own adviser before the network plays
    repeats: int = REPEATS  # how often a sample is used on average
    parts: int = 8  # tasks of a batch, each with its own random stream, however many processes there are
    stages: int = 20  # how often the strength is measured
    judged: int = 400  # games against the game's own adviser that measure it


class UsualRun(msgspec.Struct, frozen=True, kw_only=True):
    """How a game's network is trained; without an entry in the file, a general way."""

    games: int = 100_000
    players: tuple[int, ...] = ()  # numbers of players in turn; the strength is measured with the last; empty: all
    recipe: Recipe = Recipe()


def usual_run(game: str) -> UsualRun:
    """How a game's network is trained unless somebody says otherwise."""
    return msgspec.json.decode(USUAL_RUNS.read_bytes(), type=dict[str, UsualRun]).get(game, UsualRun())


class SelfPlayState(TrainingState, kw_only=True):
    """The settings of a training run, and its progress so far."""

    recipe: Recipe
    goal: int = 0  # games in total
    course: tuple[Stage, ...] = ()


def self_play_run(
    game: Game[Any, Any], folder: Path, players: tuple[int, ...], seed: str, recipe: Recipe | None = None
) -> TrainingRun[SelfPlayState]:
    """Begin or resume a run by self-play."""
    state = SelfPlayState(
        game=game.name,
        rules=game.rules_version,
        players=players,
        seed=seed,
        recipe=recipe or usual_run(game.name).recipe,
    )
    return TrainingRun(game, folder, state, state.recipe.play.weighed)


def train(
    run: TrainingRun[SelfPlayState],
    games: int,
    play_tasks: PlayTasks,
    progress: Callable[[SelfPlayState], None] | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Alternate self-play and training until the run has this many games or must stop; every batch is saved."""
    state, recipe = run.state, run.state.recipe
    state.goal = games
    while state.games < games:
        count = min(recipe.batch, games - state.games)
        samples = play_tasks(tasks_of(run, count))
        rows, targets = (np.concatenate(part) for part in zip(*samples, strict=True))
        learning_rate = recipe.fast + (recipe.slow - recipe.fast) * state.games / games
        run.learn((rows, targets), count, learning_rate, recipe.repeats)
        if state.games * recipe.stages // games > (state.games - count) * recipe.stages // games:
            state.course += (measure(run),)
        run.save()
        if state.course:
            plot = course_plot(state.game, state.players[-1], state.course)
            write_whole(run.folder / "course.svg", plot.encode())
        if progress:
            progress(state)
        if stopping():
            break


def tasks_of(run: TrainingRun[SelfPlayState], games: int) -> list[Task]:
    """Share the games of a batch among tasks; the same ones with any number of processes."""
    state, recipe = run.state, run.state.recipe
    shares = [games * (part + 1) // recipe.parts - games * part // recipe.parts for part in range(recipe.parts)]
    weights = run.weights() if state.games >= recipe.taught else None
    play = recipe.play if state.games < recipe.quick * state.goal else recipe.careful
    begun = f"{state.seed}-{state.games}"
    return [(weights, share, play, f"{begun}-{part}") for part, share in enumerate(shares) if share]


def measure(run: TrainingRun[SelfPlayState]) -> Stage:
    """Measure the network, alone against the game's own adviser, both one decision deep; always in the same deals."""
    weights = run.weights()
    assert weights
    play, judged = run.state.recipe.play, run.state.recipe.judged
    shares = duel(run.game, run.state.players[-1], weights, judged, play, run.state.seed)
    return Stage(run.state.games, run.state.error, rate(shares))


def run_training(
    game: Game[Any, Any],
    games: int | None,
    players: Sequence[int],
    seed: str,
    *,
    jobs: int,
    ray: str | None,
    folder: Path,
) -> None:
    """`guanxi train`: run or resume training with a progress bar, then measure and print the result."""
    usual = usual_run(game.name)
    games = usual.games if games is None else games
    players = tuple(players or usual.players or game.seats)
    if games < 1 or jobs < 1:
        raise BadOption(f"Training needs at least one game and one process, not {games} and {jobs}.")
    for count_of_players in players:
        game.check_options(count_of_players, game.automatic)
    run = self_play_run(game, folder, players, seed)
    before = run.state.games
    if before:
        print(f"Resuming the run in {folder} after {before:,} games.", file=sys.stderr)
    begun = perf_counter()
    with (
        ProgressBar(max(1, games - before)) as bar,
        workers(run.state.game, run.state.players, jobs, ray) as play_tasks,
        told_to_stop(signal.SIGTERM) as told,
    ):

        def progress(state: SelfPlayState) -> None:
            bar.advance(state.games - before - bar.played)
            speed = (state.games - before) / (perf_counter() - begun)
            run.log(f"{state.games:,} of {games:,} games, loss {state.error:.4f}, {speed:.1f} games per second")

        try:
            train(run, games, play_tasks, progress, stopping=told.is_set)
            if run.state.games < games:
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            print(f"{run.state.games:,} games are saved in {folder}. Run the same command to resume.", file=sys.stderr)
            raise
    report(run)


def report(run: TrainingRun[SelfPlayState]) -> None:
    """Print the result of a run."""
    last = run.state.course[-1]
    judged = run.state.recipe.judged
    print(f"{run.state.games:,} games; the mean loss is {run.state.error:.4f}.")
    print(
        f"Looking one decision ahead, it wins {last.win_rate} of {judged} games alone against the game's own adviser."
    )
    print(f"The network is in {run.folder / 'network.json'}, its course in {run.folder / 'course.svg'}.")
