"""The rules of Han up to the end of the game, sentence by sentence, in the order of the rulebook."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import BadOption
from guanxi.games.han import GAME
from guanxi.games.han.board import file_of
from tests.games.han.games import all_cards
from tests.games.han.tables import (
    BORDER,
    FOUR,
    WAYS,
    build,
    build_at,
    capital,
    deal,
    discarded,
    han,
    held,
    is_drawing,
    keep,
    last_turn,
    legal,
    may,
    offered,
    opened,
    play,
    points,
    position,
    province_of,
    room,
    seen,
    send,
    told,
    turn,
    where,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

SET_UPS = [
    # board, players, cards out of each colour, draw pile after dealing
    (BORDER, 5, 0, 38),
    (BORDER, 4, 1, 36),
    (BORDER, 3, 2, 34),
    (WAYS, 4, 3, 27),
    (WAYS, 3, 4, 25),
    (WAYS, 2, 5, 23),
]


# Set-up


@pytest.mark.parametrize(("board", "players", "out", "pile"), SET_UPS)
def test_cards_are_taken_out_by_board_and_players(board: str, players: int, out: int, pile: int) -> None:
    table = GAME.table(players, seed=1, board=board)
    every = {"red": 13, "yellow": 11, "green": 12, "orange": 11, "violet": 10}
    assert sum(every.values()) == 57
    assert all_cards(position(table)) == [count - out for count in every.values()]
    assert seen(table).pile == pile


@pytest.mark.parametrize(("board", "players", "out", "pile"), SET_UPS)
def test_three_hidden_cards_each_and_four_or_three_open(board: str, players: int, out: int, pile: int) -> None:
    table = GAME.table(players, seed=1, board=board)
    assert [player.cards for player in seen(table).players] == [3] * players
    assert [player.hand for player in seen(table).players] == [None] * players
    assert len(seen(table).row) == (4 if board == BORDER else 3)
    assert len(opened(table).split()) + 3 * players + pile == 57 - 5 * out


@pytest.mark.parametrize(("board", "players"), [(BORDER, 2), (WAYS, 5)])
def test_a_board_is_for_its_numbers_of_players_only(board: str, players: int) -> None:
    with pytest.raises(BadOption, match=f"The board {board} is for"):
        GAME.table(players, board=board)


@pytest.mark.parametrize(("players", "board"), [(2, WAYS), (3, BORDER), (4, BORDER), (5, BORDER)])
def test_without_a_choice_the_board_suits_the_number_of_players(players: int, board: str) -> None:
    assert seen(GAME.table(players)).board == board


def test_each_player_has_twenty_houses_and_eight_emissaries_to_place() -> None:
    for player in seen(han()).players:
        assert (player.houses, player.emissaries, player.markers) == (20, 8, 0)


@pytest.mark.parametrize(
    ("players", "board", "markers"), [(FOUR, BORDER, 1), ("Ann Bo Cy", WAYS, 1), (FOUR, WAYS, 1), ("Ann Bo", WAYS, 2)]
)
def test_in_the_variants_each_has_one_marker_and_two_markets_with_two_players(
    players: str, board: str, markers: int
) -> None:
    assert {player.markers for player in seen(han(players, board, variant=True)).players} == {markers}


def test_nothing_is_built_or_scored_at_first() -> None:
    for province in seen(han()).provinces:
        assert (sum(province.houses), sum(province.emissaries), province.room, province.scored) == (0, 0, 0, False)


def test_chance_decides_who_has_the_emperor() -> None:
    beginners = Counter(GAME.table(4, seed=seed).to_move for seed in range(400))
    assert set(beginners) == {(0,), (1,), (2,), (3,)}
    assert all(abs(count - 100) < 40 for count in beginners.values())


@pytest.mark.parametrize("seat", range(4))
def test_who_goes_first_can_be_chosen(seat: int) -> None:
    table = GAME.table(4, first=seat)
    assert (table.to_move, seen(table).first) == ((seat,), seat)


def test_who_goes_first_must_sit_at_the_table() -> None:
    with pytest.raises(BadOption, match="Seats are numbered from 0 to 2"):
        GAME.table(3, first=3)


def test_the_cards_are_shuffled() -> None:
    assert (
        len({(held(GAME.table(4, seed=seed), "Player 1"), opened(GAME.table(4, seed=seed))) for seed in range(40)}) > 35
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


# Drawing


def test_the_hand_is_filled_up_to_three_cards() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    play(table, "house wei-2 red", "house wei-3 red")
    assert table.say(table.prompt(0)) == "Draw 2 cards, open or from the pile, one after the other."
    play(table, "draw pile", "draw pile")
    assert seen(table).players[0].cards == 3
    assert table.to_move == (1,)


def test_cards_are_drawn_from_the_row_and_the_pile_in_any_order() -> None:
    for draws, drawn in (
        (("draw pile", "draw green"), "red green"),
        (("draw green", "draw pile"), "red green"),
        (("draw green", "draw violet"), "green violet"),
        (("draw pile", "draw pile"), "red orange"),
    ):
        table = han()
        build(table, "wei", Chris=1)
        deal(table, Alex="red red yellow", row="green green green violet", pile="red orange yellow yellow violet")
        turn(table, "Alex")
        play(table, "house wei-2 red", "house wei-3 red", *draws)
        assert sorted(held(table, "Alex").split()) == sorted(f"yellow {drawn}".split())


def test_a_player_sees_a_card_before_the_next_is_chosen() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green green violet", pile="orange yellow yellow")
    turn(table, "Alex")
    play(table, "house wei-2 red", "house wei-3 red", "draw pile")
    assert held(table, "Alex") == "yellow orange"
    assert told(table, "Alex")[-1] == "Alex draws from the pile: orange."
    assert told(table)[-1] == told(table, "Barbara")[-1] == "Alex draws from the pile."
    assert is_drawing(table, "Alex")


def test_equal_open_cards_are_offered_once() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="green green green violet")
    turn(table, "Alex")
    play(table, "discard red")
    assert legal(table) == ["draw green", "draw violet", "draw pile"]


def test_the_row_is_refilled_only_after_the_hand_is_full() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange orange yellow yellow")
    turn(table, "Alex")
    play(table, "house wei-2 red", "house wei-3 red", "draw green")
    assert opened(table) == "green violet violet"
    assert may(table, "draw green")
    assert not may(table, "draw orange")
    play(table, "draw green")
    assert opened(table) == "orange orange violet violet"
    assert seen(table).pile == 2


# The pile runs out


def test_the_first_time_the_discards_become_a_new_pile() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange")
    turn(table, "Alex")
    lying = sum(discarded(table).values())
    play(table, "discard red", "draw pile")
    # The card just played is among them.
    assert seen(table).pile == lying + 1
    assert discarded(table) == {}
    assert opened(table) == "green green violet violet"
    assert seen(table).shuffled
    assert "The pile is empty: the discards are shuffled into a new one." in told(table)
    assert table.to_move == (1,)


def test_who_has_emptied_the_first_pile_finishes_drawing_and_then_the_row_is_refilled() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange")
    turn(table, "Alex")
    lying = sum(discarded(table).values())
    play(table, "house wei-2 red", "house wei-3 red", "draw pile")
    assert is_drawing(table, "Alex")
    assert opened(table) == "green green violet violet"
    play(table, "draw green")
    assert len(seen(table).row) == 4
    assert seen(table).pile == lying + 2 - 1
    assert seen(table).players[0].cards == 3


def test_refilling_the_row_can_empty_the_first_pile() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange")
    turn(table, "Alex")
    lying = sum(discarded(table).values())
    play(table, "discard red", "draw green")
    assert opened(table) == "green orange violet violet"
    assert seen(table).shuffled
    assert seen(table).pile == lying + 1


def test_refilling_goes_on_from_the_new_pile() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange")
    turn(table, "Alex")
    lying = sum(discarded(table).values())
    play(table, "house wei-2 red", "house wei-3 red", "draw green", "draw green")
    assert len(seen(table).row) == 4
    assert seen(table).pile == lying + 2 - 1


def test_the_second_time_by_a_draw_the_last_round_begins_and_nobody_draws_any_more() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange", shuffled=True)
    turn(table, "Alex")
    play(table, "house wei-2 red", "house wei-3 red", "draw pile")
    assert seen(table).last_round
    # One card is missing, and stays so.
    assert held(table, "Alex") == "yellow orange"
    assert opened(table) == "green green violet violet"
    for seat, name in enumerate(("Barbara", "Chris", "Doris"), 1):
        assert table.to_move == (seat,)
        assert table.say(table.prompt(seat)) == "The last round: place a piece, or discard a card."
        play(table, offered_discard(table))
        assert seen(table).players[seat].cards == 2, name
    assert table.over


def offered_discard(table: Table) -> str:
    """The first card that may be discarded."""
    return f"discard {offered(table, 'discard')[0]}"


def test_the_second_time_by_refilling_the_last_round_begins_too() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange", shuffled=True)
    turn(table, "Alex")
    play(table, "discard red", "draw green")
    assert opened(table) == "green orange violet violet"
    assert seen(table).last_round
    assert "Alex has taken the last card: the last round begins, and nobody draws any more." in told(table)
    assert table.to_move == (1,)


def test_a_row_that_cannot_be_filled_stays_short() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row="green green violet violet", pile="orange", shuffled=True)
    turn(table, "Alex")
    play(table, "house wei-2 red", "house wei-3 red", "draw green", "draw green")
    assert opened(table) == "orange violet violet"
    assert seen(table).last_round


@pytest.mark.parametrize(("name", "turns_left"), [("Alex", 3), ("Barbara", 2), ("Chris", 1), ("Doris", 0)])
def test_the_last_round_ends_with_the_neighbour_of_the_emperors_owner(name: str, turns_left: int) -> None:
    table = han()
    deal(table, row="green green violet violet", pile="orange", shuffled=True, **{name: "red red yellow"})
    turn(table, name)
    play(table, "discard red", "draw pile")
    for _ in range(turns_left):
        assert not table.over
        play(table, offered_discard(table))
    assert table.over


def test_in_the_last_round_pieces_may_still_be_placed() -> None:
    table = han()
    build(table, "wei", Chris=1)
    last_turn(table, "Doris", "red red violet")
    play(table, "house wei-2 red", "house wei-3 red")
    assert table.over
    assert province_of(table, "wei").houses == (0, 0, 1, 2)


def test_who_has_no_card_in_the_last_round_passes() -> None:
    table = han()
    deal(table, pile="", Alex="red", Barbara="", Chris="red", Doris="")
    p = position(table)
    p.emptied, p.last_round = 2, 1
    turn(table, "Alex")
    play(table, "discard red")
    assert table.to_move == (2,)
    play(table, "discard red")
    assert table.over


# The end


def test_the_game_ends_at_once_when_nobody_has_a_piece_to_place() -> None:
    table = han()
    build(table, "wei", Chris=1)
    for name in FOUR.split():
        keep(table, name, houses=int(name == "Alex"), emissaries=0)
    turn(table, "Alex", "red red red")
    play(table, "house wei-2 red")
    assert table.over
    assert "No piece can be placed any more: final scoring." in told(table)


def test_the_game_goes_on_while_anybody_could_place_a_piece_whatever_the_cards() -> None:
    for supply in ({"houses": 1, "emissaries": 0}, {"houses": 0, "emissaries": 1}):
        table = han()
        build(table, "wei", Chris=2)
        for name in FOUR.split():
            keep(table, name, houses=int(name == "Alex"), emissaries=0)
        keep(table, "Doris", **supply)
        turn(table, "Alex", "red violet violet")
        play(table, "house wei-3 red")
        assert not table.over


def full(table: Table) -> None:
    """Every space taken, and room for exactly one emissary, in Wei."""
    names = FOUR.split()
    for number, at in enumerate(file_of(position(table).board).space_ids):
        build_at(table, names[number % 4], at)
    for number, province in enumerate(seen(table).provinces):
        send(table, province.id, **{names[number % 4]: province.room - (province.id == "wei")})


def test_the_game_ends_at_once_when_every_space_is_taken_and_no_emissary_fits() -> None:
    table = han()
    full(table)
    assert sum(room(table, province.id) for province in seen(table).provinces) == 1
    turn(table, "Alex", "red red red")
    assert [notation for notation in legal(table) if not notation.startswith("discard")] == ["emissary wei red"]
    play(table, "emissary wei red")
    assert table.over


def test_a_market_that_could_be_placed_keeps_the_game_going() -> None:
    for variant in (False, True):
        table = capital(variant=variant)
        build(table, "weiyang", Alex=1, Barbara=3)
        send(table, "weiyang", Chris=3)
        for name in FOUR.split():
            keep(table, name, houses=int(name == "Alex"), emissaries=int(name == "Doris"))
        turn(table, "Alex", "violet")
        play(table, "house weiyang-5 violet")
        # No house is left and no emissary fits, but Doris has one for a market.
        assert table.over != variant


# Borders


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
