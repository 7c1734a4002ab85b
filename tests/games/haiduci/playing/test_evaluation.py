"""Advice for bots, and the bots that follow it; what Haiduci tells a learner."""

from __future__ import annotations

from random import Random

from guanxi.engine.core.position import first_owing
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.observation import LARGEST
from guanxi.lab.match import MatchPlan
from tests.games.haiduci.games import random_game, somewhere
from tests.games.haiduci.tables import agree, position, table_with


def test_values_are_between_lost_and_won() -> None:
    for seats in GAME.seats:
        for p, _ in random_game(seats, "values"):
            for seat in range(seats):
                assert -1 <= GAME.value(p, seat) <= 1


def test_one_looks_better_nearer_to_its_own_conditions() -> None:
    # Karađorđe: three own territories, and a haiduc on the board.
    far = position(table_with(hands=("army",), pawns={"belgrade": {"serbia": 1}}))
    near = position(table_with(hands=("army",), pawns={"belgrade": {"serbia": 1}, "rudnik": {"serbia": 1}}))
    assert GAME.value(near, 1) > GAME.value(far, 1)
    assert GAME.value(near, 0) < GAME.value(far, 0)


def test_joining_an_offer_looks_better_than_passing() -> None:
    table = table_with(hands=("faith", "army commerce"))
    p = position(table)
    table.play(0, "offer faith")
    table.play(1, "offer army")
    after = p.copy()
    before = GAME.value(p, 1)
    after.play(1, GAME.number(after, 1, GAME.parse(after, "join ottoman commerce")))
    assert GAME.value(after, 1) > before


def test_greedy_removes_from_who_is_near_to_winning() -> None:
    from guanxi.bots.greedy import Greedy

    pawns = {id_: {"serbia": 2} for id_ in ("belgrade", "rudnik")} | {
        "valjevo": {"serbia": 1},
        "kherson": {"russia": 1},
    }
    table = agree("army", "army", pawns=pawns, haiduci={"iancu-jianu": ("vidin", 1)})
    chosen = Greedy(Random(1)).choose(table.sight(0))
    assert GAME.move(position(table), chosen).notation() == "remove valjevo serbia"


def test_greedy_beats_three_random_ones() -> None:
    match = MatchPlan(GAME, ["greedy", "random", "random", "random"], "advice", {})
    played = match.play_deals(range(10))
    assert sum(game.shares[0] for game in played) > 0.45 * len(played)


def test_observations_keep_their_places_and_bounds() -> None:
    random = Random(3)
    for game in range(60):
        p = somewhere(GAME.seats[game % 3], f"observed {game}", random)
        for seat in range(p.seats):
            numbers = GAME.observe(p, seat)
            assert len(numbers) == len(LARGEST)
            assert all(0 <= number <= most for number, most in zip(numbers, LARGEST, strict=True))
        if p.owing:
            assert GAME.observe(p, first_owing(p))[-1] == 1
