"""Torture real servers under a load of all games, then check every promise: see `make torture`.

    python -m tests.torture [--seconds 120 | --kills 500] [--database sqlite] [--calm 150] [--out build/torture.md]

Clients play random moves and note each answer.  Meanwhile a server is killed after every few moves, and `disturbances`
cut off, lock or fill up the database, kill workers, and let herds of streams come at once.  One process serves SQLite;
three processes and two workers share PostgreSQL.  Ctrl-C ends it early, with a page about what was done until then.
The servers' own words are in a file beside the page.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.server.cluster import Cluster
from tests.server.postgres import NOT_INSTALLED, SAFE, programs, started_postgres
from tests.torture.checks import check
from tests.torture.clients import PATIENCE, SEATS, Browser, Game, herd
from tests.torture.disturbances import crash, fill, kill_worker, lock, restart, small_disk
from tests.torture.notes import KILLED, Progress, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.torture.disturbances import Disturbance

MOVES = (1, 16)  # that are acknowledged between two kills
ROUND = 10  # after this many kills, a disturbance and a herd; then games go on for a while
CALM = 150  # moves without kills in each round, if not told otherwise: or long games would hardly end
HERD = 100
SERVERS = {"sqlite": 1, "postgresql": 3}
WORKERS = 2


class Torture:
    """Servers on one database, the clients that play there, and what goes wrong."""

    def __init__(
        self, database: str, cluster: Cluster, disturbances: list[Disturbance], progress: Progress, calm: int
    ) -> None:
        self._database, self._cluster, self._disturbances, self._calm = database, cluster, disturbances, calm
        self._progress, self._notes, self._random = progress, progress.notes, Random(19)
        self._enough = asyncio.Event()
        self._current: dict[tuple[str, bool], Game] = {}

    async def run(self) -> None:
        """Go on until the progress is complete, or Ctrl-C."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._interrupt)
        await asyncio.gather(*(self._cluster.start() for _ in range(SERVERS[self._database])))
        if self._database == "postgresql":
            await asyncio.gather(*(self._cluster.start_worker() for _ in range(WORKERS)))
        playing = [asyncio.create_task(self._play_on(name, alone)) for name in SEATS for alone in (False, True)]
        while not (self._enough.is_set() or self._progress.complete or any(task.done() for task in playing)):
            await self._go_wrong()
        self._enough.set()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if outcome is not None:
                self._notes.fault(f"a client gave up: {outcome!r}")

    def _interrupt(self) -> None:
        """End soon; another Ctrl-C ends at once."""
        self._progress.interrupted = True
        self._enough.set()
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)

    async def _play_on(self, name: str, alone: bool) -> None:
        """Play one game after the other, against bots or other people, until it is enough."""
        async with AsyncExitStack() as held:
            people = 1 if alone else SEATS[name]
            browsers = [Browser(self._cluster, self._notes, self._random) for _ in range(people)]
            for browser in browsers:
                await held.enter_async_context(browser)
            while not self._enough.is_set():
                self._current[name, alone] = game = Game(browsers, name)
                await game.play(self._enough)

    async def _go_wrong(self) -> None:
        """Kill a server after some moves; once in each round something else goes wrong, and then nothing does."""
        await self._moved(self._random.randint(*MOVES))
        await self._cluster.kill(self._random)
        self._notes.counts[KILLED] += 1
        turn, rest = divmod(self._notes.counts[KILLED], ROUND)
        if rest == ROUND // 2:
            await self._disturbances[turn % len(self._disturbances)](self._cluster, self._notes)
            await herd(self._random.choice([game for game in self._current.values() if game.table]), HERD)
            await self._moved(self._calm)

    async def _moved(self, moves: int) -> None:
        """Wait until so many more moves are acknowledged."""
        goal = len(self._notes.acknowledged) + moves
        async with asyncio.timeout(PATIENCE + moves):
            while len(self._notes.acknowledged) < goal and not (self._enough.is_set() or self._progress.complete):
                self._progress.show()
                for code in await self._cluster.replace_dead():
                    self._notes.fault(f"a process has ended by itself, with {code}")
                await asyncio.sleep(0.01)


async def torture(
    db: str, database: str, disturbances: list[Disturbance], progress: Progress, log: Path, calm: int
) -> None:
    """Load servers on one database while everything goes wrong, then check what is stored."""
    elsewhere = {"workers": 0, "reviewers": 0} if database == "postgresql" else {}
    async with Cluster(db, log, **elsewhere) as cluster:
        try:
            await Torture(database, cluster, disturbances, progress, calm).run()
        except Exception as wrong:
            progress.notes.fault(f"the torture broke off: {wrong!r}")
    check(db, progress.notes)


@contextmanager
def on_sqlite() -> Iterator[tuple[str, list[Disturbance]]]:
    """A database in a file, on a small disk of its own where that is allowed."""
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder)) as small:
        db = Path(folder) / "tables.db"
        yield str(db), [lock(db), *([fill(db)] if small else [])]


@contextmanager
def on_postgresql() -> Iterator[tuple[str, list[Disturbance]]]:
    """A database of a PostgreSQL server that keeps its promises also when it crashes."""
    found = programs()
    if not found:
        sys.exit(NOT_INSTALLED)
    with started_postgres(found, SAFE) as postgres, postgres.database() as url:
        yield url, [restart(postgres), kill_worker, crash(postgres), kill_worker]


DATABASES = {"sqlite": on_sqlite, "postgresql": on_postgresql}


def main() -> int:
    """Torture one or both databases and write the page; returns 1 if there were faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--seconds", type=int, default=120, help="for each database")
    end.add_argument("--kills", type=int, help="of servers, for each database")
    parser.add_argument("--database", choices=sorted(DATABASES), help="both, one after the other, if not given")
    parser.add_argument("--calm", type=int, default=CALM, help="moves without kills in each round")
    parser.add_argument("--out", type=Path, default=Path("build/torture.md"))
    wanted = parser.parse_args()
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    runs: dict[str, Progress] = {}
    for name in [wanted.database] if wanted.database else DATABASES:
        log = wanted.out.with_suffix(f".{name}.log")
        runs[name] = progress = Progress(name, wanted.kills, wanted.seconds)
        log.unlink(missing_ok=True)
        with DATABASES[name]() as (db, disturbances), progress:
            asyncio.run(torture(db, name, disturbances, progress, log, wanted.calm))
        if progress.interrupted:
            break
    text = page(list(runs.values()))
    wanted.out.write_text(text, encoding="utf-8")
    print(text)
    return int(any(run.notes.faults for run in runs.values()))


if __name__ == "__main__":
    sys.exit(main())
