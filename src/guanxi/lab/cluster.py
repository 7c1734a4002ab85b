"""The games of a match on a Ray cluster.  Every machine of it needs the same Guanxi."""

from __future__ import annotations

import os
from socket import create_connection
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.play import BotFailed
from guanxi.lab.work import Batches

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from guanxi.lab.plan import Match, Place
    from guanxi.lab.play import Played

LOCAL = "local"
PATIENCE = 5.0  # seconds to reach a cluster


def play_on_cluster(
    plan: Match, places: Iterable[Place], address: str, jobs: int | None
) -> Generator[list[Played], None, None]:
    """All games, as they are finished; a local cluster is started for the match and ends with it."""
    ray = connected(address, jobs)
    batches = Batches(places)
    try:
        shared = ray.put(plan)
        play = ray.remote(play_batch).options(max_retries=0)
        workers = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [play.remote(shared, batch) for _ in range(2 * workers) if (batch := batches.next())]
        while running:
            done, running = ray.wait(running)
            running += [play.remote(shared, batch) for _ in done if (batch := batches.next())]
            for played in ray.get(done):
                batches.learn(played)
                yield played
    except ray.exceptions.RayTaskError as wrong:
        raise (wrong.cause if isinstance(wrong.cause, BotFailed) else BotFailed(str(wrong))) from None
    except ray.exceptions.RayError as wrong:
        raise BotFailed(f"The Ray cluster has stopped playing: {wrong}") from None
    finally:
        ray.shutdown()


def play_batch(plan: Match, places: list[Place]) -> list[Played]:
    """What one task of the cluster does."""
    return plan.play_games(places)


def connected(address: str, jobs: int | None) -> Any:
    """Ray, with a cluster behind it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing about a match is sent to others
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # its newer way, without a warning
    try:
        import ray
    except ImportError:
        raise BadOption('Ray is not installed: pip install "guanxi[ray]".') from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **quiet)
        return ray
    knock(address)
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as wrong:
        raise BadOption(f"There is no Ray cluster at {address}: {wrong}") from None
    return ray


def knock(address: str) -> None:
    """Ray itself would wait for minutes for a cluster that is not there."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        try:
            create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as wrong:
            raise BadOption(f"There is no Ray cluster at {address}: {wrong}") from None
