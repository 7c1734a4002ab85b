"""Examples 1 to 10 of Han's rulebook, as they stand there."""

from __future__ import annotations

from guanxi.games.han.events import Completed, Scored
from tests.games.han.tables import (
    build,
    build_at,
    capital,
    finish,
    han,
    happened,
    held,
    is_drawing,
    last_turn,
    may,
    offered,
    play,
    points,
    points_from,
    province_of,
    room,
    scorings,
    seat_of,
    send,
    turn,
    where,
)


def test_example_1_barbara_places_one_piece_in_an_empty_province() -> None:
    table = han()
    turn(table, "Barbara", "violet red red")
    assert where(table, "emissary") == []
    assert may(table, "house wei-1 red")
    play(table, "house wei-1 red")
    assert is_drawing(table, "Barbara")
    assert held(table, "Barbara") == "red violet"
    assert province_of(table, "wei").houses == (0, 1, 0, 0)


def test_example_1_alex_places_two_pieces_the_second_by_a_joker() -> None:
    table = han()
    build(table, "wei", Barbara=1)
    turn(table, "Alex", "red green green")
    play(table, "house wei-2 red")
    assert {text.split(maxsplit=1)[1] for text in offered(table, "house")} == {"green green"}
    assert all(at.startswith("wei-") for at in where(table, "house"))
    play(table, "house wei-3 green green")
    assert is_drawing(table, "Alex")
    assert held(table, "Alex") == ""
    assert province_of(table, "wei").houses == (2, 1, 0, 0)


def test_example_1_doris_places_two_pieces_in_one_province_or_one_elsewhere() -> None:
    for province in ("qi", "chin"):
        table = han()
        build(table, "qi", Alex=1)
        build(table, "chin", Chris=1)
        turn(table, "Doris", "yellow yellow yellow")
        play(table, f"house {province}-2 yellow")
        assert {at for at in where(table, "house") if at.count("-") == 1 and at[-1].isdigit()} == {
            f"{province}-3",
            f"{province}-4",
        }
        play(table, f"house {province}-3 yellow")
        assert is_drawing(table, "Doris")
        assert held(table, "Doris") == "yellow"


def test_example_1_doris_may_use_two_cards_as_a_joker_but_not_for_their_own_colour() -> None:
    table = han()
    build(table, "qi", Alex=1)
    build(table, "chin", Chris=1)
    turn(table, "Doris", "yellow yellow yellow")
    jokers = {text.split()[0].split("-")[0] for text in offered(table, "house") if text.endswith("-1 yellow yellow")}
    assert jokers == {"wei", "yan", "han", "shu", "zhao", "lu", "chu"}
    play(table, "house shu-1 yellow yellow")
    assert is_drawing(table, "Doris")
    assert province_of(table, "shu").houses == (0, 0, 0, 1)


def test_example_2_alexs_four_houses_leave_room_for_two_more_emissaries() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    send(table, "wei", Alex=1, Chris=1)
    assert room(table, "wei") == 2
    turn(table, "Doris", "red red yellow")
    play(table, "emissary wei red", "emissary wei red")
    assert is_drawing(table, "Doris")
    assert province_of(table, "wei").emissaries == (1, 0, 1, 2)
    assert room(table, "wei") == 0


def test_example_3_two_players_with_two_houses_each_leave_room_for_two_emissaries() -> None:
    for pieces in (
        ("emissary chin red red", "emissary chin yellow"),
        ("house chin-3 red red", "house chin-4 yellow"),
        ("emissary chin red red", "house chin-3 yellow"),
        ("house chin-3 yellow", "emissary chin red red"),
    ):
        table = han()
        build_at(table, "Doris", "chin-1 chin-2")
        build_at(table, "Barbara", "zhao-chin chin-shu")
        assert province_of(table, "chin").houses == (0, 2, 0, 2)
        assert room(table, "chin") == 2
        turn(table, "Doris", "red red yellow")
        play(table, *pieces)
        assert is_drawing(table, "Doris")
        assert held(table, "Doris") == ""


def test_example_4_seven_points_for_the_first_four_for_the_second_two_for_the_third() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    assert points(table) == {"Alex": 4 + 2 + 1, "Barbara": 4, "Doris": 2}
    assert province_of(table, "wei").scored
    assert happened(table)[-4:] == [
        Completed("wei"),
        Scored(seat_of(table, "Alex"), 7, "houses", province="wei"),
        Scored(seat_of(table, "Barbara"), 4, "houses", province="wei"),
        Scored(seat_of(table, "Doris"), 2, "houses", province="wei"),
    ]


def test_example_5_two_share_the_majority_and_doris_is_second() -> None:
    table = han()
    build(table, "qi", Barbara=2, Chris=2)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    assert points(table) == {"Barbara": 2 + 2 + 1, "Chris": 2 + 2 + 1, "Doris": 2}


def test_example_6_doris_scores_six_for_one_alliance_and_nobody_for_the_next() -> None:
    table = han()
    send(table, "wei", Doris=1, Barbara=1)
    send(table, "chin", Doris=2, Barbara=1, Alex=1)
    send(table, "shu", Chris=2, Doris=1)
    finish(table)
    assert points(table) == points_from(table, "alliances") == {"Doris": 4 + 2}
    assert scorings(table) == [Scored(seat_of(table, "Doris"), 6, "alliances", alliance=3, allies=("wei", "chin"))]


def test_example_7_a_line_of_five_houses_without_its_branch() -> None:
    table = han()
    build_at(table, "Doris", "chin-1 chin-3 chin-shu shu-2 shu-1 shu-5")
    finish(table)
    assert points_from(table, "roads") == {"Doris": 5}


def test_example_8_doris_has_four_ports_and_alex_two() -> None:
    table = han()
    build_at(table, "Doris", "yan-3 yan-4 qi-3 qi-4")
    build_at(table, "Alex", "lu-3 chu-5")
    finish(table)
    assert points_from(table, "ports") == {"Doris": 4 + 2, "Alex": 4}


def test_example_9_a_fortification_ends_the_turn_though_doris_has_a_card_left() -> None:
    table = han(variant=True)
    build(table, "qi", Alex=1)
    turn(table, "Doris", "yellow yellow yellow")
    assert where(table, "fortification") == ["qi-2", "qi-3", "qi-4"]
    play(table, "fortification qi-2 yellow yellow")
    assert is_drawing(table, "Doris")
    assert held(table, "Doris") == "yellow"
    assert province_of(table, "qi").houses == (1, 0, 0, 1)


def test_example_10_a_market_gives_doris_a_share_in_the_majority() -> None:
    table = capital(variant=True)
    build(table, "xuanping", Barbara=3)
    send(table, "xuanping", Barbara=2, Doris=1)
    send(table, "mingguang", Doris=1)
    last_turn(table, "Doris", "green green")
    assert room(table, "xuanping") == 0
    assert where(table, "emissary") == []
    assert where(table, "market") == ["xuanping-4", "xuanping-5"]
    play(table, "market xuanping-4 green green")
    assert table.over
    assert province_of(table, "xuanping").emissaries == (0, 2, 0, 2)
    # Barbara and Doris share the district; only Doris is in the neighbouring one, too.
    assert points_from(table, "alliances") == {"Doris": 4 + 1}
