"""Fortifications and markets, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.games.han.events import MarketsClosed
from tests.games.han.tables import (
    BORDER,
    WAYS,
    build,
    build_at,
    capital,
    discarded,
    finish,
    fortify,
    han,
    happened,
    held,
    is_drawing,
    keep,
    play,
    points,
    points_from,
    province_of,
    room,
    seen,
    send,
    turn,
    where,
    winners,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

# The marker of each board, a province for it, and the province's colour.
each_marker = pytest.mark.parametrize(
    ("marker", "board", "province", "colour"),
    [("fortification", BORDER, "wei", "red"), ("market", WAYS, "weiyang", "violet")],
)

# Both variants


def test_without_the_variant_there_are_neither_fortifications_nor_markets() -> None:
    for table in (han(), capital()):
        for province in seen(table).provinces:
            build(table, province.id, Chris=1)
        turn(table, "Alex", "red red violet")
        assert where(table, "fortification") == where(table, "market") == []


@each_marker
def test_each_board_has_its_own_variant(marker: str, board: str, province: str, colour: str) -> None:
    table = han(board=board, variant=True)
    build(table, province, Alex=1)
    turn(table, "Alex", f"{colour} {colour} {colour}")
    assert [kind for kind in ("fortification", "market") if where(table, kind)] == [marker]


@each_marker
def test_a_marker_costs_two_cards_of_the_colour_and_no_joker(
    marker: str, board: str, province: str, colour: str
) -> None:
    for hand, offered in (("C C C", True), ("C C green", True), ("C orange orange", False), ("C green orange", False)):
        table = han(board=board, variant=True)
        build(table, province, Chris=1)
        turn(table, "Alex", hand.replace("C", colour))
        assert bool(where(table, marker)) == offered


@each_marker
def test_a_marker_goes_on_a_free_house_space_and_never_on_a_border(
    marker: str, board: str, province: str, colour: str
) -> None:
    table = han(board=board, variant=True)
    build_at(table, "Chris", f"{province}-2 {province}-5")
    turn(table, "Alex", f"{colour} {colour} {colour}")
    assert where(table, marker) == [f"{province}-{number}" for number in (1, 3, 4, 6)]


@each_marker
def test_without_a_piece_to_put_on_it_there_is_no_marker(marker: str, board: str, province: str, colour: str) -> None:
    table = han(board=board, variant=True)
    build(table, province, Chris=1)
    if marker == "fortification":
        keep(table, "Alex", houses=0)
    else:
        keep(table, "Alex", emissaries=0)
    turn(table, "Alex", f"{colour} {colour} {colour}")
    assert where(table, marker) == []


@each_marker
def test_each_player_has_one_marker_only(marker: str, board: str, province: str, colour: str) -> None:
    table = han(board=board, variant=True)
    build(table, province, Chris=1)
    turn(table, "Alex", f"{colour} {colour} {colour}")
    play(table, f"{marker} {province}-2 {colour} {colour}")
    turn(table, "Alex", f"{colour} {colour} {colour}")
    assert where(table, marker) == []


@each_marker
def test_a_marker_is_two_pieces_and_does_not_go_to_an_empty_province(
    marker: str, board: str, province: str, colour: str
) -> None:
    table = han(board=board, variant=True)
    turn(table, "Alex", f"{colour} {colour} {colour}")
    assert where(table, marker) == []


@each_marker
def test_a_marker_ends_placing_and_does_not_follow_a_piece(marker: str, board: str, province: str, colour: str) -> None:
    table = han(board=board, variant=True)
    build(table, province, Chris=1)
    turn(table, "Alex", f"{colour} {colour} {colour}")
    play(table, f"house {province}-2 {colour}")
    assert where(table, marker) == []
    turn(table, "Alex", f"{colour} {colour} {colour}")
    play(table, f"{marker} {province}-3 {colour} {colour}")
    assert is_drawing(table, "Alex")
    assert held(table, "Alex") == colour


def test_markers_left_over_break_no_tie() -> None:
    table = han(variant=True)
    build(table, "wei", Alex=1, Barbara=1)
    fortify(table, "Chris", "chu-1")
    finish(table)
    assert points(table) == {"Alex": 2, "Barbara": 2, "Chris": 2}
    # Alex and Barbara still have theirs.
    assert winners(table) == ["Alex", "Barbara", "Chris"]


# Fortifications


def test_a_fortification_is_placed_with_a_house_from_supply() -> None:
    table = han(variant=True)
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red green")
    play(table, "fortification wei-2 red red")
    mine = seen(table).players[0]
    assert (mine.houses, mine.markers) == (19, 0)
    assert [(space.id, space.piece) for space in seen(table).spaces] == [("wei-1", "house"), ("wei-2", "fortification")]
    assert province_of(table, "wei").houses == (1, 0, 1, 0)
    assert discarded(table) == {"red": 2}


def test_a_fortification_raises_the_limit_of_emissaries_like_any_house() -> None:
    table = han(variant=True)
    build(table, "wei", Alex=1)
    turn(table, "Alex", "red red red")
    play(table, "fortification wei-3 red red")
    assert room(table, "wei") == 2


def test_a_fortification_may_complete_a_province_and_doubles_its_owners_points_there() -> None:
    table = han(variant=True)
    build(table, "wei", Alex=3, Barbara=2)
    build_at(table, "Barbara", "wei-qi")
    turn(table, "Alex", "red red red")
    play(table, "fortification wei-6 red red")
    assert points(table) == {"Alex": 7 * 2, "Barbara": 4}


def test_a_second_rank_is_doubled_as_well() -> None:
    table = han(variant=True)
    fortify(table, "Barbara", "wei-1")
    build(table, "wei", Alex=2)
    finish(table)
    assert points_from(table, "houses") == {"Alex": 3, "Barbara": 2 * 2}


def test_only_the_province_of_the_fortification_is_doubled() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "wei-1")
    build(table, "chu", Alex=1)
    finish(table)
    assert points_from(table, "houses") == {"Alex": 1 * 2 + 1}


def test_the_line_with_the_fortification_is_doubled() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "chin-1")
    build_at(table, "Alex", "chin-3 chin-shu shu-2 lu-1 lu-2 lu-3 lu-chu")
    finish(table)
    assert points_from(table, "roads") == {"Alex": 4 * 2 + 4}


def test_the_best_choice_of_lines_takes_the_fortification_into_account() -> None:
    table = han(variant=True)
    # Of the two branches after shu-2 the fortified one is worth more.
    fortify(table, "Alex", "shu-5")
    build_at(table, "Alex", "chin-1 chin-3 chin-shu shu-2 shu-1 shu-3")
    finish(table)
    assert points_from(table, "roads") == {"Alex": max(6, 5 * 2)}


def test_a_fortification_outside_all_lines_doubles_none() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "wei-1")
    build_at(table, "Alex", "lu-1 lu-2 lu-3 lu-chu")
    finish(table)
    assert points_from(table, "roads") == {"Alex": 4}


def test_a_fortification_on_a_port_doubles_its_owners_points_for_ports() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "yan-3")
    build_at(table, "Barbara", "qi-3 qi-4")
    finish(table)
    assert points_from(table, "ports") == {"Alex": 2 * 2, "Barbara": 3}


def test_a_fortification_elsewhere_does_not_double_ports() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "yan-1")
    build_at(table, "Alex", "yan-3")
    finish(table)
    assert points_from(table, "ports") == {"Alex": 1}


# Markets


def test_a_market_is_placed_with_an_emissary_from_supply() -> None:
    table = capital(variant=True)
    build_at(table, "Chris", "weiyang-2")
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-4 violet violet")
    mine = seen(table).players[0]
    assert (mine.houses, mine.emissaries, mine.markers) == (20, 7, 0)
    assert [(space.id, space.seat, space.piece) for space in seen(table).spaces] == [
        ("weiyang-2", 2, "house"),
        ("weiyang-4", 0, "market"),
    ]


def with_market() -> Table:
    """Alex has a market in Weiyang, beside a house of Chris."""
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-3 violet violet")
    return table


def test_a_market_makes_a_district_inhabited() -> None:
    table = with_market()
    turn(table, "Barbara", "violet violet violet")
    play(table, "house weiyang-2 violet")
    assert not is_drawing(table, "Barbara")


def test_a_market_ignores_the_limit_and_takes_no_room() -> None:
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    send(table, "weiyang", Barbara=1)
    assert room(table, "weiyang") == 0
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-3 violet violet")
    assert province_of(table, "weiyang").emissaries == (0, 1, 0, 0)
    assert room(table, "weiyang") == 0
    build(table, "weiyang", Chris=1)
    assert room(table, "weiyang") == 1


def test_with_two_players_each_has_two_markets() -> None:
    table = capital("Ann Bo", variant=True)
    build(table, "weiyang", Bo=1)
    for number in (2, 3):
        turn(table, "Ann", "violet violet red")
        play(table, f"market weiyang-{number} violet violet")
    assert seen(table).players[0].markers == 0
    turn(table, "Ann", "violet violet red")
    assert where(table, "market") == []


def test_a_market_is_no_house() -> None:
    table = with_market()
    assert province_of(table, "weiyang").houses == (0, 0, 1, 0)
    finish(table)
    assert points_from(table, "houses") == {"Chris": 1}


def test_a_market_completes_a_district() -> None:
    table = capital(variant=True)
    build(table, "xishi", Barbara=2, Chris=1)
    turn(table, "Alex", "yellow yellow red")
    play(table, "market xishi-4 yellow yellow")
    assert province_of(table, "xishi").scored
    assert points(table) == {"Barbara": 3, "Chris": 2}


def test_a_market_breaks_a_road() -> None:
    for market, expected in ((False, {"Barbara": 4}), (True, {})):
        table = capital(variant=True)
        build_at(table, "Barbara", "weiyang-1 weiyang-2 weiyang-3" + ("" if market else " weiyang-6"))
        if market:
            turn(table, "Barbara", "violet violet red")
            play(table, "market weiyang-6 violet violet")
        finish(table)
        assert points_from(table, "roads") == expected


def test_before_final_scoring_the_emissary_moves_to_the_dragon_whatever_the_limit() -> None:
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    send(table, "weiyang", Barbara=1)
    send(table, "changle", Alex=1)
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-3 violet violet")
    finish(table)
    assert province_of(table, "weiyang").emissaries == (1, 1, 0, 0)
    assert points_from(table, "alliances") == {"Alex": 3}
    assert MarketsClosed() in happened(table)


def test_the_space_of_a_market_stays_taken() -> None:
    table = with_market()
    turn(table, "Barbara", "violet violet red")
    assert "weiyang-3" not in where(table, "house") + where(table, "market")
