"""The games of a match in a file, one a line, written as they are finished, so that a match can be gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.lab.plan import Place
from guanxi.lab.play import Played

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


class Kept:
    """A file whose first line says which match it is."""

    def __init__(self, file: Path, head: Mapping[str, Any]) -> None:
        self.file = file
        self.games: dict[Place, Played] = {}
        whole = file.read_bytes() if file.exists() else b""
        # What stands behind the last end of a line was being written when the match was interrupted.
        lines, good = whole.split(b"\n")[:-1], whole.rfind(b"\n") + 1
        if lines:
            self.check(lines[0], head)
            self.read(lines[1:])
        elif whole.strip():
            raise BadOption(f"{file} is not a file of a match.")
        self.stream = file.open("r+b" if file.exists() else "wb")
        self.stream.truncate(good)
        self.stream.seek(good)
        if not lines:
            self.write([head])

    def check(self, line: bytes, head: Mapping[str, Any]) -> None:
        """Refuse the file of another match."""
        try:
            found = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError:
            found = {}
        if "match" not in found:
            raise BadOption(f"{self.file} is not a file of a match.")
        other = [
            f"{name} {spoken(found.get(name))} there, {spoken(value)} here"
            for name, value in head.items()
            if found.get(name) != value
        ]
        if other:
            raise BadOption(f"{self.file} holds another match: {'; '.join(other)}. Name another file to begin anew.")

    def read(self, lines: list[bytes]) -> None:
        """The games that are there."""
        decoder = msgspec.json.Decoder(Played)
        for number, line in enumerate(lines, 2):
            try:
                game = decoder.decode(line)
            except msgspec.DecodeError as wrong:
                raise BadOption(f"{self.file}, line {number}, is not a game of a match: {wrong}") from None
            self.games[Place(game.table, game.deal, game.rotation)] = game

    def write(self, what: Iterable[Any]) -> None:
        """More lines; they are on the disk's way when this returns."""
        self.stream.write(b"".join(msgspec.json.encode(one) + b"\n" for one in what))
        self.stream.flush()

    def close(self) -> None:
        """No more games."""
        self.stream.close()


def spoken(value: Any) -> str:
    """A value as it stands in the file."""
    return msgspec.json.encode(value).decode()
