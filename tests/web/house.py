"""A server in its own process, so that it can be ended and started again, and its time moved, before a browser.

Each test has its own luck, always the same: what its tables are dealt and what its bots choose follows from its name.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import json, secrets, sys, time
from collections import defaultdict
from hashlib import sha256
from itertools import count
from pathlib import Path
from guanxi.engine import chance
from guanxi.server.app import make_app
from guanxi.server.serve import Server, free_socket
from guanxi.server.settings import Settings

folder, port, wishes = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
usual = {"db": str(folder / "tables.db"), "bot_delay": 0.05, "workers": 1, "limited": False}
moved, luck, drawn = folder / "moved", folder / "luck", defaultdict(count)

def new_seed():
    name = luck.read_text()
    return sha256(f"{name} {next(drawn[name])}".encode()).hexdigest()

chance.new_seed, secrets.randbits = new_seed, lambda bits: int(new_seed(), 16) >> 256 - bits
app = make_app(Settings(clock=lambda: time.time() + float(moved.read_text()), **{**usual, **wishes}))
Server(app, f"http://127.0.0.1:{port}/").run(sockets=[free_socket("127.0.0.1", port)])
"""


class ServerProcess:
    """One server with its database and its settings; it keeps its port when it is started again."""

    def __init__(self, folder: Path, **wishes: Any) -> None:
        self._folder, self._wishes = folder, json.dumps(wishes)
        self._moved = 0.0
        self.move()
        self.draw("")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-c", PROGRAM, str(self._folder), str(self._port), self._wishes]
        self._process = subprocess.Popen(command)
        deadline = time.monotonic() + 120
        while not self._answers():
            assert self._process.poll() is None, "the server ended at once"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(20)

    def move(self, seconds: float = 0, minutes: float = 0, hours: float = 0) -> None:
        """So much time passes at once on the server's clock."""
        self._moved += seconds + 60 * minutes + 3600 * hours
        self._write("moved", str(self._moved))

    def draw(self, luck: str) -> None:
        """From now on all chance follows from this name."""
        self._write("luck", luck)

    def _write(self, name: str, text: str) -> None:
        written = self._folder / "written"
        written.write_text(text)
        written.replace(self._folder / name)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
