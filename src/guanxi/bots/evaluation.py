"""Evaluate a position: every seat's chance to win, from what one seat can know."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots.explanations import chance_to_win
from guanxi.bots.search_bot import SearchBot
from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots.core.search import TreeSearch
    from guanxi.bots.search_bot import SearchSettings
    from guanxi.engine.core.position import Position

WORLDS = 4  # sampled positions in which two moves are compared


class Evaluation(msgspec.Struct, frozen=True):
    """The chances of all seats, which sum to 1, and the best move if the seat has to decide."""

    chances: list[float]
    best: int | None


def evaluate(sight: Sight, settings: SearchSettings, iterations: int, random: Random) -> Evaluation:
    """Evaluate a position from what a seat knows, whether or not it is that seat's turn."""
    search = SearchBot(random, settings, "review").prepare(sight)
    decides = first_owing(search.root) == sight.seat and not search.root.sealing
    worths: defaultdict[int, list[list[float]]] = defaultdict(list)
    for iteration in range(iterations):
        search.run(1)
        if decides:
            worths[search.decided[0]].append(search.worth[: sight.seats])
        elif iteration >= iterations // 2:
            # Other seats decide first; their early, exploratory choices would distort the mean.
            worths[0].append(search.worth[: sight.seats])
    mostly = max(worths.values(), key=len)
    return Evaluation(shares([sum(seat) / len(mostly) for seat in zip(*mostly, strict=True)]), best_move(search, sight))


def best_move(search: TreeSearch, sight: Sight) -> int | None:
    """The move that a search prefers; for sealed choices, the one with the largest share."""
    legal = set(sight.legal_numbers)
    rows = [row for row in search.findings() if row[0] in legal]
    if search.root.sealing:
        return max(rows, key=lambda row: row[3])[0] if rows else None
    return max(rows, key=lambda row: (row[1], row[2]))[0] if rows else None


def compare(sight: Sight, best: int, played: int, settings: SearchSettings, random: Random) -> list[float]:
    """How much each seat's chance changed because `played` was chosen instead of `best`, by what the mover could know.

    Both moves are evaluated anew in the same sampled positions.  The search that found `best` is not used: the best of
    many estimates is biased upwards.
    """
    changes = [0.0] * sight.seats
    for _ in range(WORLDS):
        drawn, thought = random.getrandbits(64), random.getrandbits(64)
        before, after = (
            chances_after(sight, sight.sample_world(Random(drawn)), move, settings, Random(thought))
            for move in (best, played)
        )
        changes = [total + (new - old) / WORLDS for total, new, old in zip(changes, after, before, strict=True)]
    return changes


def chances_after(sight: Sight, world: Position, move: int, settings: SearchSettings, random: Random) -> list[float]:
    """All seats' chances after a move in a sampled position, by what the mover would see then."""
    world.play(sight.seat, move)
    if not world.owing:
        return won(world)
    after = Sight(sight.game, world, sight.seat, sight.options)
    return evaluate(after, settings, max(1, settings.iterations // WORLDS), random).chances


def won(position: Position) -> list[float]:
    """Each seat's share of the win in a finished game."""
    return shares([position.returns(seat) for seat in range(position.seats)])


def shares(worths: Sequence[float]) -> list[float]:
    """Convert values into chances that sum to 1."""
    return scaled([chance_to_win(worth, len(worths)) for worth in worths])


def scaled(chances: Sequence[float]) -> list[float]:
    """Scale chances so that they sum to 1."""
    total = sum(chances)
    return [chance / total if total else 1 / len(chances) for chance in chances]
