"""The fingerprint of many random games, to compare plain with compiled rules: `python -m tests.engine.fingerprint`.

Every position of the first games goes into it, with the value that advice gives it for each seat, what each seat sees
and imagines; of the many games that follow only the end.  Each game is played with all numbers of seats and with all
options that change its rules, in turn.
"""

from __future__ import annotations

import hashlib
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import guanxi
from guanxi.engine import chance
from guanxi.engine.core import position
from guanxi.engine.core.position import Moves, first_owing, playout
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

# Options that change the rules, beside those of automatic play; a table that cannot be is left out.
VARIED: dict[str, list[dict[str, Any]]] = {
    "han": [
        {"board": board, "variant": variant}
        for board in ("border_disputes", "ways_of_diplomacy")
        for variant in (False, True)
    ],
    "white_lotus": [{"negotiation": negotiation} for negotiation in (False, True)],
}
QUICK: dict[str, dict[str, Any]] = {"hanamikoji": {"rounds": 1}}  # games whose end alone counts may be short


class Setting(NamedTuple):
    """A number of seats and checked options."""

    seats: int
    options: Any


def is_plain() -> bool:
    """Whether the plain sources are running."""
    return str(position.__file__).endswith(".py")


def settings(game: Game[Any, Any], quick: bool) -> list[Setting]:
    """All possible tables."""
    found = []
    for seats in game.seats:
        for options in VARIED.get(game.name, [{}]):
            given = {**game.automatic, **options, **(QUICK.get(game.name, {}) if quick else {})}
            try:
                found.append(Setting(seats, game.check_options(seats, given)))
            except guanxi.BadOption:
                continue
    return found


def every_position(game: Game[Any, Any], games: int) -> Iterator[object]:
    """Everything that can be asked of the positions of random games."""
    tables = settings(game, quick=False)
    moves = Moves()
    for seed in range(games):
        seats, options = tables[seed % len(tables)]
        p: Position = game.begin(seats, options, chance.words(f"plain {seed}", 0))
        while p.owing:
            seat = first_owing(p)
            moves.fill(p, seat)
            yield p.numbers(), moves.numbered()
            yield [
                (game.value(p, other), game.view(p, other), Sight(game, p, other).numbers()) for other in range(p.seats)
            ]
            p.play(seat, moves[p.below(len(moves))])
        yield p.numbers(), [(p.returns(other), game.value(p, other)) for other in range(p.seats)]


def every_end(game: Game[Any, Any], games: int) -> Iterator[object]:
    """How random games end."""
    tables = settings(game, quick=True)
    moves = Moves()
    for seed in range(games):
        seats, options = tables[seed % len(tables)]
        p: Position = game.begin(seats, options, chance.words(f"end {seed}", 0))
        yield playout(p, moves), p.numbers()


def fingerprint(name: str, positions: int, ends: int) -> str:
    """SHA-256 of that many games."""
    digest = hashlib.sha256()
    game = guanxi.game(name)
    for what in chain(every_position(game, positions), every_end(game, ends)):
        digest.update(msgspec.json.encode(what))
    return digest.hexdigest()


if __name__ == "__main__":
    print("plain" if is_plain() else "compiled", fingerprint(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
