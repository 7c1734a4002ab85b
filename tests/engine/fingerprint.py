"""The fingerprint of many random games, to compare plain with compiled rules: `python -m tests.engine.fingerprint`.

Every position of the first games goes into it, with the value that advice gives it for each seat, what each seat sees
and imagines; of the many games that follow, short ones for speed, only the end.
"""

from __future__ import annotations

import hashlib
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.engine import chance, position
from guanxi.engine.position import Moves, first_owing, playout
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.game import Game
    from guanxi.engine.position import Position


def is_plain() -> bool:
    """Do the sources run as they are?"""
    return str(position.__file__).endswith(".py")


def every_position(game: Game[Any, Any], games: int) -> Iterator[object]:
    """All that can be asked of the positions of random games."""
    options = game.check_options(game.seats[0], game.automatic)
    moves = Moves()
    for seed in range(games):
        p: Position = game.begin(game.seats[0], options, chance.words(f"plain {seed}", 0))
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
    """How random games of one round end."""
    options = game.check_options(game.seats[0], {"rounds": 1})
    moves = Moves()
    for seed in range(games):
        p: Position = game.begin(game.seats[0], options, chance.words(f"end {seed}", 0))
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
