"""The log is the game: one readable JSON document from which everything else is derived.

Moves are written as the seat and the notation ("0 gift fan flute drum"); "undo 5" says that five moves stand.
Only ever appended to.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from guanxi.engine.errors import BadLog

FORMAT = 1


class Outcome(msgspec.Struct, frozen=True):
    """What a finished game's log says about its end."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Log(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game, from its set-up to the last move made."""

    guanxi: int = FORMAT
    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    commitment: str
    seed: str
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
        return log

    def signed(self) -> Log:
        """The same log with its digest."""
        return msgspec.structs.replace(self, digest=self.fingerprint())

    def fingerprint(self) -> str:
        """SHA-256 of all the log says, so that a change made afterwards is noticed."""
        plain = msgspec.structs.replace(self, digest="")
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()
