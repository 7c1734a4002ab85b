"""The fingerprint of many random games, to compare plain with compiled rules.

`python -m tests.games.white_lotus.fingerprint` prints it.  Every position of the first game of each kind of table goes
into it, some of them with what advice thinks and what each seat sees and imagines; of the other games only the end.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.position import Moves, playout
from guanxi.engine.sight import Sight
from guanxi.games.white_lotus import GAME
from tests.games.white_lotus.games import TABLES, begun, random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDS = 25
SAMPLE = 7


def everything() -> Iterator[object]:
    """All that can be asked of the positions of random games."""
    for seats, negotiation in TABLES:
        for number, (p, moves) in enumerate(random_game("plain", seats, negotiation)):
            yield p.numbers(), moves.numbered()
            if number % SAMPLE == 0:
                yield [(GAME.value(p, seat), Sight(GAME, p, seat).numbers()) for seat in range(seats)]
                yield GAME.view(p, 0)
        moves = Moves()
        for game in range(ENDS):
            p = begun(f"end {game}", seats, negotiation)
            yield playout(p, moves), p.numbers(), GAME.result(p)


def fingerprint() -> str:
    """SHA-256 of all of it."""
    digest = hashlib.sha256()
    for what in everything():
        digest.update(msgspec.json.encode(what))
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint())
