"""Play the games of a match on a Ray cluster, whose machines all need the same version of Guanxi."""

from __future__ import annotations

import os
from socket import create_connection
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.game_runner import BotFailed
from guanxi.lab.workers import Batches

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from guanxi.lab.game_runner import PlayedGame
    from guanxi.lab.match_plan import GameId, MatchPlan

LOCAL = "local"
PATIENCE = 5.0  # seconds to reach a cluster


def play_on_cluster(
    plan: MatchPlan, games: Iterable[GameId], address: str, jobs: int | None
) -> Generator[list[PlayedGame], None, None]:
    """Play all games and yield them as they are finished; a local cluster is started for the match and ends with it."""
    ray = connect(address, jobs)
    batches = Batches(games)
    try:
        shared = ray.put(plan)
        play = ray.remote(play_batch).options(max_retries=0)
        workers = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [play.remote(shared, batch) for _ in range(2 * workers) if (batch := batches.next())]
        while running:
            done, running = ray.wait(running)
            running += [play.remote(shared, batch) for _ in done if (batch := batches.next())]
            for played in ray.get(done):
                batches.adapt(played)
                yield played
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, BotFailed) else BotFailed(str(error))) from None
    except ray.exceptions.RayError as error:
        raise BotFailed(f"The Ray cluster failed: {error}") from None
    finally:
        ray.shutdown()


def play_batch(plan: MatchPlan, games: list[GameId]) -> list[PlayedGame]:
    """Play one batch: a task of the cluster."""
    return plan.play_games(games)


def connect(address: str, jobs: int | None) -> Any:
    """Connect to a cluster, or start a local one, and return the Ray module."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # the newer behaviour, which does not warn
    try:
        import ray
    except ImportError:
        raise BadOption('Ray is not installed: pip install "guanxi[ray]".') from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **quiet)
        return ray
    check_reachable(address)
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadOption(f"There is no Ray cluster at {address}: {error}") from None
    return ray


def check_reachable(address: str) -> None:
    """Raise `BadOption` within seconds if nothing listens at the address; Ray itself would wait for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        try:
            create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise BadOption(f"There is no Ray cluster at {address}: {error}") from None
