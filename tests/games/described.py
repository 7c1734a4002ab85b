"""What must hold of every game's description for a learned evaluation: `python -m tests.games.described GAME`."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.engine import chance
from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import Moves, first_owing
from tests.engine.fingerprint import is_plain, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

ROOT = Path(__file__).parents[2]
GAMES = 6  # at least
ENOUGH = 30  # positions that really differ
SANE = 5  # most inputs are between -1 and 1, and none is far outside


def described(game: Game[Any, Any], p: Position, seat: int) -> list[float]:
    """The row that describes a position to a seat; empty where it cannot be said."""
    inputs = Inputs()
    said = game.adviser(p).describe(seat, inputs)
    assert said or inputs.count == 0
    return inputs.x[: inputs.count]


def positions(game: Game[Any, Any], seed: str) -> Iterator[Position]:
    """Every position of some random games, at each table that there can be in turn."""
    tables = settings(game, quick=False)
    moves = Moves()
    for number in range(max(GAMES, len(tables))):
        seats, options = tables[number % len(tables)]
        p: Position = game.begin(seats, options, chance.words(f"{seed} {number}", 0))
        while p.owing:
            yield p
            seat = first_owing(p)
            moves.fill(p, seat)
            p.play(seat, moves[p.below(len(moves))])


def check_rows(game: Game[Any, Any]) -> int:
    """All rows are equally long and of sane numbers, and the position stays as it is; returns the length."""
    lengths = set()
    for p in islice(positions(game, "rows"), 0, None, 3):
        before = p.numbers()
        for seat in range(p.seats):
            row = described(game, p, seat)
            assert all(math.isfinite(number) and abs(number) <= SANE for number in row)
            lengths.add(len(row))
        assert p.numbers() == before
    (length,) = lengths - {0}
    return length


def check_secrecy(game: Game[Any, Any]) -> None:
    """To a seat two positions look the same if they differ only in what it cannot know."""
    random = Random(f"described {game.name}")
    different = 0
    for p in positions(game, "secrecy"):
        for seat in range(p.seats):
            twin = p.copy()
            twin.reseed(*(random.getrandbits(32) for _ in range(4)))
            twin.imagine(seat)
            assert described(game, twin, seat) == described(game, p, seat)
            if different <= ENOUGH:
                different += {**twin.numbers(), "words": 0} != {**p.numbers(), "words": 0}
    assert different > ENOUGH


def check_compiled(game: Game[Any, Any]) -> None:
    """Compiled and plain, the same is said."""
    command = [sys.executable, "-m", "tests.games.described", game.name]
    environment = {**os.environ, "GUANXI_PLAIN": "1"}
    printed = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert printed.split() == ["plain", fingerprint(game)]


def fingerprint(game: Game[Any, Any]) -> str:
    """SHA-256 of what is said of the positions of random games."""
    digest = hashlib.sha256()
    for p in islice(positions(game, "plain"), 0, None, 10):
        rows = [described(game, p, seat) for seat in range(p.seats)]
        digest.update(msgspec.json.encode([[round(float(number), 9) for number in row] for row in rows]))
    return digest.hexdigest()


if __name__ == "__main__":
    print("plain" if is_plain() else "compiled", fingerprint(guanxi.game(sys.argv[1])))
