"""Ratings recover known strengths with any number of seats, and their intervals are right."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.lab.game_runner import PlayedGame
from guanxi.lab.match_plan import MatchPlan
from guanxi.lab.ratings import Rating, comparisons, ratings

if TYPE_CHECKING:
    from guanxi.engine.sight import Sight

STRENGTHS = {"random": 700.0, "greedy": 1000.0, "first": 1250.0}


class Named:
    """A bot that only has a name."""

    def __init__(self, _: Random, name: str) -> None:
        self.name = name

    def choose(self, sight: Sight) -> int:
        return sight.legal_numbers[0]


def plan(seats: int) -> MatchPlan:
    """A pool of three bots."""
    game = guanxi.game("hanamikoji" if seats == 2 else "han")
    return MatchPlan(game, [partial(Named, name=name) for name in STRENGTHS], 1, {}, seats=seats, pool=True)


def games(pool: MatchPlan, deals: int, seed: int) -> list[PlayedGame]:
    """Games won in proportion to the strengths: 400 points are odds of ten to one."""
    random, found = Random(seed), []
    for place in pool.game_ids(range(deals)):
        weights = [10 ** (STRENGTHS[pool.bots[bot]] / 400) for bot in pool.lineups[place.table]]
        (winner,) = random.choices(range(pool.seats), weights)
        zero = (0,) * pool.seats
        shares = tuple(float(index == winner) for index in range(pool.seats))
        found.append(
            PlayedGame(
                **place._asdict(), shares=shares, scores=zero, decisions=zero, seconds=zero, longest=zero, first=None
            )
        )
    return found


def rated(seats: int, deals: int, seed: int = 1) -> dict[str, Rating]:
    pool = plan(seats)
    return {one.bot: one for one in ratings(pool, games(pool, deals, seed))}


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_recover_the_true_strengths(seats: int) -> None:
    found = rated(seats, 400)
    for name, strength in STRENGTHS.items():
        assert found[name].rating == pytest.approx(strength, abs=50)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_interval_usually_holds_the_truth(seats: int) -> None:
    found = [one for seed in range(15) for one in rated(seats, 40, seed).values() if one.bot != "greedy"]
    held = sum(one.low <= STRENGTHS[one.bot] <= one.high for one in found)
    assert held >= 26


def test_more_games_are_more_certain() -> None:
    few, many = rated(4, 20)["first"], rated(4, 200)["first"]
    assert many.high - many.low < 0.5 * (few.high - few.low)


def test_greedy_is_the_anchor_and_else_the_first_named() -> None:
    found = rated(2, 20)["greedy"]
    assert (found.rating, found.low, found.high) == (1000, 1000, 1000)
    pool = plan(2)
    pool.called = ["a", "b", "c"]
    assert ratings(pool, games(pool, 20, 1))[0].rating == 1000


def test_one_bot_alone_has_no_rating() -> None:
    assert ratings(MatchPlan(guanxi.game("hanamikoji"), ["random"], 1, {}, seats=2), []) == ()


def test_winners_are_compared_with_the_others_and_copies_are_not() -> None:
    assert list(comparisons([0, 1, 1], [1.0, 0.0, 0.0])) == [(0, 1, False), (0, 1, False)]
    assert list(comparisons([0, 1, 1], [0.0, 1.0, 0.0])) == [(1, 0, False)]
    assert list(comparisons([0, 1, 2], [0.5, 0.5, 0.0])) == [(0, 1, True), (0, 2, False), (1, 2, False)]
