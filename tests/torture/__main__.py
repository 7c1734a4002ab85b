"""Torture real servers under a load of all games, then check every promise: see `make torture`.

    python -m tests.torture [--seconds 120] [--out build/torture.md]

Clients play random moves and note each answer.  Meanwhile servers are killed every few seconds, PostgreSQL is
restarted, SQLite is locked for longer than a server waits for it, clients vanish in the middle of a request, and herds
of streams come at once.  One process serves SQLite, two share PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.server.network import Cluster
from tests.server.postgres import NOT_INSTALLED, programs, started_postgres
from tests.torture.checks import check
from tests.torture.clients import SEATS, Browser, Game, herd
from tests.torture.notes import Notes, page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.server.postgres import Postgres

LOCKED = 12  # seconds; a server waits for 10
KILL_PAUSE = (1.0, 4.0)  # seconds of load between two faults
ROUND = 8  # after this many kills, a fault of the database and a herd
HERD = 100


async def lock(db: str, notes: Notes) -> None:
    """Keep everybody else from writing to a SQLite database."""
    connection = sqlite3.connect(db, timeout=60, isolation_level=None, check_same_thread=False)
    await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
    await asyncio.sleep(LOCKED)
    connection.execute("ROLLBACK")
    connection.close()
    notes.counts["locks of the database"] += 1


async def restart(postgres: Postgres, notes: Notes) -> None:
    """Restart PostgreSQL; all connections are cut off."""
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    notes.counts["restarts of the database"] += 1


async def torture(db: str, servers: int, seconds: int, disturb: Callable[[Notes], Awaitable[None]]) -> Notes:
    """Load servers on one database for a time while everything goes wrong."""
    random, notes, enough = Random(19), Notes(), asyncio.Event()
    async with Cluster(db) as cluster:
        await asyncio.gather(*(cluster.start() for _ in range(servers)))
        current: dict[tuple[str, int], Game] = {}

        async def play_on(name: str, bots: int) -> None:
            async with Browser(cluster, notes, random) as browser:
                while not enough.is_set():
                    current[name, bots] = Game(browser, name, bots)
                    await current[name, bots].play(enough)

        playing = [asyncio.create_task(play_on(name, bots)) for name in SEATS for bots in (0, 1)]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(random.uniform(*KILL_PAUSE))
            await cluster.kill(random)
            notes.counts["kills"] += 1
            if notes.counts["kills"] % ROUND == ROUND // 2:
                await disturb(notes)
                await herd(random.choice([game for game in current.values() if game.table]), HERD)
        enough.set()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if outcome is not None:
                notes.fault(f"a client gave up: {outcome!r}")
    notes.counts["acknowledged moves"] = len(notes.acknowledged)
    notes.counts["refused moves"] = len(notes.refused)
    check(db, notes)
    return notes


def main() -> int:
    """Torture both databases and write the page; returns 1 if there were faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--out", type=Path, default=Path("build/torture.md"))
    wanted = parser.parse_args()
    runs = {}
    with tempfile.TemporaryDirectory() as folder:
        db = f"{folder}/tables.db"
        runs["SQLite"] = asyncio.run(torture(db, 1, wanted.seconds, lambda notes: lock(db, notes)))
    if found := programs():
        with started_postgres(found) as postgres, postgres.database() as url:
            runs["PostgreSQL"] = asyncio.run(torture(url, 2, wanted.seconds, lambda notes: restart(postgres, notes)))
    else:
        print(NOT_INSTALLED)
    text = page(runs, wanted.seconds)
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    wanted.out.write_text(text, encoding="utf-8")
    print(text)
    return int(any(notes.faults for notes in runs.values()))


if __name__ == "__main__":
    sys.exit(main())
