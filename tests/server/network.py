"""A server at a real port, in this process or another."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack, asynccontextmanager
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
    from random import Random

    from starlette.applications import Starlette

    from guanxi.server.settings import Settings

RUN = """
import json, sys
from guanxi.server.serve import run
from guanxi.server.settings import Settings
run(Settings(db=sys.argv[1], limited=False, **json.loads(sys.argv[2])), port=int(sys.argv[3]))
"""
WORK = "import sys; from guanxi.cli import main; sys.exit(main(sys.argv[1:]))"


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
async def streamed(player: Player, table: str, seen: str = "") -> AsyncIterator[Stream]:
    """A player's stream."""
    headers = {"Last-Event-ID": seen} if seen else {}
    async with player.client.stream("GET", f"/api/tables/{table}/stream", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = Stream(response)
        assert await stream.line() == "retry: 1000"
        yield stream


@asynccontextmanager
async def process(
    db: Path | str, bot_delay: float = 0.0, port: int = 0, **settings: int
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server in a process of its own, and its address; killed at the end if it is still running."""
    others = json.dumps({"bot_delay": bot_delay, **settings})
    arguments = (sys.executable, "-c", RUN, str(db), others, str(port))
    server = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
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


@asynccontextmanager
async def guanxi_work(url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that thinks for the bots of servers on the same database; killed at the end if it is still running."""
    command = (sys.executable, "-c", WORK, "work", "--db", url, "--processes", "1")
    worker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert worker.stdout
    try:
        assert b"1 processes" in await worker.stdout.readline()
        yield worker
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


class Cluster:
    """Server processes on one database, and workers beside them; people use any server that answers."""

    def __init__(self, url: str, **settings: int) -> None:
        self._url = url
        self._settings = settings
        self._held = AsyncExitStack()
        self._running: list[tuple[asyncio.subprocess.Process, str]] = []
        self._workers: list[asyncio.subprocess.Process] = []
        self._turn = 0

    async def __aenter__(self) -> Cluster:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._held.aclose()

    async def start(self) -> None:
        """Start one more process."""
        self._running.append(await self._held.enter_async_context(process(self._url, **self._settings)))

    async def kill(self, random: Random) -> None:
        """Kill one process and start another."""
        server, _ = self._running.pop(random.randrange(len(self._running)))
        server.kill()
        await server.wait()
        await self.start()

    async def start_worker(self) -> None:
        """Start one more `guanxi work`."""
        self._workers.append(await self._held.enter_async_context(guanxi_work(self._url)))

    async def kill_worker(self) -> None:
        """Kill the oldest worker and start another."""
        worker = self._workers.pop(0)
        worker.kill()
        await worker.wait()
        await self.start_worker()

    @property
    def address(self) -> str:
        """A process, each time the next one."""
        if not self._running:
            raise httpx.ConnectError("no server is running")
        self._turn += 1
        return self._running[self._turn % len(self._running)][1]
