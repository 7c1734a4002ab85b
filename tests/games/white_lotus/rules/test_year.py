"""Set-up (1), income (2.5) and new provinces (2.6)."""

from __future__ import annotations

from collections import Counter

import pytest

from guanxi.engine.errors import BadOption, IllegalMove
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import BOARDS
from guanxi.games.white_lotus.events import Drew
from guanxi.games.white_lotus.rules import material
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    NAMES,
    asked,
    combat,
    founding,
    income,
    influence,
    legal,
    play,
    position,
    seen,
    table_with,
    told,
)

# Set-up


@pytest.mark.parametrize(("players", "villages"), [(3, 3), (4, 3), (5, 3), (6, 4)])
def test_the_start_tiles_lie_on_the_lotus_provinces(players: int, villages: int) -> None:
    table = GAME.table(players, seed=7)
    file = BOARDS.load("yuan")
    laid = {view.id: view.building for view in seen(table).provinces if view.building}
    lotus = [id_ for id_ in file.in_play(players) if file.provinces[id_].mark == "lotus"]
    assert sorted(laid) == sorted(lotus)
    one_each = {"palace": 1, "temple": 1, "rice": 1, "fortress": 1}
    assert Counter(laid.values()) == Counter(village=villages, **one_each)
    bag = position(table).bag
    assert bag == [17 - villages, 4, 4, 5, 5]


def test_the_start_tiles_are_shuffled() -> None:
    palaces = {
        next(view.id for view in seen(GAME.table(4, seed=seed)).provinces if view.building == "palace")
        for seed in range(60)
    }
    assert len(palaces) == 7


def test_everybody_begins_with_12_influence_3_combat_and_no_token() -> None:
    for player in seen(GAME.table(5, seed=1)).players:
        assert (player.influence, player.combat, player.tokens, player.total) == (12, 3, 0, 0)


def test_the_first_emperor_has_no_palace_and_is_chosen_or_left_to_chance() -> None:
    assert seen(GAME.table(4, seed=1, emperor=2)).emperor == 2
    assert {seen(GAME.table(4, seed=seed)).emperor for seed in range(40)} == {0, 1, 2, 3}
    with pytest.raises(BadOption, match="Seats are numbered from 0 to 3"):
        GAME.table(4, emperor=4)


@pytest.mark.parametrize("players", [2, 7])
def test_the_game_is_for_3_to_6(players: int) -> None:
    with pytest.raises(BadOption, match="is for 3 to 6 players"):
        GAME.table(players)


# Income


@pytest.mark.parametrize(
    ("land", "expected"),
    [
        ("", (10, 2)),
        ("xian village, luoyang village", (10, 2)),
        ("xian temple, luoyang temple", (16, 2)),
        ("xian rice", (11, 3)),
        ("xian fortress", (10, 4)),
        ("xian temple, luoyang rice, kaifeng fortress, jinan village", (14, 5)),
    ],
)
def test_everybody_gets_10_and_2_and_what_the_buildings_pay(land: str, expected: tuple[int, int]) -> None:
    table = income(table_with({"Ben": land, "Ann": "dadu village"}))
    assert influence(table, "Ben") == [12 + expected[0]]
    assert combat(table, "Ben") == [3 + expected[1]]


def test_each_palace_pays_2_influence_or_1_combat_as_its_owner_chooses() -> None:
    table = income(table_with({"Ben": "xian palace, dadu palace", "Dan": "jinan palace"}, emperor="Ben"))
    order = []
    for answer in ("influence", "combat", "combat"):
        order.append((asked(table), seen(table).palace))
        play(table, f"{asked(table)}: earn {answer}")
    assert order == [("Ben", "dadu"), ("Ben", "xian"), ("Dan", "jinan")]
    assert (influence(table, "Ben"), combat(table, "Ben")) == ([12 + 10 + 2], [3 + 2 + 1])
    assert (influence(table, "Dan"), combat(table, "Dan")) == ([12 + 10], [3 + 2 + 1])


# New provinces


def test_everybody_places_a_tile_from_the_emperor_then_those_with_temples_in_rounds() -> None:
    land = {"Ben": "xian temple, dadu temple", "Dan": "jinan temple"}
    table = founding(table_with(land, emperor="Cat"))
    order = []
    while seen(table).step == "founding":
        order.append(asked(table))
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    assert " ".join(order) == "Cat Dan Ann Ben Dan Ben Ben"
    assert seen(table).year == 3
    assert asked(table) == "Cat"


def test_a_tile_goes_to_an_empty_province_next_to_any_tile_or_chip() -> None:
    table = founding(table_with({"Ben": "liaoyang temple"}, "laizhou village"))
    assert legal(table, "Ann") == [f"place {id_}" for id_ in ("shangdu", "dadu", "jinan", "xuzhou")]
    with pytest.raises(IllegalMove, match="Liaoyang already has a tile or chip"):
        play(table, "Ann: place liaoyang")
    with pytest.raises(IllegalMove, match="Kunming is not next to a tile or chip"):
        play(table, "Ann: place kunming")
    play(table, "Ann: place jinan")
    assert "place kaifeng" in legal(table, "Ben")


def test_only_the_drawer_sees_the_tile_until_it_is_placed() -> None:
    table = founding(table_with({"Ben": "liaoyang temple"}))
    tile = seen(table, ANN).tile
    assert tile is not None
    assert seen(table, BEN).tile is None
    assert seen(table, None).tile is None
    assert told(table, Drew, ANN) == [Drew(ANN, tile)]
    assert told(table, Drew, BEN) == told(table, Drew, None) == [Drew(ANN, None)]
    play(table, "Ann: place dadu")
    assert next(view for view in seen(table, BEN).provinces if view.id == "dadu").building == tile


def test_founding_stops_when_the_board_is_full() -> None:
    ids = BOARDS.load("yuan").in_play(4)
    village, other = ids[1:18], ids[18:]
    others = ["palace"] * 5 + ["temple"] * 5 + ["rice"] * 3
    tiles = [f"{id_} village" for id_ in village] + [f"{a} {b}" for a, b in zip(other, others, strict=True)]
    table = founding(table_with(neutral=", ".join(tiles)))
    assert legal(table, "Ann") == [f"place {ids[0]}"]
    play(table, f"Ann: place {ids[0]}")
    assert seen(table).step == "claims"


def test_founding_stops_when_the_bag_is_empty() -> None:
    table = founding(table_with(neutral="dadu village"))
    p = position(table)
    p.bag = [0] * material.BUILDINGS
    play(table, "Ann: place jinan")
    assert seen(table).step == "claims"


def test_the_emperor_of_the_day_begins_the_next_year() -> None:
    table = GAME.table(3, seed=4, names=NAMES[:3])
    emperors = []
    while not table.over:
        p = position(table)
        if p.step == material.CLAIMING and p.turn == 0:
            emperors.append((p.emperor, table.to_move))
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[-1])
    assert all((emperor,) == to_move for emperor, to_move in emperors)
