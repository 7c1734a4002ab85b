"""No game is longer than `Game.longest` says: random games, and games of players who draw them out."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.engine.chance import words
from guanxi.engine.core.position import Moves, playout
from tests.engine.fingerprint import settings

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 40
FEW = 2  # with all positions played from Python
NAMES = guanxi.game_names()

# Ways to choose that lead to long games: offers rather than none, the last move (stop, pass) never or always.
STRATEGIES: dict[str, Callable[[list[int], Random], int]] = {
    "first": lambda legal, _: legal[0],
    "last": lambda legal, _: legal[-1],
    "any but the last": lambda legal, random: random.choice(legal[:-1] or legal),
    "one of the first": lambda legal, random: random.choice(legal[:2]),
}


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_not_longer(name: str) -> None:
    game, moves = guanxi.game(name), Moves()
    for seats, options in settings(game, quick=False):
        longest = game.longest(seats, options)
        assert longest is not None
        for number in range(GAMES):
            position = game.begin(seats, options, words("longest", number))
            assert playout(position, moves) <= longest


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_games_that_are_drawn_out_are_not_longer(name: str, strategy: str) -> None:
    game, choose, random = guanxi.game(name), STRATEGIES[strategy], Random(1)
    for seats, options in settings(game, quick=False):
        longest = game.longest(seats, options)
        assert longest is not None
        for number in range(FEW):
            position = game.begin(seats, options, words("drawn out", number))
            decisions = 0
            while not position.over:
                seat = position.to_move[0]
                position.play(seat, choose(position.legal(seat), random))
                decisions += 1
                assert decisions <= longest


def test_a_game_without_a_limit_of_rounds_may_never_end() -> None:
    game = guanxi.game("hanamikoji")
    assert game.longest(2, game.check_options(2, {"rounds": 0})) is None
    assert game.longest(2, game.check_options(2, {"rounds": 1})) == 12
