"""Load a server with tables of all games, and measure what a move costs and how long it takes.

The server runs in a process of its own, all players in this one, over loopback.  Every seat has a stream, or with
`--streams` only the first ones; moves are random, and posted at a steady rate to tables in turn.  CPU times are the
server's own (all its threads), so other work on the machine hardly changes them; latencies, from a move's POST to
another seat's stream, it does.

    python benchmarks/server.py [--games hanamikoji,han,white_lotus,haiduci] [--tables 200] [--streams 0]
                                [--rate 50] [--seconds 20] [--kept 100000] [--restart]

With `--restart` the server is started anew at the end, all streams come back at once, and moves go on meanwhile.
A move that was due while its table was busy, or that this process came too late to post, counts as not generated.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
import zlib
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

RUN = """
import asyncio, sys, time
from pathlib import Path
from guanxi.server import serve
from guanxi.server.settings import Settings

class Probed(serve.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.probe = asyncio.create_task(probe())

async def probe():
    "The longest delay of a short timer, as far as the loop's own thread was at work meanwhile."
    longest, told = 0.0, Path(sys.argv[1] + ".longest")
    while True:
        begun, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(0.005)
        late = min(time.perf_counter() - begun - 0.005, time.thread_time() - worked)
        if late > longest or not told.exists():  # whoever removes the file begins anew
            longest = late
            new = told.with_suffix(".new")
            new.write_text(str(longest))
            new.replace(told)  # nobody reads half of it

serve.Server = Probed
serve.run(Settings(db=sys.argv[1], limited=False, most_live=int(sys.argv[2])), port=int(sys.argv[3]))
"""
SEATS = {"hanamikoji": 2, "han": 4, "white_lotus": 5, "haiduci": 6}
MAKERS = 16  # tables made at the same time
REQUESTS = 64  # connections for moves and other requests
PATIENCE = 120
OPEN_FILES = 65_536  # for 10,000 tables with two streams each
LATE = 0.02  # seconds by which a move may be posted late


class Line:
    """One open connection to the server; HTTP by hand, so that the client costs little compared with the server."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> Line:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return self

    async def ask_raw(self, method: str, path: str, body: object = None, token: str = "") -> bytes:
        """A request and the text of its answer, which must be a success."""
        self.send(method, path, body, token)
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await self.reader.readexactly(size)
        assert head[9:10] == b"2", answer
        return answer

    def send(self, method: str, path: str, body: object = None, token: str = "", more: str = "") -> None:
        """A request."""
        text = msgspec.json.encode(body) if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n{more}"
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        self.writer.write(head.encode() + text)


class Office:
    """Connections for requests, which all tables share: one for each would double the open files of both sides."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(REQUESTS)
        self._free: list[Line] = []
        self._ports = cycle([0])

    def move_to(self, *ports: int) -> None:
        """Use other servers in turn, or the same one after its restart."""
        for line in self._free:
            line.writer.close()
        self._free, self._ports = [], cycle(ports)

    async def ask_raw(self, method: str, path: str, body: object = None, token: str = "") -> bytes:
        """A request and the text of its answer, when a connection is free."""
        async with self._turns:
            line = self._free.pop(0) if self._free else await Line(next(self._ports)).open()
            if line.reader.at_eof() or line.reader.exception():  # the server closes connections that nobody uses
                line = await Line(next(self._ports)).open()
            answer = await line.ask_raw(method, path, body, token)
            self._free.append(line)
            return answer

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """A request and its answer."""
        return msgspec.json.decode(await self.ask_raw(method, path, body, token))


class Offered(Struct):
    """A legal move, as far as it is needed here."""

    number: int


class Told(Struct):
    """A state, or the patch of one, as far as it is needed here: decoding all of it would cost as much as making it."""

    length: Any = UNSET
    to_move: Any = UNSET
    over: Any = UNSET
    legal: Raw | UnsetType = UNSET


class Message(Told):
    """The first message of a stream, or one of the others, which have a patch."""

    patch: Told | UnsetType = UNSET


class Made(Struct):
    """The answer to a move, as far as it is needed here."""

    events: list[Raw]


MADE = msgspec.json.Decoder(Made)
MESSAGE = msgspec.json.Decoder(Message)
WHOLE = msgspec.json.Decoder(list[Offered])
NEW = msgspec.json.Decoder(list[list[Offered]])


class Follower:
    """One stream, and what its client knows of the table."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._text = b""
        self.length, self.to_move, self.over = -1, [0], False
        self.legal: list[int] = []

    def ask(self, table: str, token: str) -> None:
        """Request the stream."""
        self._line.send("GET", f"/api/tables/{table}/stream", None, token, "Accept-Encoding: gzip\r\n")

    async def begin(self) -> None:
        """Read the answer's head and the first state."""
        head = await self._line.reader.readuntil(b"\r\n\r\n")
        assert head[9:12] == b"200", head
        await self.reach(0)

    async def reach(self, length: int) -> None:
        """Read until the stream has shown a log of that length."""
        while self.length < length:
            size = await self._line.reader.readline()  # the stream comes in chunks of HTTP
            piece = await self._line.reader.readexactly(int(size, 16) + 2)
            self._text += self._unpacked.decompress(piece[:-2])
            while b"\n\n" in self._text:
                message, _, self._text = self._text.partition(b"\n\n")
                kind, _, data = message.partition(b"\ndata: ")
                if kind.endswith((b"event: state", b"event: update")):
                    self._take(MESSAGE.decode(data))

    def _take(self, message: Message) -> None:
        """Note a state or its patch, in which a new value is a list of one."""
        patch = message.patch
        if patch is UNSET:
            self.length, self.to_move, self.over = message.length, message.to_move, message.over
            self.legal = [] if message.legal is UNSET else [offer.number for offer in WHOLE.decode(message.legal)]
            return
        for name in ("length", "to_move", "over"):
            if (value := getattr(patch, name)) is not UNSET:
                old = getattr(self, name)
                new = (
                    value[0]
                    if isinstance(value, list)
                    else [value.get(str(at), [one])[0] for at, one in enumerate(old)]
                )
                setattr(self, name, new)
        if patch.legal is not UNSET:
            if bytes(patch.legal).startswith(b"["):
                self.legal = [offer.number for offer in NEW.decode(patch.legal)[0]]
            else:
                for at, change in msgspec.json.decode(patch.legal).items():
                    number = change[0]["number"] if isinstance(change, list) else change.get("number", [None])[0]
                    self.legal[int(at)] = self.legal[int(at)] if number is None else number


class Played:
    """A table with its players; the first of them have streams."""

    def __init__(self, office: Office, game: str, streams: int, seed: int) -> None:
        self.game, self.streams = game, streams or SEATS[game]
        self._office = office
        self._lines: list[Line] = []
        self._random = Random(seed)
        self.moving = False

    async def sit_down(self) -> None:
        """Set up the table and take all its seats; a program speaks for each of them with its own token."""
        seats = [{"kind": "me"}] * SEATS[self.game]
        created = await self._office.ask("POST", "/api/tables", {"game": self.game, "seats": seats})
        self.table = created["table"]
        self._tokens = [created["tokens"][str(seat)] for seat in range(SEATS[self.game])]

    async def follow(self, *ports: int) -> None:
        """Open the streams, at several servers in turn; seats without one ask for their legal moves when they move."""
        self.followers = []
        for seat in range(self.streams):
            line = await Line(ports[seat % len(ports)]).open()
            self._lines.append(line)
            follower = Follower(line)
            follower.ask(self.table, self._tokens[seat % len(self._tokens)])
            self.followers.append(follower)
        for follower in self.followers:
            await follower.begin()

    async def come_back(self, port: int) -> None:
        """Connect anew to a server that was restarted."""
        self.leave()
        await self.follow(port)

    async def move(self) -> float | None:
        """Make a move; returns the seconds from its POST to another seat's stream, None if that was told nothing."""
        first = self.followers[0]
        if first.over:
            return None
        seat = first.to_move[0]
        own = self.followers[seat] if seat < len(self.followers) else None
        length, legal = (own.length, own.legal) if own else await self._offers(seat)
        body = {"seat": seat, "move": self._random.choice(legal), "length": length, "id": f"{length}"}
        begun = time.perf_counter()
        path = f"/api/tables/{self.table}/moves"
        async with asyncio.timeout(PATIENCE):
            made = MADE.decode(await self._office.ask_raw("POST", path, body, self._tokens[seat]))
            other = self.followers[-1 if seat == 0 else 0]
            told = self.followers if made.events else [own] if own else []  # others hear nothing of a sealed choice
            taken = None
            for follower in sorted(told, key=lambda follower: follower is not other):
                await follower.reach(follower.length + 1)
                taken = taken or time.perf_counter() - begun
        return taken if other in told else None

    async def _offers(self, seat: int) -> tuple[int, list[int]]:
        """The length and the legal moves that a seat without a stream knows."""
        state = await self._office.ask("GET", f"/api/tables/{self.table}?seat={seat}", None, self._tokens[seat])
        return state["length"], [offer["number"] for offer in state["legal"]]

    def leave(self) -> None:
        """Close the streams."""
        for line in self._lines:
            line.writer.close()
        self._lines = []


@contextlib.asynccontextmanager
async def server(folder: Path, most_live: int, port: int = 0) -> AsyncIterator[tuple[int, int]]:
    """A server in another process: its process id and port."""
    command = (sys.executable, "-c", RUN, str(folder / "tables.db"), str(most_live), str(port))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        said = (await process.stdout.readline()).decode()
        yield process.pid, int(said.partition("127.0.0.1:")[2].partition("/")[0])
    finally:
        process.terminate()
        await process.communicate()


def processor_time(pid: int) -> int:
    """The CPU time of all threads of a process, in nanoseconds."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            total += int((task / "schedstat").read_text(encoding="utf-8").split()[0])
    return total


def resident(pid: int) -> float:
    """The memory of a process in kB."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return float(text.partition("VmRSS:")[2].split()[0])


async def idle_share(pid: int, seconds: float = 3.0) -> float:
    """The share of a core that a server takes while nobody moves: timers, background work and the probe above."""
    begun, since = processor_time(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    return (processor_time(pid) - begun) / 1e9 / (time.perf_counter() - since)


async def in_groups(work: list[Any], size: int = MAKERS) -> None:
    """Await coroutines, some at the same time."""
    for start in range(0, len(work), size):
        await asyncio.gather(*work[start : start + size])


class Load:
    """Moves at a steady rate, and what could not be generated."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}
        self.skipped = 0

    async def run(self, tables: list[Played], rate: float, seconds: float) -> None:
        """Post moves to one table after the other."""
        begun, tasks = time.perf_counter(), set()
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            table = tables[number % len(tables)]
            if table.moving or table.followers[0].over or time.perf_counter() - due > LATE:
                self.skipped += 1
                continue
            table.moving = True
            task = asyncio.create_task(self._move(table))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)

    async def _move(self, table: Played) -> None:
        taken = await table.move()
        table.moving = False
        if taken is not None:
            self.taken.setdefault(table.game, []).append(taken)

    @property
    def all(self) -> list[float]:
        """The latencies of all games."""
        return [one for taken in self.taken.values() for one in taken]


def percentile(taken: list[float], part: float) -> str:
    """A percentile in milliseconds."""
    return f"{sorted(taken)[int(len(taken) * part)] * 1000:.1f} ms" if taken else "-"


async def measure(folder: Path, wanted: argparse.Namespace) -> None:
    """Set up all tables, load the server, and print what was found."""
    console, games = Console(), wanted.games.split(",")
    shown = Table("", "value", title=f"{wanted.tables} tables of {wanted.games}, {wanted.rate:g} moves/s")
    office = Office()
    tables = [Played(office, games[number % len(games)], wanted.streams, number) for number in range(wanted.tables)]
    async with server(folder, wanted.kept) as (pid, port):
        office.move_to(port)
        begun = processor_time(pid)
        await in_groups([table.sit_down() for table in tables])
        shown.add_row("CPU for making a table", f"{(processor_time(pid) - begun) / 1e6 / len(tables):.2f} ms")
        begun, memory, streams = processor_time(pid), resident(pid), sum(table.streams for table in tables)
        await in_groups([table.follow(port) for table in tables])
        shown.add_row("CPU for opening a stream", f"{(processor_time(pid) - begun) / 1e6 / streams:.2f} ms")
        shown.add_row("memory of a stream", f"{(resident(pid) - memory) / streams:.1f} kB")
        idle = await idle_share(pid)
        shown.add_row("CPU of the idle server with all streams", f"{idle * 1000:.1f} ms/s")
        longest = folder / "tables.db.longest"
        longest.unlink(missing_ok=True)
        load, begun, own, since = Load(), processor_time(pid), time.process_time(), time.perf_counter()
        await load.run(tables, wanted.rate, wanted.seconds)
        spent, own = (processor_time(pid) - begun) / 1e6, (time.process_time() - own) * 1e3
        spent -= idle * (time.perf_counter() - since) * 1000  # a move does not cause it
        moves = len(load.all) or 1
        shown.add_row("moves", f"{len(load.all)}, not generated {load.skipped}")
        shown.add_row("server CPU for a move with its pushes", f"{spent / moves:.2f} ms")
        shown.add_row("this client's CPU for a move", f"{own / moves:.2f} ms")
        for game, taken in {**load.taken, "all": load.all}.items():
            p50, p99 = percentile(taken, 0.5), percentile(taken, 0.99)
            shown.add_row(f"POST to stream, {game}: p50, p99, longest", f"{p50}, {p99}, {percentile(taken, 0.9999)}")
        stop = float(longest.read_text(encoding="utf-8")) if longest.exists() else 0.0
        shown.add_row("longest stop of the loop, CPU", f"{stop * 1000:.1f} ms")
        shown.add_row("memory of the server", f"{resident(pid) / 1000:.0f} MB")
    if wanted.restart:
        await come_back(folder, wanted, office, tables, shown)
    console.print(shown)


async def come_back(
    folder: Path, wanted: argparse.Namespace, office: Office, tables: list[Played], shown: Table
) -> None:
    """Start the server again and let all streams come back at once; moves are made at tables that are back."""
    playing = [table for table in tables if not table.followers[0].over]
    async with server(folder, wanted.kept) as (_pid, port):
        office.move_to(port)
        begun = time.perf_counter()
        first, rest = playing[:8], playing[8:]
        for table in first:
            await table.come_back(port)
        herd = asyncio.gather(*(table.come_back(port) for table in rest))
        load = Load()
        while not herd.done():
            await load.run(first, 8, 1)
        await herd
        shown.add_row("streams back after a restart", f"{time.perf_counter() - begun:.1f} s, no errors")
        shown.add_row("moves meanwhile: p50, longest", f"{percentile(load.all, 0.5)}, {percentile(load.all, 0.9999)}")


async def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SEATS), help="games, separated by commas")
    parser.add_argument("--tables", type=int, default=200, help="live tables")
    parser.add_argument("--streams", type=int, default=0, help="streams for each table; 0: one for every seat")
    parser.add_argument("--rate", type=float, default=50.0, help="moves per second, all tables together")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds of load")
    parser.add_argument("--kept", type=int, default=100_000, help="tables that the server keeps in memory")
    parser.add_argument("--restart", action="store_true", help="then restart the server and let all streams come back")
    wanted = parser.parse_args()
    allow_connections()
    with tempfile.TemporaryDirectory() as folder:
        await measure(Path(folder), wanted)


def allow_connections() -> None:
    """Raise the limit of open files, which the server inherits; only a privileged user can go beyond the hard limit."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(most, OPEN_FILES), max(most, OPEN_FILES)))
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
