"""The log of a game: a readable JSON document from which everything else is derived.

An entry is a seat and a move ("0 gift fan flute drum"), or "undo 5", after which five moves remain.  Entries are only
ever appended.  If a game continues from a position of another game, "from" says how that position was reached.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadLog

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
MOST_ORIGINS = 50  # the longest chain of games that continue from one another


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished game from which another game continues, and everything needed to reach it again."""

    seed: str
    moves: tuple[str, ...]  # the history up to that position
    redrawn: int | None = None  # everything this seat had not seen was dealt again; None: nothing was
    digest: str = ""  # of the finished game's log
    origin: Origin | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")

    @property
    def depth(self) -> int:
        """The number of games before this one."""
        depth, before = 1, self.origin
        while before:
            depth, before = depth + 1, before.origin
        return depth


class Log(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game, from its set-up to the last entry."""

    guanxi: int = FORMAT
    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    commitment: str
    seed: str
    origin: Origin | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")
    moves: tuple[str, ...]
    result: Outcome | None = None
    digest: str = ""

    def to_json(self) -> str:
        """The document, with one line per move."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Log:
        """Read a document; raises `BadLog`."""
        try:
            log = msgspec.json.decode(text, type=cls)
        except msgspec.ValidationError as error:
            raise BadLog(f"this is not the log of a game: {error}") from None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadLog(f"this is not a complete JSON document: {error}") from None
        if log.guanxi != FORMAT:
            raise BadLog(f"the log has format {log.guanxi}; this version reads format {FORMAT}")
        if log.origin and log.origin.depth > MOST_ORIGINS:
            raise BadLog(f"more than {MOST_ORIGINS} games continue from one another")
        return log

    def signed(self) -> Log:
        """The same log with its digest."""
        return msgspec.structs.replace(self, digest=self.fingerprint())

    def fingerprint(self) -> str:
        """The SHA-256 of everything in the log, to detect later changes."""
        plain = msgspec.structs.replace(self, digest="")
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def history_of(entries: Sequence[str]) -> tuple[str, ...]:
    """The moves among a log's entries that were not taken back."""
    moves: list[str] = []
    for entry in entries:
        head, _, rest = entry.partition(" ")
        if head == "undo":
            del moves[int(rest) :]
        else:
            moves.append(entry)
    return tuple(moves)
