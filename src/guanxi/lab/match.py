"""Matches: bots play many games, every deal once in each rotation of the seats.

The same seed gives the same match, whether it is played by this process, by several or by a cluster, and whether or not
it was interrupted and resumed.
"""

from __future__ import annotations

import sys
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.game_runner import BotFailed, PlayedGame, decide
from guanxi.lab.ledger import open_ledger
from guanxi.lab.match_plan import GameId, MatchPlan, distinct
from guanxi.lab.match_result import BotResult, MatchResult, summary
from guanxi.lab.sequential import SequentialTest
from guanxi.lab.workers import play_all, play_in, processors

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from pathlib import Path

    from guanxi.bots import Maker
    from guanxi.engine.game import Game

__all__ = [
    "BotFailed",
    "BotResult",
    "GameId",
    "MatchPlan",
    "MatchResult",
    "PlayedGame",
    "SequentialTest",
    "decide",
    "distinct",
    "match",
    "play_all",
]

MANY = 100  # games; with fewer, starting other processes costs more time than it saves


def match(
    game: Game[Any, Any],
    bots: Sequence[str | Maker],
    games: int = 100,
    seed: str | int = 1,
    *,
    seats: int | None = None,
    pool: bool = False,
    options: Mapping[str, Any] | None = None,
    test: SequentialTest | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    logs: Path | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play a match between bots, given by name or as factories that take a random stream.

    Each seat has one bot, and the last bot fills the remaining seats.  In a pool (`pool`, or more bots than seats) each
    bot plays alone against copies of each other bot.  `games` is the number of games per table, rounded up to whole
    deals; a sequential `test` on the first bot's win rate may end the match early.  `progress` is called with the
    number of games finished since its last call.  With several jobs, factories must be importable by other processes;
    those of a notebook or of the running script are not, and by default play in this process.
    """
    if games < 1:
        raise BadOption(f"A match has at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"A match needs at least one process, not {jobs}.")
    begun = perf_counter()
    plan = MatchPlan(game, bots, seed, options or {}, logs, seats=seats, pool=pool)
    if test and plan.pool:
        raise BadOption(
            "A test compares the bots of one table, but a pool has many tables. Leave out --test or the pool."
        )
    deals = range(-(-games // plan.seats))
    with open_ledger(plan, deals, test, resume) as ledger:
        if logs:
            prepare_log_folder(logs, resuming=ledger.before > 0)
        tell = progress or (lambda _: None)
        tell(ledger.before)
        left = len(deals) * plan.seats * len(plan.lineups) - ledger.before
        with closing(play_remaining(plan, ledger.left(), left, jobs, ray)) as batches:
            while not ledger.enough() and (batch := next(batches, None)):
                ledger.add(batch)
                tell(len(batch))
    outcome = ledger.test.result if ledger.test else None
    return summary(plan, ledger.counted(), perf_counter() - begun, outcome, ledger.before)


def play_remaining(
    plan: MatchPlan, games: Iterable[GameId], count: int, jobs: int | None, ray: str | None
) -> Generator[list[PlayedGame], None, None]:
    """Play the remaining games on a Ray cluster, in several processes or here, and yield them in batches."""
    if ray:
        from guanxi.lab.cluster import play_on_cluster

        return play_on_cluster(plan, games, ray, jobs)
    if jobs is None:
        jobs = processors() if count >= MANY and all(is_importable(maker) for maker in plan.makers) else 1
    return play_in(min(jobs, count), plan.play_games, games)


def is_importable(maker: Maker) -> bool:
    """Can other processes import a bot's factory?  They would run a script again, and cannot read a notebook."""
    module = getattr(maker, "__module__", type(maker).__module__)
    return module != "__main__" and module in sys.modules


def prepare_log_folder(folder: Path, *, resuming: bool) -> None:
    """Create the folder for a match's logs; refuse one that holds other files, so that no log is overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    if not resuming and any(folder.iterdir()):
        raise BadOption(f"{folder} is not empty: name a new or empty directory for the logs of this match.")
