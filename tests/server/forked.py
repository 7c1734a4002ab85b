"""Servers that are forked from a process that has loaded their code: a start takes a tenth of the time.

Each is a process of its own, which is killed like any other, and ends when the tests end.
"""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import sys
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TYPE_CHECKING, Any

from guanxi.server.serve import run
from guanxi.server.settings import Settings
from guanxi.server.structs import prepare_structs

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from multiprocessing.process import BaseProcess
    from pathlib import Path

SOON = ("uvloop", "aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite")  # what a server loads when it starts
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([__name__, *SOON])
prepare_structs()


def serve(db: str, settings: dict[str, Any], log: str, said: Connection) -> None:
    """Serve until somebody kills the process, or the tests end."""
    os.setsid()  # Ctrl-C in a terminal is not for it
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), sys.stderr.fileno())
    faulthandler.enable()
    Thread(target=end_with_parent, daemon=True).start()
    os.dup2(said.fileno(), sys.stdout.fileno())
    run(Settings(db=db, limited=False, bot_delay=0.0, **settings), port=0)


def end_with_parent() -> None:
    """End the process when the tests do, however they end."""
    parent = multiprocessing.parent_process()
    assert parent
    wait([parent.sentinel])
    os._exit(1)


class Forked:
    """A forked server, as one that was started by asyncio."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.kill = process.kill

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    async def wait(self) -> None:
        """Wait for its end."""
        await asyncio.to_thread(self._process.join)


@asynccontextmanager
async def forked(db: Path | str, log: Path, **settings: int) -> AsyncIterator[tuple[Forked, str]]:
    """A server, and its address; killed at the end if it is still running."""
    reading, writing = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=serve, args=(str(db), settings, str(log), writing))
    await asyncio.to_thread(process.start)
    writing.close()
    try:
        with open(reading.fileno(), closefd=False) as lines:
            said = await asyncio.to_thread(lines.readline)
        assert "http://" in said, f"the server ended at once: {log}"
        yield Forked(process), next(word for word in said.split() if word.startswith("http://")).rstrip("/")
    finally:
        process.kill()
        await asyncio.to_thread(process.join)
        reading.close()
