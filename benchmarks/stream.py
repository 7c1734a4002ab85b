"""Measure bytes and server time per move over a whole game, early and late.

The server runs in a process of its own.  Whole random games are played over HTTP on loopback, with a stream for every
player and one for a spectator.  Bytes are counted as transferred; the time is the server's CPU time, so that other work
on the machine does not matter.

    python benchmarks/stream.py [--games hanamikoji,han,white_lotus,haiduci] [--plain]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import zlib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table
from server import SEATS, Line, processor_time, server

from guanxi.server.stream.updates import patched

EARLY, WINDOW = 10, 20  # pushes are measured around this one, and around the last
LATE = 500
PATIENCE = 60


class Follower:
    """One stream: the state assembled from its messages, and their bytes."""

    def __init__(self, line: Line, gzip: bool) -> None:
        self._line = line
        self._unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16) if gzip else None
        self._text = b""
        self.bytes = 0
        self.state: dict[str, Any] = {}

    async def open(self, path: str, token: str) -> None:
        """Open the stream."""
        accept = "Accept-Encoding: gzip\r\n" if self._unpacked else ""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{accept}"
        head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
        self._line.writer.write(head.encode())
        answer = (await self._line.reader.readuntil(b"\r\n\r\n")).lower()
        if b"content-encoding: gzip" not in answer:
            self._unpacked = None

    async def reach(self, length: int) -> dict[str, Any]:
        """Read on until the stream has shown a log of that length; returns the state."""
        while self.state.get("length", -1) < length or not self.state.get("started"):
            async with asyncio.timeout(PATIENCE):
                self._take(await self._message())
        return self.state

    async def _message(self) -> bytes:
        while b"\n\n" not in self._text:
            size = await self._line.reader.readline()  # the stream comes in chunks of HTTP
            piece = await self._line.reader.readexactly(int(size, 16) + 2)
            self.bytes += len(size) + len(piece)
            self._text += self._unpacked.decompress(piece[:-2]) if self._unpacked else piece[:-2]
        message, _, self._text = self._text.partition(b"\n\n")
        return message

    def _take(self, message: bytes) -> None:
        lines = dict(line.split(b": ", 1) for line in message.split(b"\n") if b": " in line)
        if lines.get(b"event") == b"state":
            self.state = msgspec.json.decode(lines[b"data"])
        elif lines.get(b"event") == b"update":
            self.state = patched(self.state, msgspec.json.decode(lines[b"data"])["patch"])


class Push(NamedTuple):
    """The cost of a move: bytes to the spectator, bytes to its player, and the server's CPU time in milliseconds."""

    spectator: int
    player: int
    milliseconds: float


class Game:
    """One table, with a stream for each player and one for a spectator."""

    def __init__(self, name: str, pid: int, port: int, gzip: bool) -> None:
        self.name, self._pid, self._port, self._gzip = name, pid, port, gzip
        self._followers: list[Follower] = []

    async def sit_down(self) -> None:
        """Set up the table, take all seats, open all streams."""
        self._post = await Line(self._port).open()
        friends = [{"kind": "friend"}] * (SEATS[self.name] - 1)
        created = await self._post.ask("POST", "/api/tables", {"game": self.name, "seats": [{"kind": "me"}, *friends]})
        self.table, self._tokens = created["table"], [created["tokens"]["0"]]
        for seat in range(1, SEATS[self.name]):
            token = created["links"][str(seat)].removeprefix("/join/")
            self._tokens.append((await self._post.ask("POST", "/api/join", {"token": token}))["token"])
        for token in (*self._tokens, ""):
            follower = Follower(await Line(self._port).open(), self._gzip)
            await follower.open(f"/api/tables/{self.table}/stream", token)
            self._followers.append(follower)

    async def play(self, random: Random) -> list[Push]:
        """Play at random to the end."""
        pushes: list[Push] = []
        length = 0
        while True:
            states = [await follower.reach(length) for follower in self._followers]
            if states[0]["over"]:
                return pushes
            seat = states[0]["to_move"][0]
            body = {
                "seat": seat,
                "move": random.choice(states[seat]["legal"])["number"],
                "length": length,
                "id": f"{length}",
            }
            before = [follower.bytes for follower in self._followers]
            begun = processor_time(self._pid)
            await self._post.ask("POST", f"/api/tables/{self.table}/moves", body, self._tokens[seat])
            length += 1
            for follower in self._followers:
                await follower.reach(length)
            taken = [follower.bytes - bytes_ for follower, bytes_ in zip(self._followers, before, strict=True)]
            pushes.append(Push(taken[-1], taken[0], (processor_time(self._pid) - begun) / 1e6))

    @property
    def bytes(self) -> tuple[int, int]:
        """The bytes sent to the spectator and to the first player."""
        return self._followers[-1].bytes, self._followers[0].bytes


def mean(pushes: list[Push]) -> tuple[str, str]:
    """Bytes to the spectator and the server's time, on average."""
    spectator = sum(push.spectator for push in pushes) / len(pushes)
    milliseconds = sum(push.milliseconds for push in pushes) / len(pushes)
    return f"{spectator:,.0f}", f"{milliseconds:.1f}"


async def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SEATS), help="games, separated by commas")
    parser.add_argument("--plain", action="store_true", help="request uncompressed streams")
    wanted = parser.parse_args()
    columns = ("game", "players", "moves", "kB to a spectator", "kB to a player")
    shown = Table(*columns, "bytes early", "bytes late", "ms early", "ms late", title="A game over HTTP")
    for name in wanted.games.split(","):
        with tempfile.TemporaryDirectory() as folder:
            async with server(Path(folder), 100) as (pid, port):
                game = Game(name, pid, port, not wanted.plain)
                await game.sit_down()
                pushes = await game.play(Random(1))
        half = WINDOW // 2
        late = min(LATE, len(pushes) - half)
        early, last = (mean(pushes[at - half : at + half]) for at in (EARLY, late))
        spectator, player = (f"{bytes_ / 1000:,.0f}" for bytes_ in game.bytes)
        numbers = (early[0], last[0], early[1], last[1])
        shown.add_row(name, str(SEATS[name]), f"{len(pushes)}", spectator, player, *numbers)
    Console().print(shown)


if __name__ == "__main__":
    asyncio.run(main())
