"""The bots: known by name, legal, honest, and `greedy` better than `random`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.bots import bot, bot_names
from guanxi.engine.sight import Sight
from guanxi.games.hanamikoji.moves import TRIPLE_NUMBER
from guanxi.games.hanamikoji.rules.material import GIFT
from guanxi.lab.match import match

if TYPE_CHECKING:
    from guanxi.engine.table import Table

HANAMIKOJI = guanxi.game("hanamikoji")
# Those who think for a time, and not for a number of iterations, do not play the same twice.
REPEATABLE = ["quick", *(name for name in bot_names() if name not in ("expert", "master"))]


def table_after(moves: int, seed: int) -> Table:
    """A table some random moves into a game."""
    table = HANAMIKOJI.table(seed=seed)
    random = Random(seed)
    for _ in range(moves):
        if table.over:
            break
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_moves(seat)))
    return table


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(guanxi.BadOption, match=r"no bot 'deep'\. Available bots: novice, casual"):
        bot("deep", Random(1))


@pytest.mark.parametrize("name", REPEATABLE)
def test_a_bot_knows_its_name_and_plays_whole_games(name: str) -> None:
    player = bot(name, Random(1))
    assert player.name == name
    table = HANAMIKOJI.table(seed=1, rounds=3)
    while table.to_move:
        seat = table.to_move[0]
        table.play(seat, player.choose(table.sight(seat)))
    assert table.result


@pytest.mark.parametrize("name", REPEATABLE)
def test_a_bot_chooses_the_same_with_the_same_chance(name: str) -> None:
    table = table_after(moves=0, seed=5)
    sight = table.sight(table.to_move[0])
    assert bot(name, Random(7)).choose(sight) == bot(name, Random(7)).choose(sight)


@pytest.mark.parametrize("name", REPEATABLE)
@pytest.mark.parametrize("moves", [0, 3, 7, 10, 13])
def test_a_bot_chooses_the_same_whatever_it_cannot_know(name: str, moves: int) -> None:
    for seed in range(6):
        table = table_after(moves, seed)
        seat = table.to_move[0]
        twin = table.position.copy()
        twin.reseed(seed, 2, 3, 4)
        twin.imagine(seat)
        assert twin.numbers() != table.position.numbers()
        chosen = bot(name, Random(9)).choose(table.sight(seat))
        assert chosen == bot(name, Random(9)).choose(Sight(HANAMIKOJI, twin, seat))


def test_random_chooses_every_move_about_as_often() -> None:
    sight = table_after(moves=1, seed=4).sight(0)
    player = bot("random", Random(1))
    times = 200
    counted = Counter(player.choose(sight) for _ in range(times * len(sight.legal_numbers)))
    assert set(counted) == set(sight.legal_numbers)
    assert all(0.7 * times < count < 1.3 * times for count in counted.values())


@pytest.mark.parametrize("name", ["greedy", "expert:0.001"])
def test_bots_draw_a_faction_by_lot(name: str) -> None:
    table = guanxi.game("haiduci").table(seed=2)
    sight = table.sight(table.to_move[0])
    player = bot(name, Random(1))
    counted = Counter(player.choose(sight) for _ in range(60 * len(sight.legal_numbers)))
    assert set(counted) == set(sight.legal_numbers)
    assert all(30 < count < 90 for count in counted.values())


def test_greedy_takes_an_immediate_win() -> None:
    """The last decision: with the letter seat 1 wins the Confidante and has 11 charm, without it seat 0 has 13."""
    table = HANAMIKOJI.table(seed=1, first=1)
    last_decision = {
        "turn": 7,
        "owing": 0b10,
        "left": 0,
        "offer": GIFT + TRIPLE_NUMBER["flute", "flute", "letter"],
        "favour": [0, 0, -1, 1, 1, 0, -1],
        "side": [[0, 1, 0, 0, 0, 2, 1], [0, 0, 1, 3, 2, 0, 1]],
        "secret": [1, 5],
        "traded": [[4, 5], [6, 6]],
        "aside": 2,
        "hand": [[0] * 7] * 2,
        "used": [[1] * 4] * 2,
    }
    for name, numbers in last_decision.items():
        setattr(table.position, name, numbers)
    chosen = bot("greedy", Random(1)).choose(table.sight(1))
    table.play(1, chosen)
    assert table.log.moves == ("1 take letter",)
    assert table.result
    assert table.result.winners == (1,)


def test_greedy_beats_random_clearly() -> None:
    result = match(HANAMIKOJI, ["greedy", "random"], games=200, seed=3, jobs=1)
    assert result.bots[0].win_rate.estimate > 0.75
