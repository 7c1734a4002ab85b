"""Drawing, and what happens when the pile runs out, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.games.han.events import Drew, LastRound, Shuffled
from tests.games.han.tables import (
    build,
    deal,
    discarded,
    han,
    happened,
    held,
    is_drawing,
    last_turn,
    legal,
    may,
    offered,
    opened,
    play,
    province_of,
    seen,
    turn,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

ROW = "green green violet violet"
TWO_HOUSES = ("house wei-2 red", "house wei-3 red")


def alexs_turn(row: str = ROW, pile: str = "orange", *, shuffled: bool = False) -> Table:
    """Alex is to play with "red red yellow", and a house of Chris stands in Wei.

    By default one card is left in the pile; `shuffled` says that it is the second pile.
    """
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red yellow", row=row, pile=pile, shuffled=shuffled)
    turn(table, "Alex")
    return table


# Drawing


def test_the_hand_is_filled_up_to_three_cards() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    play(table, *TWO_HOUSES)
    assert table.say(table.prompt(0)) == "Draw 2 cards, one at a time: open ones or from the pile."
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
        table = alexs_turn(row="green green green violet", pile="red orange yellow yellow violet")
        play(table, *TWO_HOUSES, *draws)
        assert sorted(held(table, "Alex").split()) == sorted(f"yellow {drawn}".split())


def test_a_player_sees_a_card_before_the_next_is_chosen() -> None:
    table = alexs_turn(row="green green green violet", pile="orange yellow yellow")
    play(table, *TWO_HOUSES, "draw pile")
    assert held(table, "Alex") == "yellow orange"
    assert happened(table, "Alex")[-1] == Drew(0, "orange")
    assert happened(table)[-1] == happened(table, "Barbara")[-1] == Drew(0, None)
    assert is_drawing(table, "Alex")


def test_equal_open_cards_are_offered_once() -> None:
    table = alexs_turn(row="green green green violet")
    play(table, "discard red")
    assert legal(table) == ["draw green", "draw violet", "draw pile"]


def test_the_row_is_refilled_only_after_the_hand_is_full() -> None:
    table = alexs_turn(pile="orange orange yellow yellow")
    play(table, *TWO_HOUSES, "draw green")
    assert opened(table) == "green violet violet"
    assert may(table, "draw green")
    assert not may(table, "draw orange")
    play(table, "draw green")
    assert opened(table) == "orange orange violet violet"
    assert seen(table).pile == 2


# The pile runs out


def test_the_first_time_the_discards_become_a_new_pile() -> None:
    table = alexs_turn()
    lying = sum(discarded(table).values())
    play(table, "discard red", "draw pile")
    # The card just played is among them.
    assert seen(table).pile == lying + 1
    assert discarded(table) == {}
    assert opened(table) == "green green violet violet"
    assert seen(table).shuffled
    assert Shuffled() in happened(table)
    assert table.to_move == (1,)


def test_a_player_who_empties_the_first_pile_finishes_drawing_and_then_the_row_is_refilled() -> None:
    table = alexs_turn()
    lying = sum(discarded(table).values())
    play(table, *TWO_HOUSES, "draw pile")
    assert is_drawing(table, "Alex")
    assert opened(table) == "green green violet violet"
    play(table, "draw green")
    assert len(seen(table).row) == 4
    assert seen(table).pile == lying + 2 - 1
    assert seen(table).players[0].cards == 3


def test_refilling_the_row_can_empty_the_first_pile() -> None:
    table = alexs_turn()
    lying = sum(discarded(table).values())
    play(table, "discard red", "draw green")
    assert opened(table) == "green orange violet violet"
    assert seen(table).shuffled
    assert seen(table).pile == lying + 1


def test_refilling_goes_on_from_the_new_pile() -> None:
    table = alexs_turn()
    lying = sum(discarded(table).values())
    play(table, *TWO_HOUSES, "draw green", "draw green")
    assert len(seen(table).row) == 4
    assert seen(table).pile == lying + 2 - 1


def test_the_second_time_by_a_draw_the_last_round_begins_and_nobody_draws_any_more() -> None:
    table = alexs_turn(shuffled=True)
    play(table, *TWO_HOUSES, "draw pile")
    assert seen(table).last_round
    # One card is missing, and stays so.
    assert held(table, "Alex") == "yellow orange"
    assert opened(table) == "green green violet violet"
    for seat, name in enumerate(("Barbara", "Chris", "Doris"), 1):
        assert table.to_move == (seat,)
        assert table.say(table.prompt(seat)) == "Last round: place a piece or discard a card."
        play(table, offered_discard(table))
        assert seen(table).players[seat].cards == 2, name
    assert table.over


def offered_discard(table: Table) -> str:
    """The first card that may be discarded."""
    return f"discard {offered(table, 'discard')[0]}"


def test_the_second_time_by_refilling_the_last_round_begins_too() -> None:
    table = alexs_turn(shuffled=True)
    play(table, "discard red", "draw green")
    assert opened(table) == "green orange violet violet"
    assert seen(table).last_round
    assert happened(table)[-1] == LastRound(0)
    assert table.to_move == (1,)


def test_a_row_that_cannot_be_filled_stays_short() -> None:
    table = alexs_turn(shuffled=True)
    play(table, *TWO_HOUSES, "draw green", "draw green")
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
    play(table, *TWO_HOUSES)
    assert table.over
    assert province_of(table, "wei").houses == (0, 0, 1, 2)
