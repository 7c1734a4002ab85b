"""Measure the speed of the search in iterations per second, next to OpenSpiel's search in Python.

    python benchmarks/search.py

All are measured alternately in one run on the same decisions; only the ratio can be compared between machines.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

import guanxi
from guanxi.bots import bot
from guanxi.bots.search_bot import SearchBot, SearchSettings

if TYPE_CHECKING:
    from guanxi.engine.sight import Sight

DECISIONS = 6  # of each game, some moves apart
ITERATIONS = 4_000
REFERENCE = 100  # simulations of OpenSpiel's search
COPIES = 1_000_000


def sights(name: str) -> list[Sight]:
    """Decisions of a random game with more than one legal move."""
    game = guanxi.game(name)
    table = game.table(seed=1, **game.automatic)
    random = Random(1)
    found: list[Sight] = []
    while len(found) < DECISIONS:
        seat = table.to_move[0]
        sight = table.sight(seat)
        if table.moves % 3 == 0 and len(sight.legal_numbers) > 1:
            found.append(sight)
        table.play(seat, random.choice(sight.legal_numbers))
    return found


def speed(plan: SearchSettings, asked: list[Sight]) -> float:
    """Iterations per second of CPU time."""
    begun = process_time()
    for sight in asked:
        SearchBot(Random(1), plan, "measured").think(sight)
    return plan.iterations * len(asked) / (process_time() - begun)


def reference(asked: list[Sight]) -> float:
    """Simulations per second of OpenSpiel's search."""
    player = bot(f"openspiel:{REFERENCE}", Random(1))
    begun = process_time()
    for sight in asked[:2]:
        player.choose(sight)
    return REFERENCE * 2 / (process_time() - begun)


def copy_time(name: str) -> float:
    """The time of copying a position from Python, in microseconds: an upper bound for a copy inside the search."""
    game = guanxi.game(name)
    position = game.table(seed=1).position
    twin = position.copy()
    begun = process_time()
    for _ in range(COPIES):
        twin.copy_from(position)
    return (process_time() - begun) / COPIES * 1e6


def main() -> None:
    """Measure and print a table."""
    print(
        "| game | random playouts | own evaluation | learned evaluation | OpenSpiel | playouts : OpenSpiel | copy, µs |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in guanxi.game_names():
        asked = sights(name)
        plans = [
            SearchSettings(iterations=ITERATIONS, random_playouts=True, uses_network=False, uses_beliefs=False),
            SearchSettings(iterations=ITERATIONS, uses_network=False),
            SearchSettings(iterations=ITERATIONS),
        ]
        for plan in plans:  # once without a clock, to make the trees
            SearchBot(Random(1), plan, "warm").think(asked[0])
        plain, advised, learned = (speed(plan, asked) for plan in plans)
        outside = reference(asked)
        row = f"{plain:,.0f} | {advised:,.0f} | {learned:,.0f} | {outside:,.0f} | {plain / outside:,.0f} : 1"
        print(f"| {name} | {row} | {copy_time(name):.3f} |", flush=True)


if __name__ == "__main__":
    main()
