"""The checkpoint file of a match: finished games, one per line, from which an interrupted match resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.lab.game_runner import PlayedGame
from guanxi.lab.match_plan import GameId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


class Checkpoint:
    """A checkpoint file, whose first line identifies the match."""

    def __init__(self, file: Path, head: Mapping[str, Any]) -> None:
        self.file = file
        self.games: dict[GameId, PlayedGame] = {}
        whole = file.read_bytes() if file.exists() else b""
        # A line without an end was being written when the match was interrupted; it is dropped.
        lines, good = whole.split(b"\n")[:-1], whole.rfind(b"\n") + 1
        if lines:
            self.check(lines[0], head)
            self.read(lines[1:])
        elif whole.strip():
            raise BadOption(f"{file} is not the checkpoint of a match. Name another file.")
        self.stream = file.open("r+b" if file.exists() else "wb")
        self.stream.truncate(good)
        self.stream.seek(good)
        if not lines:
            self.write([head])

    def check(self, line: bytes, head: Mapping[str, Any]) -> None:
        """Raise `BadOption` if the file belongs to another match."""
        try:
            found = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError:
            found = {}
        if "match" not in found:
            raise BadOption(f"{self.file} is not the checkpoint of a match. Name another file.")
        other = differences(found, head)
        if other:
            raise BadOption(f"{self.file} belongs to another match: {other}. Name another file to start this one.")

    def read(self, lines: list[bytes]) -> None:
        """Read the finished games."""
        decoder = msgspec.json.Decoder(PlayedGame)
        for number, line in enumerate(lines, 2):
            try:
                game = decoder.decode(line)
            except msgspec.DecodeError as error:
                raise BadOption(f"{self.file}, line {number}, is not a game of a match: {error}") from None
            self.games[GameId(game.table, game.deal, game.rotation)] = game

    def write(self, what: Iterable[Any]) -> None:
        """Append lines and flush them to the operating system."""
        self.stream.write(b"".join(msgspec.json.encode(one) + b"\n" for one in what))
        self.stream.flush()

    def close(self) -> None:
        """Close the file."""
        self.stream.close()


def differences(found: Mapping[str, Any], head: Mapping[str, Any]) -> str:
    """How the saved head of some work differs from that of the work to do; empty if it is the same."""
    return "; ".join(
        f"{name} {as_json(found.get(name))} there, {as_json(value)} here"
        for name, value in head.items()
        if found.get(name) != value
    )


def as_json(value: Any) -> str:
    """Return a value as it is written in the file."""
    return msgspec.json.encode(value).decode()
