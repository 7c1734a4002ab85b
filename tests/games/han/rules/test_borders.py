"""Houses on the borders of Han, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

import pytest

from tests.games.han.tables import (
    build,
    han,
    is_drawing,
    legal,
    may,
    offered,
    play,
    points,
    province_of,
    room,
    seen,
    turn,
    where,
)


def test_a_border_costs_one_card_of_each_colour_or_two_of_one() -> None:
    for hand, payments in (
        ("red yellow", ["red yellow"]),
        ("red red", ["red red"]),
        ("yellow yellow", ["yellow yellow"]),
        ("red red yellow", ["red red", "red yellow"]),
        ("yellow yellow red", ["yellow yellow", "red yellow"]),
        ("red", []),
        ("yellow orange", []),
        ("green green", []),
        ("green green red", []),
    ):
        table = han()
        turn(table, "Alex", hand)
        found = [text.removeprefix("wei-qi ") for text in offered(table, "house") if text.startswith("wei-qi ")]
        assert found == payments, hand


def test_a_house_on_a_border_is_one_piece_and_belongs_to_both_provinces() -> None:
    table = han()
    turn(table, "Alex", "red yellow violet")
    play(table, "house wei-qi red yellow")
    assert province_of(table, "wei").houses == province_of(table, "qi").houses == (1, 0, 0, 0)
    assert room(table, "wei") == room(table, "qi") == 1
    assert seen(table).players[0].houses == 19
    turn(table, "Barbara", "red yellow red")
    play(table, "house wei-1 red")
    # Wei is no longer empty.
    assert not is_drawing(table, "Barbara")


def test_a_border_between_two_empty_provinces_is_the_only_piece() -> None:
    table = han()
    turn(table, "Alex", "red yellow red")
    play(table, "house wei-qi red yellow")
    assert is_drawing(table, "Alex")


@pytest.mark.parametrize(("third", "province"), [("red", "wei"), ("yellow", "qi")])
def test_a_third_card_places_a_second_piece_in_either_province(third: str, province: str) -> None:
    table = han()
    build(table, "wei", Chris=1)
    build(table, "qi", Chris=1)
    turn(table, "Alex", f"red yellow {third}")
    play(table, "house wei-qi red yellow")
    assert {at.split("-")[0] for at in where(table, "house")} == {province}
    assert where(table, "emissary") == [province]
    assert seen(table).within == ("wei", "qi")


def test_the_second_piece_does_not_go_where_no_piece_was() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red yellow yellow")
    play(table, "house wei-qi red yellow")
    assert legal(table) == ["stop"]
    assert seen(table).within == ("wei",)


def test_the_house_on_the_border_may_come_second() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red yellow")
    play(table, "house wei-2 red")
    assert may(table, "house wei-qi red yellow")
    play(table, "house wei-qi red yellow")
    # Qi was empty, and gets one piece.
    assert province_of(table, "qi").houses == (1, 0, 0, 0)
    assert is_drawing(table, "Alex")


def test_the_house_on_the_border_may_follow_an_emissary() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red yellow yellow")
    play(table, "emissary wei red", "house wei-qi yellow yellow")
    assert is_drawing(table, "Alex")


def test_a_border_of_another_province_does_not_come_second() -> None:
    table = han()
    build(table, "wei", Chris=1)
    build(table, "yan", Chris=1)
    turn(table, "Alex", "red red orange")
    play(table, "house wei-2 red")
    assert "yan-zhao" not in where(table, "house")


def test_the_house_on_the_border_does_not_come_second_where_the_first_piece_was_the_only_one() -> None:
    table = han()
    build(table, "qi", Chris=1)
    turn(table, "Alex", "red red yellow")
    play(table, "house wei-2 red")
    assert is_drawing(table, "Alex")


def test_a_border_house_may_complete_two_provinces_and_both_score() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    build(table, "qi", Barbara=2, Chris=2)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    assert province_of(table, "wei").scored
    assert province_of(table, "qi").scored
    assert points(table) == {"Alex": 7, "Barbara": 4 + 5, "Chris": 5, "Doris": 2 + 2}
