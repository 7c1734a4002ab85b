"""The server of the evening: `guanxi serve` as a host starts it, killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

START = "import sys; from guanxi.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE = 120.0  # seconds


class House:
    """One server of its own, on a file."""

    def __init__(self, folder: Path) -> None:
        self._db, self._log = folder / "club.db", folder / "server.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> float:
        """Start it; returns the seconds until it answers."""
        begun = time.monotonic()
        command = [sys.executable, "-c", START, "serve", "--port", str(self._port), "--db", str(self._db)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ)
        while not self._answers():
            assert self._process.poll() is None, f"the server ended at once, see {self._log}"
            assert time.monotonic() < begun + PATIENCE, "the server does not answer"
            time.sleep(0.1)
        return time.monotonic() - begun

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._process.terminate()
        self._process.wait(PATIENCE)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
