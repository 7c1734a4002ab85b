"""How fast the search is: iterations a second with random games and with advice, beside OpenSpiel's search in Python.

    python benchmarks/search.py

All are measured in one run, in turn, on the same decisions; the ratio is what can be compared between machines.
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
    """Decisions with a choice, on the way of a random game."""
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
    """Iterations a second of processor time."""
    begun = process_time()
    for sight in asked:
        SearchBot(Random(1), plan, "measured").think(sight)
    return plan.iterations * len(asked) / (process_time() - begun)


def reference(asked: list[Sight]) -> float:
    """Simulations a second of OpenSpiel's search."""
    player = bot(f"openspiel:{REFERENCE}", Random(1))
    begun = process_time()
    for sight in asked[:2]:
        player.choose(sight)
    return REFERENCE * 2 / (process_time() - begun)


def copy_time(name: str) -> float:
    """How long a copy of a position takes, called from Python, in microseconds: an upper bound for one inside."""
    game = guanxi.game(name)
    position = game.table(seed=1).position
    twin = position.copy()
    begun = process_time()
    for _ in range(COPIES):
        twin.copy_from(position)
    return (process_time() - begun) / COPIES * 1e6


def main() -> None:
    """Measure and print a table."""
    print("| game | plain, iterations/s | advised | learned | OpenSpiel | plain : OpenSpiel | copy, µs |")
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
