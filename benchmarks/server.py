"""Measure moves per second, and the time from a move's POST to the other player's stream, with many live tables.

The server runs in a process of its own, both players of every table in this one, over loopback.  Each table has an open
stream and makes its next move when the previous one has arrived there.  Also measures the memory of an idle table.

    python benchmarks/server.py [--seconds 5] [--tables 1,100,1000]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

from guanxi.server.stream.updates import patched

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

RUN = """
import sys
from guanxi.server.serve import run
from guanxi.server.settings import Settings
run(Settings(db=sys.argv[1], limited=False, most_live=int(sys.argv[2])))
"""
MAKERS = 20  # tables made at the same time
BUSY = 32  # tables that make a move at the same time
RATE = 50
PATIENCE = 30
IDLE = 300


class Line:
    """One open connection to the server; HTTP by hand, so that the client costs little compared with the server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._state: Any = None

    async def open(self) -> Line:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return self

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """A request and its answer."""
        self.send(method, path, body, token)
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await self.reader.readexactly(size)
        assert head[9:10] == b"2", answer
        return msgspec.json.decode(answer)

    def send(self, method: str, path: str, body: object = None, token: str = "") -> None:
        """A request."""
        text = msgspec.json.encode(body) if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        self.writer.write(head.encode() + text)

    async def event(self) -> Any:
        """The next state on a stream, from the previous one and its changes."""
        while True:
            line = await self.reader.readline()
            if not line:
                raise EOFError
            if line.startswith(b"data:"):
                told = msgspec.json.decode(line[5:])
                self._state = patched(self._state, told["patch"]) if "patch" in told else told
                return self._state


class Pair:
    """A table with two people, each with a stream."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines: list[Line] = []

    async def sit_down(self) -> Pair:
        """Set up a table, take both seats and open both streams."""
        self._post = await self._line()
        seats = {"game": "hanamikoji", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        created = await self._post.ask("POST", "/api/tables", seats)
        link = created["links"]["1"].removeprefix("/join/")
        # No cookie is sent back: this is another guest.
        joined = await self._post.ask("POST", "/api/join", {"token": link})
        self.table = created["table"]
        self._tokens = (created["tokens"]["0"], joined["token"])
        self._streams = [await self._line() for _ in range(2)]
        for stream, token in zip(self._streams, self._tokens, strict=True):
            stream.send("GET", f"/api/tables/{self.table}/stream", None, token)
        self._states = [await stream.event() for stream in self._streams]
        return self

    async def _line(self) -> Line:
        line = await Line(self._port).open()
        self._lines.append(line)
        return line

    async def move(self, random: Random) -> float:
        """Make a move; returns the seconds from its POST to the other player's stream."""
        if self._states[0]["over"]:
            self.leave()
            await self.sit_down()
        seat = self._states[0]["to_move"][0]
        state = self._states[seat]
        body = {
            "seat": seat,
            "move": random.choice(state["legal"])["number"],
            "length": state["length"],
            "id": f"{state['length']}",
        }
        begun = time.perf_counter()
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as both:
            both.create_task(self._post.ask("POST", f"/api/tables/{self.table}/moves", body, self._tokens[seat]))
            await self._reach(1 - seat, state["length"] + 1)
            taken = time.perf_counter() - begun
            await self._reach(seat, state["length"] + 1)
        return taken

    async def _reach(self, seat: int, length: int) -> None:
        """Wait until a seat's stream has shown a log of that length."""
        while self._states[seat]["length"] < length:
            self._states[seat] = await self._streams[seat].event()

    def leave(self) -> None:
        """Close all connections."""
        for line in self._lines:
            line.writer.close()
        self._lines.clear()


@contextlib.asynccontextmanager
async def server(folder: Path, most_live: int) -> AsyncIterator[tuple[int, int]]:
    """A server in another process: its process id and port."""
    command = (sys.executable, "-c", RUN, str(folder / "tables.db"), str(most_live))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        said = (await process.stdout.readline()).decode()
        yield process.pid, int(said.partition("127.0.0.1:")[2].partition("/")[0])
    finally:
        process.terminate()
        await process.communicate()


async def seated(port: int, tables: int) -> list[Pair]:
    """Set up tables with two people each."""
    pairs: list[Pair] = []
    while len(pairs) < tables:
        fresh = [Pair(port).sit_down() for _ in range(min(MAKERS, tables - len(pairs)))]
        pairs += await asyncio.gather(*fresh)
    return pairs


async def as_fast_as_possible(pairs: list[Pair], seconds: float) -> float:
    """Moves per second with up to `BUSY` concurrent moves."""
    end = time.perf_counter() + seconds
    counts = await asyncio.gather(*(hurry(pairs[start::BUSY], end, start) for start in range(min(BUSY, len(pairs)))))
    return sum(counts) / seconds


async def hurry(pairs: list[Pair], end: float, seed: int) -> int:
    """Make one move after another, each at the next table, until the time is over."""
    random, count = Random(seed), 0
    while time.perf_counter() < end:
        await pairs[count % len(pairs)].move(random)
        count += 1
    return count


async def at_a_rate(pairs: list[Pair], rate: float, seconds: float) -> list[float]:
    """The latencies of moves at a steady rate, each at the next table."""
    random = Random(1)
    begun = time.perf_counter()
    moves: list[asyncio.Task[float]] = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
        if number >= len(pairs):
            await moves[number - len(pairs)]
        moves.append(asyncio.create_task(pairs[number % len(pairs)].move(random)))
    return sorted(await asyncio.gather(*moves))


def resident(pid: int) -> float:
    """The memory of a process in kB."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return float(text.partition("VmRSS:")[2].split()[0])


async def idle_memory(folder: Path) -> float:
    """The memory of a table without streams, in kB."""
    async with server(folder, IDLE * 2) as (pid, port):
        for pair in await seated(port, MAKERS):
            pair.leave()
        before = resident(pid)
        made = 0
        while made < IDLE:
            pairs = await seated(port, MAKERS)
            for _ in range(8):
                await asyncio.gather(*(pair.move(Random(made)) for pair in pairs))
            for pair in pairs:
                pair.leave()
            made += len(pairs)
        return (resident(pid) - before) / made


async def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds per measurement")
    parser.add_argument("--tables", default="1,100,1000", help="numbers of live tables, separated by commas")
    wanted = parser.parse_args()
    allow_connections()
    shown = Table("live tables", "moves/s", f"p50 at {RATE}/s", f"p99 at {RATE}/s", title="A move over HTTP")
    with tempfile.TemporaryDirectory() as folder:
        for tables in map(int, wanted.tables.split(",")):
            async with server(Path(folder), tables * 2) as (_, port):
                pairs = await seated(port, tables)
                taken = await at_a_rate(pairs, RATE, wanted.seconds)
                speed = await as_fast_as_possible(pairs, wanted.seconds)
                p50, p99 = (f"{taken[int(len(taken) * part)] * 1000:.1f} ms" for part in (0.5, 0.99))
                shown.add_row(f"{tables:,}", f"{speed:.0f}", p50, p99)
                for pair in pairs:
                    pair.leave()
        kilobytes = await idle_memory(Path(folder))
    Console().print(shown)
    Console().print(f"Memory of an idle table after 8 moves: {kilobytes:.0f} kB")


def allow_connections() -> None:
    """Raise the limit of open files: a thousand tables have three thousand connections, and the server inherits it."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    asyncio.run(main())
