"""What goes wrong beside killed servers: the database is locked, full, restarted or crashes, and workers die."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.server.cluster import Cluster
from tests.torture.clients import PATIENCE
from tests.torture.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.postgres import Postgres

Disturbance = Callable[[Cluster, Notes], Awaitable[None]]
DISK = "128m"
NO_DISK = "The disk does not fill up: that needs a small one, which only root can mount."
BUSY = "answers of 503"


async def until_refused(notes: Notes, fault: str) -> None:
    """Wait until a request was answered that the database is not available; otherwise that is a fault."""
    before = notes.counts[BUSY]
    try:
        async with asyncio.timeout(PATIENCE):
            while notes.counts[BUSY] == before:
                await asyncio.sleep(0.05)
    except TimeoutError:
        notes.fault(fault)


def lock(db: Path) -> Disturbance:
    """Keep everybody else from writing to a SQLite database until a request is refused for it."""

    async def disturb(_cluster: Cluster, notes: Notes) -> None:
        connection = sqlite3.connect(db, timeout=60, isolation_level=None, check_same_thread=False)
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        await until_refused(notes, "nobody was told that the database is locked")
        connection.execute("ROLLBACK")
        connection.close()
        notes.counts["locks of the database"] += 1

    return disturb


def fill(db: Path) -> Disturbance:
    """Fill the disk of a SQLite database until a request is refused for it."""

    async def disturb(_cluster: Cluster, notes: Notes) -> None:
        ballast = db.parent / "ballast"
        with ballast.open("wb") as file:
            # Files of the database still grow into what is left of the last block.
            os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(db.parent).free)
        await until_refused(notes, "nobody was told that the disk is full")
        ballast.unlink()
        notes.counts["times that the disk was full"] += 1

    return disturb


def restart(postgres: Postgres) -> Disturbance:
    """Restart PostgreSQL; all connections are cut off."""

    async def disturb(_cluster: Cluster, notes: Notes) -> None:
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        notes.counts["restarts of the database"] += 1

    return disturb


def crash(postgres: Postgres) -> Disturbance:
    """Let PostgreSQL crash; it recovers from its log when it starts again."""

    async def disturb(_cluster: Cluster, notes: Notes) -> None:
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.to_thread(postgres.start)
        notes.counts["crashes of the database"] += 1

    return disturb


async def kill_worker(cluster: Cluster, notes: Notes) -> None:
    """Kill a process in which bots think."""
    await cluster.kill_worker()
    notes.counts["workers killed"] += 1


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a small disk at a folder; yields whether that was possible."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "guanxi", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0
    if not mounted:
        print(NO_DISK)
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
