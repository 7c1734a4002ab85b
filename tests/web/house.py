"""A server in its own process, so that it can be ended and started again under the eyes of a browser."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import sys
from guanxi.server.app import make_app
from guanxi.server.serve import Server, free_socket
from guanxi.server.settings import Settings

db, port = sys.argv[1], int(sys.argv[2])
app = make_app(Settings(db=db, bot_delay=0.05, workers=1, limited=False))
Server(app, f"http://127.0.0.1:{port}/").run(sockets=[free_socket("127.0.0.1", port)])
"""


class ServerProcess:
    """One server with its database; it keeps its port when it is started again."""

    def __init__(self, folder: Path) -> None:
        self._db = folder / "tables.db"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(self._db), str(self._port)])
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self._process.poll() is None, "the server ended at once"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(20)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
