"""Think for servers that share a PostgreSQL database: claim what they owe, and make the moves."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from guanxi.engine.errors import BadOption, GuanxiError
from guanxi.server.http.logs import start_logging
from guanxi.server.parts import Parts
from guanxi.server.settings import Settings, database_url, from_environment
from guanxi.server.storage.errors import unusable
from guanxi.server.storage.files import file_of

if TYPE_CHECKING:
    from collections.abc import Callable

NO_FILE = (
    "Guanxi cannot work for a server whose games are in a file: the file belongs to that server, whose bots think in "
    "its own processes. Give the URL of a PostgreSQL database with --db, or in GUANXI_DB."
)


def work(db: str | None, processes: int) -> None:
    """Think until Ctrl-C or SIGTERM."""
    if processes < 1:
        sys.exit("--processes must be at least 1.")
    if file_of(database_url(db)):
        sys.exit(NO_FILE)
    try:
        settings = replace(from_environment(db), workers=processes, reviewers=Settings().reviewers)
    except BadOption as wrong:
        sys.exit(str(wrong))
    start_logging(settings.json_log)
    try:
        asyncio.run(think(settings))
    except GuanxiError as wrong:
        sys.exit(str(wrong))
    except (SQLAlchemyError, OSError) as wrong:
        sys.exit(str(unusable(wrong)))


async def think(settings: Settings) -> None:
    """Think until a signal comes; what is under way is left to others."""
    stopped = asyncio.Event()
    on_signals(stopped.set)
    async with Parts(settings).working():
        print(f"Guanxi thinks in {settings.workers} processes  (Ctrl-C ends it)", flush=True)
        await stopped.wait()


def on_signals(stop: Callable[[], None]) -> None:
    """Call a function when this process is asked to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt
            loop.add_signal_handler(number, stop)
