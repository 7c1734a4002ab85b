"""The fingerprint of random games of Haiduci, to compare plain with compiled rules."""

from __future__ import annotations

import hashlib
from itertools import chain, islice
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.core.position import Moves, playout
from guanxi.games.haiduci import GAME
from tests.engine.fingerprint import every_position, is_plain
from tests.games.haiduci.games import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITIONS = 1200  # with all that every seat sees and imagines of them
ENDS = 30


def every_end() -> Iterator[object]:
    """How random games end."""
    moves = Moves()
    for seats in GAME.seats:
        for seed in range(ENDS):
            p = begun(seats, f"end {seed}")
            yield playout(p, moves), p.numbers()


def fingerprint() -> str:
    """SHA-256 of it all."""
    digest = hashlib.sha256()
    for what in chain(islice(every_position(GAME, 3), POSITIONS), every_end()):
        digest.update(msgspec.json.encode(what))
    return digest.hexdigest()


if __name__ == "__main__":
    print("plain" if is_plain() else "compiled", fingerprint())
