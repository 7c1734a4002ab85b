"""Torture real servers under a load of all games, then check every promise: see `make torture`.

    python -m tests.torture [--seconds 120] [--database sqlite] [--out build/torture.md]

Clients play random moves and note each answer.  Meanwhile a server is killed after every few moves, and `disturbances`
cut off, lock or fill up the database, kill workers, and let herds of streams come at once.  One process serves SQLite;
three processes and two workers share PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.server.builders import TIME_LIMIT
from tests.server.network import Cluster
from tests.server.postgres import NOT_INSTALLED, SAFE, programs, started_postgres
from tests.torture.checks import check
from tests.torture.clients import SEATS, Browser, Game, herd
from tests.torture.disturbances import crash, fill, kill_worker, lock, restart, small_disk
from tests.torture.notes import Notes, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.torture.disturbances import Disturbance

MOVES = (1, 16)  # that are acknowledged between two kills
ROUND = 8  # after this many kills, a disturbance and a herd
HERD = 100
SERVERS = {"sqlite": 1, "postgresql": 3}
WORKERS = 2


async def moved(notes: Notes, moves: int) -> None:
    """Wait until so many more moves are acknowledged."""
    goal = len(notes.acknowledged) + moves
    async with asyncio.timeout(TIME_LIMIT):
        while len(notes.acknowledged) < goal:
            await asyncio.sleep(0.01)


async def torture(db: str, database: str, seconds: int, disturbances: list[Disturbance]) -> Notes:
    """Load servers on one database for a time while everything goes wrong."""
    random, notes, enough = Random(19), Notes(), asyncio.Event()
    elsewhere = {"workers": 0, "reviewers": 0} if database == "postgresql" else {}
    async with Cluster(db, **elsewhere) as cluster:
        await asyncio.gather(*(cluster.start() for _ in range(SERVERS[database])))
        if elsewhere:
            await asyncio.gather(*(cluster.start_worker() for _ in range(WORKERS)))
        current: dict[tuple[str, bool], Game] = {}

        async def play_on(name: str, alone: bool) -> None:
            async with Browser(cluster, notes, random) as browser:
                while not enough.is_set():
                    current[name, alone] = Game(browser, name, SEATS[name] - 1 if alone else 0)
                    await current[name, alone].play(enough)

        playing = [asyncio.create_task(play_on(name, alone)) for name in SEATS for alone in (False, True)]
        end = time.monotonic() + seconds
        while time.monotonic() < end and not any(task.done() for task in playing):
            await moved(notes, random.randint(*MOVES))
            await cluster.kill(random)
            notes.counts["servers killed"] += 1
            turn, rest = divmod(notes.counts["servers killed"], ROUND)
            if rest == ROUND // 2:
                await disturbances[turn % len(disturbances)](cluster, notes)
                await herd(random.choice([game for game in current.values() if game.table]), HERD)
        enough.set()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if outcome is not None:
                notes.fault(f"a client gave up: {outcome!r}")
    notes.counts["acknowledged moves"] = len(notes.acknowledged)
    notes.counts["refused moves"] = len(notes.refused)
    check(db, notes)
    return notes


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
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--database", choices=sorted(DATABASES), help="both, one after the other, if not given")
    parser.add_argument("--out", type=Path, default=Path("build/torture.md"))
    wanted = parser.parse_args()
    runs = {}
    for name in [wanted.database] if wanted.database else DATABASES:
        with DATABASES[name]() as (db, disturbances):
            runs[name] = asyncio.run(torture(db, name, wanted.seconds, disturbances))
    text = page(runs, wanted.seconds)
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    wanted.out.write_text(text, encoding="utf-8")
    print(text)
    return int(any(notes.faults for notes in runs.values()))


if __name__ == "__main__":
    sys.exit(main())
