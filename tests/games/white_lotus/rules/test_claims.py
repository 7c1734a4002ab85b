"""Claims (2.1)."""

from __future__ import annotations

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Passed
from tests.games.white_lotus.tables import BEN, NAMES, asked, claiming, legal, play, position, seen, table_with, told

FIVE = "dadu village, xian village, jinan village, kaifeng temple, luoyang rice"


def test_everybody_claims_in_rounds_from_the_emperor_clockwise() -> None:
    table = claiming(table_with(neutral=FIVE, emperor="Cat"))
    order = []
    for _ in range(12):
        order.append(asked(table))
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    assert order == ["Cat", "Dan", "Ann", "Ben"] * 3
    assert seen(table).step != "claims"


def test_a_cube_goes_to_any_square_tile() -> None:
    table = claiming(table_with({"Ben": "datong village"}, FIVE))
    assert legal(table, "Ann") == [f"claim {id_}" for id_ in ("dadu", "jinan", "kaifeng", "luoyang", "xian")]


def test_never_two_cubes_of_one_player_on_the_same_province() -> None:
    table = claiming(table_with(neutral=FIVE))
    play(table, "Ann: claim dadu", "Ben: claim dadu", "Cat: claim dadu", "Dan: claim dadu")
    assert "claim dadu" not in legal(table, "Ann")
    with pytest.raises(IllegalMove, match="You already have a cube in Dadu"):
        play(table, "Ann: claim dadu")


def test_the_first_three_cubes_are_compulsory() -> None:
    table = claiming(table_with(neutral=FIVE))
    with pytest.raises(IllegalMove, match="the first three cubes must be placed"):
        play(table, "Ann: pass")


def test_a_player_without_a_legal_province_is_skipped() -> None:
    table = claiming(table_with(neutral="dadu village, xian village"))
    for _ in range(8):
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    assert seen(table).step != "claims"


def test_each_rice_field_allows_one_more_cube_in_rounds_up_to_five() -> None:
    six = FIVE + ", shangdu village"
    rice = {"Ben": "datong rice", "Cat": "taiyuan rice, yanan rice, hanzhong rice"}
    table = claiming(table_with(rice, six.replace("luoyang rice", "luoyang fortress")))
    for _ in range(12):
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    order = []
    while seen(table).step == "claims":
        order.append(asked(table))
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    assert order == ["Ben", "Cat", "Cat"]


def test_the_cubes_for_rice_fields_are_optional() -> None:
    table = claiming(table_with({"Ben": "datong rice"}, FIVE))
    for _ in range(12):
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    assert asked(table) == "Ben"
    assert legal(table, "Ben")[-1] == "pass"
    play(table, "Ben: pass")
    assert seen(table).step != "claims"
    assert told(table, Passed) == [Passed(BEN)]


def test_dark_provinces_do_not_exist_with_fewer_than_six() -> None:
    table = GAME.table(5, seed=1, names=NAMES[:5])
    assert len(seen(table).provinces) == 31
    assert all(province.id != "gongchang" for province in seen(table).provinces)
    dark = GAME.move(position(GAME.table(6, seed=1)), 38)
    with pytest.raises(IllegalMove, match="is a dark province, used only with six players"):
        table.play(table.to_move[0], dark)


def test_dark_provinces_are_in_play_with_six() -> None:
    table = GAME.table(6, seed=1)
    assert len(seen(table).provinces) == 39
    assert next(province for province in seen(table).provinces if province.id == "gongchang").building is not None
