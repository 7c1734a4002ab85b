"""How a moment of a game stands: every player's chance to win, as far as one of them can know."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots.reasons import chance_to_win
from guanxi.bots.thinker import Thinker
from guanxi.engine.position import first_owing
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots.search import Search
    from guanxi.bots.thinker import Plan
    from guanxi.engine.position import Position

WORLDS = 4  # imagined positions in which two moves are compared


class Judged(msgspec.Struct, frozen=True):
    """What a search thinks of a moment: the chance of each seat, 1 in sum, and the seat's best move if it owes one."""

    chances: list[float]
    best: int | None


def judge(sight: Sight, plan: Plan, iterations: int, random: Random) -> Judged:
    """Think about a moment with what a seat knows, whether it is that seat's turn or not."""
    search = Thinker(random, plan, "review").prepare(sight)
    decides = first_owing(search.root) == sight.seat and not search.root.sealing
    worths: defaultdict[int, list[list[float]]] = defaultdict(list)
    for iteration in range(iterations):
        search.run(1)
        if decides:
            worths[search.decided[0]].append(search.worth[: sight.seats])
        elif iteration >= iterations // 2:
            # Where others choose first, what they tried at the beginning would blur the picture.
            worths[0].append(search.worth[: sight.seats])
    mostly = max(worths.values(), key=len)
    return Judged(shares([sum(seat) / len(mostly) for seat in zip(*mostly, strict=True)]), best_move(search, sight))


def best_move(search: Search, sight: Sight) -> int | None:
    """The move that a search would make; in secret, the one it would make most often."""
    legal = set(sight.moves)
    rows = [row for row in search.findings() if row[0] in legal]
    if search.root.sealing:
        return max(rows, key=lambda row: row[3])[0] if rows else None
    return max(rows, key=lambda row: (row[1], row[2]))[0] if rows else None


def compare(sight: Sight, best: int, played: int, plan: Plan, random: Random) -> list[float]:
    """What it changed for each seat that a move was played and not another one, by what its seat could know.

    Both are tried in the same imagined positions, apart from the search that found the better one: it has looked at
    that one more closely, and what looks best of many looks a little better than it is.
    """
    changes = [0.0] * sight.seats
    for _ in range(WORLDS):
        drawn, thought = random.getrandbits(64), random.getrandbits(64)
        before, after = (
            chances_after(sight, sight.imagine(Random(drawn)), move, plan, Random(thought)) for move in (best, played)
        )
        changes = [total + (new - old) / WORLDS for total, new, old in zip(changes, after, before, strict=True)]
    return changes


def chances_after(sight: Sight, world: Position, move: int, plan: Plan, random: Random) -> list[float]:
    """Everybody's chances after a move of the seat in an imagined position, as the seat would see it then."""
    world.play(sight.seat, move)
    if not world.owing:
        return won(world)
    after = Sight(sight.game, world, sight.seat, sight.options)
    return judge(after, plan, max(1, plan.iterations // WORLDS), random).chances


def won(position: Position) -> list[float]:
    """What each seat has of the win when the game is over."""
    return shares([position.returns(seat) for seat in range(position.seats)])


def shares(worths: Sequence[float]) -> list[float]:
    """What positions are worth, as chances that are 1 in sum."""
    return scaled([chance_to_win(worth, len(worths)) for worth in worths])


def scaled(chances: Sequence[float]) -> list[float]:
    """Chances in the same proportion, but 1 in sum."""
    total = sum(chances)
    return [chance / total if total else 1 / len(chances) for chance in chances]
