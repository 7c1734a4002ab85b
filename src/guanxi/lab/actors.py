"""Processes that play games for a training run.  They need no PyTorch."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

import guanxi
from guanxi.lab.cluster import connect
from guanxi.lab.selfplay import play_games
from guanxi.lab.workers import start_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from guanxi.bots.network_files import NetworkWeights
    from guanxi.lab.selfplay import SelfPlaySettings

    SampleArrays = tuple[NDArray[np.float32], NDArray[np.float32]]
    Task = tuple[NetworkWeights | None, int, SelfPlaySettings, str]  # the network that plays, number of games, …, seed
    PlayTasks = Callable[[list[Task]], list[SampleArrays]]


def play_task(game: str, players: tuple[int, ...], task: Task) -> SampleArrays:
    """Play some games of self-play: the task of one worker."""
    weights, games, settings, seed = task
    return play_games(guanxi.game(game), players, weights, games, settings, seed).arrays()


@contextmanager
def workers(game: str, players: tuple[int, ...], jobs: int, address: str | None) -> Iterator[PlayTasks]:
    """Yield a function that plays tasks: in this process, in several, or on a Ray cluster."""
    if address:
        ray = connect(address, jobs)
        play = ray.remote(play_task)
        try:
            yield lambda tasks: ray.get([play.remote(game, players, task) for task in tasks])
        finally:
            ray.shutdown()
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=start_worker) as pool:
            yield lambda tasks: list(pool.map(partial(play_task, game, players), tasks))
    else:
        yield lambda tasks: [play_task(game, players, task) for task in tasks]
