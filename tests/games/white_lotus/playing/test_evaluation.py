"""Advice: what looks good is good, and to look changes nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.bots import bot
from guanxi.bots.search_bot import Workspace
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.lab.match import match
from tests.games.white_lotus.games import TABLES, somewhere
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    CAT,
    NAMES,
    claiming,
    control,
    founding,
    legal,
    play,
    position,
    rebellion,
    table_with,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def value(*args: object, **more: object) -> float:
    """How a table with all this looks for Ann."""
    return GAME.value(position(claiming(table_with(*args, **more))), ANN)  # type: ignore[arg-type]


def test_evaluating_changes_nothing_and_values_lie_between_minus_1_and_1() -> None:
    random = Random("advice")
    for game in range(200):
        seats, negotiation = TABLES[game % len(TABLES)]
        p = somewhere(f"advice {game}", random, seats, negotiation)
        before = p.numbers()
        assert all(-1 <= GAME.value(p, seat) <= 1 for seat in range(seats))
        assert p.numbers() == before


def test_a_search_finds_for_all_seats_at_once_what_each_finds_alone() -> None:
    random = Random("all")
    search = Workspace(GAME, with_network=False).search
    for game in range(100):
        seats, negotiation = TABLES[game % len(TABLES)]
        search.world.copy_from(somewhere(f"all {game}", random, seats, negotiation))
        search.evaluate()  # seals what is missing first
        world = search.world
        assert isinstance(world, WhiteLotus)
        if world.owing:
            assert search.worth[:seats] == pytest.approx([GAME.value(world, seat) for seat in range(seats)])


FREE = "dadu village, xian village"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("jinan palace", "jinan temple"),
        ("jinan temple", "jinan village"),
        ("jinan rice", "jinan village"),
        ("hangzhou village", "fuzhou village"),
        ("jinan village, kaifeng village", "jinan village, fuzhou village"),
    ],
)
def test_better_land_looks_better(better: str, worse: str) -> None:
    rest = {"Ben": "chengdu village", "Cat": "kunming village"}
    assert value({"Ann": better, **rest}, FREE) > value({"Ann": worse, **rest}, FREE)


def test_the_throne_tokens_and_points_in_hand_look_good() -> None:
    assert value(neutral=FREE, emperor="Ann") > value(neutral=FREE, emperor="Ben")
    assert value(neutral=FREE, tokens={"Ann": 1}) > value(neutral=FREE)
    assert value(neutral=FREE, influence={"Ann": 20}) > value(neutral=FREE)
    assert value(neutral=FREE, combat={"Ann": 9}) > value(neutral=FREE)


def test_a_rivals_gain_is_a_loss() -> None:
    assert value({"Ben": "jinan palace"}, FREE) < value({"Ben": "jinan village"}, FREE)


def chosen(table: Table, name: str, times: int = 30) -> set[str]:
    """What greedy bots choose at the same table."""
    seat = NAMES.index(name)
    sight = table.sight(seat)
    found = set()
    for seed in range(times):
        number = sight.number(bot("greedy", Random(seed)).choose(sight))
        found.add(sight.legal_moves[sight.legal_numbers.index(number)].notation())
    return found


def test_bids_are_mixed() -> None:
    table = control(table_with(neutral="dadu palace", claims={"dadu": "Ann Ben"}, year=2))
    bids = chosen(table, "Ann")
    assert len(bids) >= 3
    assert "influence 0" not in bids


def test_more_is_played_for_more() -> None:
    def mean(building: str) -> float:
        table = control(table_with(neutral=f"dadu {building}", claims={"dadu": "Ann Ben"}))
        bids = [int(bid.split()[1]) for bid in chosen(table, "Ben")]
        return sum(bids) / len(bids)

    assert mean("palace") > mean("village")


def test_an_emperor_decides_a_tie_in_their_own_favour() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}))
    play(table, "Ann: influence 2", "Ben: influence 2")
    assert chosen(table, "Ann", 3) == {f"eject {BEN}"}


def test_hopeless_rebellions_are_not_led_and_sure_ones_are() -> None:
    land = {"Ann": "dadu palace, jinan palace, xian palace", "Ben": "datong village"}
    assert chosen(rebellion(table_with(land, combat={"Ann": 20, "Ben": 0})), "Ben", 5) == {"lead no"}
    land = {"Ann": "dadu temple", "Ben": "datong village, taiyuan village, xian village"}
    assert chosen(rebellion(table_with(land, combat={"Ann": 0, "Ben": 12})), "Ben", 5) == {"lead yes"}


@pytest.mark.parametrize("last", [0, 1])
def test_a_reward_is_not_declined_even_in_a_game_that_is_lost(last: int) -> None:
    land = {"Ann": "datong palace, dadu palace", "Ben": "taiyuan village", "Cat": "luoyang village"}
    table = rebellion(table_with(land, combat={"Ben": 9}, tokens={"Dan": 50}))
    position(table).last = last
    play(table, "Ben: lead yes", "Cat: side emperor", "Dan: side emperor")
    play(table, "Ann: combat 0", "Ben: combat 9", "Cat: combat 0", "Dan: combat 0")
    assert "decline" in legal(table, "Ben")
    assert all(move.startswith("take") for move in chosen(table, "Ben", 5))


def test_bots_give_nothing_for_nothing() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 4 influence, want 0 combat")
    assert chosen(table, "Ben", 5) == {"reply no"}


def test_a_gift_is_taken() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    play(table, "Ann: offer Ben, give 4 influence, give 0 combat, want 0 influence, want 0 combat")
    assert chosen(table, "Ben", 5) == {"reply yes"}


def test_offers_are_made_where_both_gain() -> None:
    hands = {"influence": {"Ann": 30, "Cat": 2}, "combat": {"Ann": 0, "Cat": 12}}
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True, **hands))  # type: ignore[arg-type]
    assert chosen(table, "Ann", 5) == {f"offer {CAT}"}
    greedy = bot("greedy", Random(1))
    while table.to_move == (ANN,):
        table.play(ANN, greedy.choose(table.sight(ANN)))
        if position(table).partner == -1:
            break
    assert table.to_move == (CAT,)
    assert chosen(table, "Cat", 5) == {"reply yes"}


def test_no_offer_is_made_where_nobody_gains() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    assert chosen(table, "Ann", 5) == {"pass"}


def test_a_tile_is_placed_somewhere_sensible() -> None:
    table = founding(table_with({"Ann": "dadu village", "Ben": "kunming village"}))
    assert all(move.startswith("place") for move in chosen(table, "Ann", 3))


def test_greedy_beats_chance() -> None:
    result = match(GAME, ["greedy", "random", "random", "random"], games=12, seed=5, jobs=1)
    assert result.bots[0].win_rate.estimate > 0.5
