"""A server at a real port, in this process or another."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from guanxi.server.app import make_app
from guanxi.server.serve import Server, free_socket
from guanxi.server.stream.updates import patched
from tests.server.builders import TIME_LIMIT, Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path
    from typing import IO

    from starlette.applications import Starlette

    from guanxi.server.settings import Settings

PYTHON = (sys.executable, "-X", "faulthandler", "-c")  # a process that crashes says where
# A process ends with the tests that started it, however they end: then nobody holds the other end of its input.
BOUND = """
import os, threading
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
"""
RUN = f"""{BOUND}
import json, sys
from guanxi.server.serve import run
from guanxi.server.settings import Settings
run(Settings(db=sys.argv[1], limited=False, **json.loads(sys.argv[2])), port=int(sys.argv[3]))
"""
WORK = f"{BOUND}import sys; from guanxi.cli import main; sys.exit(main(sys.argv[1:]))"


class Listening:
    """A server in this process, with its address."""

    def __init__(self, app: Starlette, server: Server, address: str) -> None:
        self.app = app
        self.server = server
        self.address = address
        self.clients: list[httpx.AsyncClient] = []

    def visitor(self, **headers: str) -> Player:
        """A new client."""
        client = httpx.AsyncClient(base_url=self.address, headers=headers, timeout=TIME_LIMIT)
        self.clients.append(client)
        return Player(client)


@asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[Listening]:
    """A server at a free port."""
    app = make_app(settings)
    socket = free_socket("127.0.0.1", 0)
    address = f"http://127.0.0.1:{socket.getsockname()[1]}"
    server = Server(app, address)
    task = asyncio.create_task(server._serve([socket]))
    while not server.started:
        await asyncio.sleep(0.01)
    here = Listening(app, server, address)
    try:
        yield here
    finally:
        for client in here.clients:
            await client.aclose()
        server.should_exit = True
        await task
        socket.close()


class Stream:
    """A live stream, read event by event."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.aiter_lines()
        self.state: dict[str, Any] = {}

    async def next(self) -> tuple[str, dict[str, Any]]:
        """The id of the next event, and the state assembled from all events so far."""
        id_, _, message = await self.message()
        if "patch" in message:
            grown = {"events": self.state["events"][: message["since"]] + message["events"]}
            self.state = patched(self.state, message["patch"]) | grown
        else:
            self.state = message
        return id_, self.state

    async def message(self, presence: bool = False) -> tuple[str, str, dict[str, Any]]:
        """The id, the kind and the data of the next event; news about presence only if wanted."""
        id_ = kind = ""
        async with asyncio.timeout(TIME_LIMIT):
            async for line in self._lines:
                if line.startswith("id:"):
                    id_ = line[3:].strip()
                elif line.startswith("event:"):
                    kind = line[6:].strip()
                elif line.startswith("data:") and (presence or kind != "presence"):
                    return id_, kind, msgspec.json.decode(line[5:])
        raise EOFError

    async def line(self) -> str:
        """The next non-empty line; news about presence is skipped."""
        skipped = False
        async with asyncio.timeout(TIME_LIMIT):
            async for line in self._lines:
                skipped = (skipped and bool(line)) or line == "event: presence"
                if line and not skipped:
                    return line
        raise EOFError


@asynccontextmanager
async def streamed(player: Player, table: str, seen: str = "", kind: str = "stream") -> AsyncIterator[Stream]:
    """A player's stream, or another kind of stream of a table."""
    headers = {"Last-Event-ID": seen} if seen else {}
    async with player.client.stream("GET", f"/api/tables/{table}/{kind}", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = Stream(response)
        assert await stream.line() == "retry: 1000"
        yield stream


@asynccontextmanager
async def process(
    db: Path | str, bot_delay: float = 0.0, port: int = 0, log: IO[bytes] | None = None, **settings: int
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server in a process of its own, and its address; killed at the end if it is still running."""
    others = json.dumps({"bot_delay": bot_delay, **settings})
    server = await beside((*PYTHON, RUN, str(db), others, str(port)), log)
    assert server.stdout
    try:
        said = ""
        while "http://" not in said:
            said = (await server.stdout.readline()).decode()
            assert said, "the server ended at once"
        yield server, next(word for word in said.split() if word.startswith("http://")).rstrip("/")
    finally:
        if server.returncode is None:
            server.kill()
        await server.communicate()


async def beside(command: tuple[str, ...], log: IO[bytes] | None) -> asyncio.subprocess.Process:
    """A process whose errors go to a log, if there is one; Ctrl-C in a terminal is not for it."""
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=log, start_new_session=True)


@asynccontextmanager
async def guanxi_work(url: str, log: IO[bytes] | None = None) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that thinks for the bots of servers on the same database; killed at the end if it is still running."""
    worker = await beside((*PYTHON, WORK, "work", "--db", url, "--processes", "1"), log)
    assert worker.stdout
    try:
        assert b"1 processes" in await worker.stdout.readline()
        yield worker
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.wait()
