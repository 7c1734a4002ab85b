"""A turn of Han, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

from tests.games.han.tables import (
    FOUR,
    build,
    build_at,
    discarded,
    han,
    held,
    is_drawing,
    keep,
    legal,
    may,
    offered,
    play,
    province_of,
    room,
    seen,
    send,
    turn,
    where,
)

# A turn


def test_play_goes_on_with_the_next_player_once_the_hand_is_full() -> None:
    table = han()
    turn(table, "Chris", "red green violet")
    play(table, "discard red")
    assert is_drawing(table, "Chris")
    play(table, "draw pile")
    assert table.to_move == (3,)
    assert not seen(table).drawing


def test_the_first_player_follows_the_last() -> None:
    table = han()
    turn(table, "Doris", "red green violet")
    play(table, "discard red", "draw pile")
    assert table.to_move == (0,)


# A. Placing pieces


def test_one_card_of_a_colour_pays_for_a_piece_in_both_its_provinces() -> None:
    table = han()
    turn(table, "Alex", "red yellow green")
    inside = [at for at in where(table, "house") if at[-1].isdigit()]
    assert {at.split("-")[0] for at in inside} == {"wei", "yan", "qi", "chin", "han", "shu"}
    assert all(len(text.split()) == 2 for text in offered(table, "house") if text.split()[0] in inside)


def test_violet_has_one_province_only() -> None:
    table = han()
    turn(table, "Alex", "violet")
    assert where(table, "house") == [f"chu-{number}" for number in range(1, 7)]


def test_without_the_colour_and_without_a_pair_there_is_no_way_in() -> None:
    table = han()
    turn(table, "Alex", "red yellow green")
    assert not [at for at in where(table, "house") if at.startswith(("chu-", "zhao-", "lu-"))]


def test_two_cards_of_one_colour_are_a_joker_for_a_different_colour() -> None:
    table = han()
    turn(table, "Alex", "green green red")
    assert may(table, "house chu-1 green green")
    assert may(table, "house wei-1 green green")
    assert may(table, "house wei-1 red")
    assert may(table, "house shu-1 green")
    assert not may(table, "house shu-1 green green")


def test_two_cards_of_different_colours_are_no_joker() -> None:
    table = han()
    turn(table, "Alex", "green red yellow")
    assert not [text for text in offered(table, "house") if text.startswith("chu-")]


def test_three_cards_two_pieces_one_province() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red green green")
    play(table, "house wei-2 green green", "house wei-3 red")
    assert held(table, "Alex") == ""
    assert seen(table).players[0].houses == 18
    assert is_drawing(table, "Alex")


def test_three_cards_of_the_colour_still_place_two_pieces_only() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    play(table, "house wei-2 red", "house wei-3 red")
    assert is_drawing(table, "Alex")
    assert held(table, "Alex") == "red"


def test_both_pieces_go_to_one_province() -> None:
    table = han()
    for province in ("wei", "yan", "qi"):
        build(table, province, Chris=1)
    turn(table, "Alex", "red red yellow")
    play(table, "house wei-2 red")
    assert {at.split("-")[0] for at in where(table, "house")} == {"wei"}
    assert where(table, "emissary") == ["wei"]
    assert seen(table).within == ("wei",)


def test_a_second_piece_is_not_needed() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    assert not may(table, "stop")
    play(table, "house wei-2 red")
    assert may(table, "stop")
    play(table, "stop")
    assert is_drawing(table, "Alex")
    assert held(table, "Alex") == "red red"


def test_after_a_piece_no_card_is_discarded() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    play(table, "house wei-2 red")
    assert offered(table, "discard") == []


def test_in_a_province_that_was_empty_only_one_piece_is_placed() -> None:
    table = han()
    turn(table, "Alex", "red red red")
    play(table, "house wei-1 red")
    assert is_drawing(table, "Alex")


def test_a_province_counts_as_empty_by_the_start_of_the_turn() -> None:
    """The house just placed does not make room for an emissary in the same turn."""
    table = han()
    turn(table, "Alex", "red red red")
    play(table, "house wei-1 red")
    assert where(table, "emissary") == []


def test_anybodys_piece_makes_a_province_inhabited() -> None:
    for name in FOUR.split():
        table = han()
        build(table, "wei", **{name: 1})
        turn(table, "Alex", "red red red")
        play(table, "house wei-2 red")
        assert not is_drawing(table, "Alex")


def test_a_piece_that_is_not_in_supply_cannot_be_placed() -> None:
    table = han()
    build(table, "wei", Chris=2)
    keep(table, "Alex", houses=0)
    turn(table, "Alex", "red red red")
    assert where(table, "house") == []
    assert where(table, "emissary") == ["wei"]
    keep(table, "Alex", houses=1, emissaries=0)
    turn(table, "Alex", "red red red")
    assert where(table, "emissary") == []
    play(table, "house wei-3 red")
    assert legal(table) == ["stop"]


def test_played_cards_are_discarded_for_all_to_see() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red green green")
    play(table, "house wei-2 red", "house wei-3 green green")
    assert discarded(table) == {"red": 1, "green": 2}


# Houses


def test_a_house_goes_on_a_free_space() -> None:
    table = han()
    build_at(table, "Chris", "wei-1 wei-4")
    turn(table, "Alex", "red orange orange")
    assert [at for at in where(table, "house") if at.startswith("wei")] == ["wei-2", "wei-3", "wei-5", "wei-6"]


def test_a_full_province_takes_no_house() -> None:
    table = han()
    build(table, "wei", Chris=6)
    build_at(table, "Barbara", "wei-qi")
    turn(table, "Alex", "red red red")
    assert not [at for at in where(table, "house") if at.startswith("wei")]


def test_a_port_is_a_house_space_like_any_other() -> None:
    table = han()
    turn(table, "Alex", "red yellow green")
    play(table, "house yan-3 red")
    assert province_of(table, "yan").houses == (1, 0, 0, 0)


# Emissaries


def test_the_most_houses_of_one_player_limit_the_emissaries_of_all() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    assert room(table, "wei") == 4
    send(table, "wei", Barbara=1, Chris=2)
    assert room(table, "wei") == 1
    turn(table, "Doris", "red red red")
    play(table, "emissary wei red")
    assert room(table, "wei") == 0
    assert where(table, "emissary") == []


def test_without_a_house_there_is_no_emissary() -> None:
    table = han()
    turn(table, "Alex", "red red yellow")
    assert where(table, "emissary") == []


def test_an_emissary_needs_no_house_of_its_own() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red")
    assert where(table, "emissary") == ["wei"]


def test_an_emissary_may_be_paid_by_a_joker() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "green green")
    assert offered(table, "emissary") == ["wei green green"]


def test_a_house_placed_first_raises_the_limit_at_once() -> None:
    table = han()
    build(table, "wei", Alex=1)
    send(table, "wei", Barbara=1)
    turn(table, "Alex", "red red red")
    assert where(table, "emissary") == []
    play(table, "house wei-2 red")
    assert room(table, "wei") == 1
    play(table, "emissary wei red")
    assert province_of(table, "wei").emissaries == (1, 1, 0, 0)


def test_a_house_that_makes_no_new_majority_raises_nothing() -> None:
    table = han()
    build(table, "wei", Barbara=2)
    send(table, "wei", Barbara=2)
    turn(table, "Alex", "red red red")
    play(table, "house wei-3 red")
    assert room(table, "wei") == 0
    assert where(table, "emissary") == []


# B. Discarding


def test_a_card_may_be_discarded_though_a_piece_could_be_placed() -> None:
    table = han()
    turn(table, "Alex", "red red violet")
    assert may(table, "house wei-1 red")
    assert offered(table, "discard") == ["red", "violet"]
    play(table, "discard violet")
    assert is_drawing(table, "Alex")
    assert discarded(table) == {"violet": 1}
