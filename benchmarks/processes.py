"""Measure the throughput of one, two and three server processes that share a PostgreSQL database.

The players of each table have their streams at different processes, and each move is posted to another one.  Some
tables move at the same time, each as soon as its last move has reached all its streams.  Players, servers and
PostgreSQL share this machine, so the moves per second are what all of them reach together; CPU times tell more:
processes with a core each are at their limit when the busiest one fills its own.

    python benchmarks/processes.py [--processes 0,1,2,3] [--games hanamikoji,han,white_lotus,haiduci] [--tables 40]
                                   [--at-once 8] [--seconds 10]

0 processes are one that uses SQLite, to compare with.  PostgreSQL is started from the system's package.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from server import SEATS, Office, Played, idle_share, in_groups, percentile, processor_time

sys.path.append(str(Path(__file__).parents[1]))  # the tests know how to start PostgreSQL
from tests.server.network import process
from tests.server.postgres import NOT_INSTALLED, SAFE, programs, started_postgres

COLUMNS = ("processes", "moves/s", "p50", "p99", "CPU ms/move", "busiest", "PostgreSQL", "moves/s at its limit")


async def play(table: Played, turns: asyncio.Semaphore, end: float, taken: list[float]) -> None:
    """Make moves at a table until the time or the game is over."""
    while time.perf_counter() < end:
        async with turns:
            if time.perf_counter() < end:
                needed = await table.move()
                if needed is None:
                    return
                taken.append(needed)


async def measure(db: str, processes: int, postmaster: int, wanted: argparse.Namespace) -> list[str]:
    """Load processes that share a database; returns a row of the table."""
    async with contextlib.AsyncExitStack() as held:
        servers = [await held.enter_async_context(process(db, most_live=100_000)) for _ in range(processes)]
        ports = [int(address.rpartition(":")[2]) for _, address in servers]
        office, games = Office(), wanted.games.split(",")
        office.move_to(*ports)
        tables = [Played(office, games[number % len(games)], 0, number) for number in range(wanted.tables)]
        await in_groups([table.sit_down() for table in tables])
        await in_groups([table.follow(*ports) for table in tables])
        idle = [await idle_share(server.pid) for server, _ in servers]
        taken: list[float] = []
        turns, begun = asyncio.Semaphore(wanted.at_once), time.perf_counter()
        before, stored = [processor_time(server.pid) for server, _ in servers], postgres_time(postmaster)
        await asyncio.gather(*(play(table, turns, begun + wanted.seconds, taken) for table in tables))
        seconds, moves = time.perf_counter() - begun, len(taken) * 1e6
        spent = [
            (processor_time(server.pid) - start - share * seconds * 1e9)
            / moves  # a move does not cause background work
            for (server, _), start, share in zip(servers, before, idle, strict=True)
        ]
        written = (postgres_time(postmaster) - stored) / moves
        for table in tables:
            table.leave()
    latencies = percentile(taken, 0.5), percentile(taken, 0.99)
    costs = (f"{cost:.1f}" for cost in (sum(spent), max(spent), written))
    return [f"{len(taken) / seconds:.0f}", *latencies, *costs, f"{1000 / max(spent):.0f}"]


def postgres_time(postmaster: int) -> int:
    """The CPU time of all processes of a PostgreSQL server that run now, in nanoseconds."""
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text(encoding="utf-8").split()
    return sum(processor_time(int(pid)) for pid in children if Path(f"/proc/{pid}/task").exists())


def main() -> None:
    """Measure each number of processes, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", default="0,1,2,3", help="numbers of processes; 0: one with SQLite")
    parser.add_argument("--games", default=",".join(SEATS), help="games, separated by commas")
    parser.add_argument("--tables", type=int, default=40, help="live tables")
    parser.add_argument("--at-once", type=int, default=8, help="tables that move at the same time")
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of load")
    wanted = parser.parse_args()
    found = programs()
    if not found:
        sys.exit(NOT_INSTALLED)
    shown = Table(*COLUMNS, title=f"{wanted.tables} tables of {wanted.games}, {wanted.at_once} move at once")
    with tempfile.TemporaryDirectory() as folder, started_postgres(found, SAFE) as postgres:
        postmaster = int((Path(postgres._data) / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        for processes in map(int, wanted.processes.split(",")):
            if processes:
                with postgres.database() as url:
                    shown.add_row(str(processes), *uvloop.run(measure(url, processes, postmaster, wanted)))
            else:
                shown.add_row("1, SQLite", *uvloop.run(measure(f"{folder}/tables.db", 1, postmaster, wanted)))
    Console().print(shown)


if __name__ == "__main__":
    import uvloop

    main()
