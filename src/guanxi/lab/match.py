"""A match: bots play many games, every deal once in each rotation of the seats.

A match is the same from the same seed, whoever plays it: this process, several, or a cluster; at once, or with breaks.
"""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.ledger import opened
from guanxi.lab.plan import Match, Place, distinct
from guanxi.lab.play import BotFailed, Played, decide
from guanxi.lab.sequential import Question
from guanxi.lab.summary import MatchResult, Standing, summary
from guanxi.lab.work import play_all, play_in, processors

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from pathlib import Path

    from guanxi.bots import Maker
    from guanxi.engine.game import Game

__all__ = [
    "BotFailed",
    "Match",
    "MatchResult",
    "Place",
    "Played",
    "Question",
    "Standing",
    "decide",
    "distinct",
    "match",
    "play_all",
]

MANY = 100  # from so many games on it pays to start other processes


def match(
    game: Game[Any, Any],
    bots: Sequence[str | Maker],
    games: int = 100,
    seed: str | int = 1,
    *,
    seats: int | None = None,
    pool: bool = False,
    options: Mapping[str, Any] | None = None,
    test: Question | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    logs: Path | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play a match: bots by their names, or as what makes them from a stream of chance.

    One bot a seat, the last one in all seats that are left; with a pool, or more bots than seats, each alone against
    copies of each other.  So many `games` are played at each table, rounded up to whole deals; a test on the share of
    the first bot may end it before.  `progress` is told how many games there are more since it was last told.
    With several jobs, bots that are not named must be importable by other processes.
    """
    if games < 1:
        raise BadOption(f"A match has at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"A match needs at least one process, not {jobs}.")
    begun = perf_counter()
    plan = Match(game, bots, seed, options or {}, logs, seats=seats, pool=pool)
    if test and plan.pool:
        raise BadOption("A test needs one table, with the bot that is tested named first; a pool has many.")
    deals = range(-(-games // plan.seats))
    with opened(plan, deals, test, resume) as ledger:
        if logs:
            make_room(logs, going_on=ledger.before > 0)
        tell = progress or (lambda _: None)
        tell(ledger.before)
        left = len(deals) * plan.seats * len(plan.lineups) - ledger.before
        with closing(crew(plan, ledger.left(), left, jobs, ray)) as batches:
            while not ledger.enough() and (batch := next(batches, None)):
                ledger.add(batch)
                tell(len(batch))
    answer = ledger.test.answer if ledger.test else None
    return summary(plan, ledger.counted(), perf_counter() - begun, answer, ledger.before)


def crew(
    plan: Match, places: Iterable[Place], games: int, jobs: int | None, ray: str | None
) -> Generator[list[Played], None, None]:
    """Those who play the games that are left."""
    if ray:
        from guanxi.lab.cluster import play_on_cluster

        return play_on_cluster(plan, places, ray, jobs)
    if jobs is None:
        jobs = processors() if games >= MANY else 1
    return play_in(min(jobs, games), plan.play_games, places)


def make_room(folder: Path, *, going_on: bool) -> None:
    """A folder for the logs of one match; those of another are never overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    if not going_on and any(folder.iterdir()):
        raise BadOption(f"{folder} is not empty: the logs of a match need a directory of their own.")
