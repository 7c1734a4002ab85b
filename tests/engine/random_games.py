"""Random games of every game at all kinds of tables, for modules that are compiled with checks: see `make nightly`.

    python -m tests.engine.random_games [GAMES]

Every position is also imagined, observed and evaluated for every seat, as a search would do.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.engine.chance import words
from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import first_owing
from tests.engine.fingerprint import is_plain, settings

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

GAMES = 60  # of each game


def play(game: Game[Any, Any], position: Position) -> int:
    """Play to the end; returns the number of decisions."""
    world = position.copy()
    adviser, inputs = game.adviser(world), Inputs()
    decisions = 0
    while not position.over:
        for seat in range(position.seats):
            world.copy_from(position)
            world.imagine(seat)
            game.observe(world, seat)
            game.value(world, seat)
            inputs.count = 0
            adviser.describe(seat, inputs)
            adviser.believe(seat)
        seat = first_owing(position)
        legal = position.legal(seat)
        position.play(seat, legal[position.below(len(legal))])
        decisions += 1
    return decisions


def main() -> None:
    """Play the games."""
    assert not is_plain(), "nothing is compiled here"
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for name in guanxi.game_names():
        game = guanxi.game(name)
        tables = settings(game, quick=False)
        decisions = 0
        for number in range(games):
            seats, options = tables[number % len(tables)]
            decisions += play(game, game.begin(seats, options, words("checked", number)))
        print(f"{name}: {games} random games, {decisions:,} decisions, every index within its bounds")


if __name__ == "__main__":
    main()
