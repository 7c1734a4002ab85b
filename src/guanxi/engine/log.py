"""The log is the game: one readable JSON document from which everything else is derived.

Moves are written as the seat and the notation ("0 gift fan flute drum"); "undo 5" says that five moves stand.
Only ever appended to.  A game that goes on from a moment of another one tells under "from" how that moment came about.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadLog

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
MOST_ORIGINS = 50  # how often a game can go on from one that itself went on from another


class Outcome(msgspec.Struct, frozen=True):
    """What a finished game's log says about its end."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a finished game, from which another one goes on: all that is needed to come there again."""

    seed: str
    moves: tuple[str, ...]  # those that stood
    redrawn: int | None = None  # all that this seat had not seen was dealt anew; None: everything is as it was
    digest: str = ""  # of the finished game's log
    origin: Origin | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")

    @property
    def depth(self) -> int:
        """How many games had to come before."""
        depth, before = 1, self.origin
        while before:
            depth, before = depth + 1, before.origin
        return depth


class Log(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game, from its set-up to the last move made."""

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
        """The document, a move a line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Log:
        """Read a document; a sentence says what is wrong with one that is not a log."""
        try:
            log = msgspec.json.decode(text, type=cls)
        except msgspec.ValidationError as wrong:
            raise BadLog(f"this is not a log of a game: {wrong}") from None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
            raise BadLog(f"this is not a whole JSON document: {wrong}") from None
        if log.guanxi != FORMAT:
            raise BadLog(f"the log has format {log.guanxi}; this version reads format {FORMAT}")
        if log.origin and log.origin.depth > MOST_ORIGINS:
            raise BadLog(f"the game goes on from another one more than {MOST_ORIGINS} times")
        return log

    def signed(self) -> Log:
        """The same log with its digest."""
        return msgspec.structs.replace(self, digest=self.fingerprint())

    def fingerprint(self) -> str:
        """SHA-256 of all the log says, so that a change made afterwards is noticed."""
        plain = msgspec.structs.replace(self, digest="")
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def standing(entries: Sequence[str]) -> tuple[str, ...]:
    """The moves that are left of a log's entries when undo is carried out."""
    moves: list[str] = []
    for entry in entries:
        head, _, rest = entry.partition(" ")
        if head == "undo":
            del moves[int(rest) :]
        else:
            moves.append(entry)
    return tuple(moves)
