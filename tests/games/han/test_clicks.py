"""Clicks on something that is not legal, and the reason that Han gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han import GAME
from tests.games.han.tables import build, han, play, position, send, turn

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def why(table: Table, *places: str) -> str:
    """The reason that Alex is told."""
    wrong = GAME.why_not(position(table), 0, places)
    return str(wrong) if wrong else ""


def test_a_space_is_taken_cannot_be_paid_for_or_is_elsewhere() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red green")
    assert why(table, "space:wei-1").startswith("Wei 1 is taken. Free spaces in this province: Wei 2")
    assert why(table, "row:red") == "You draw at the end of your turn. Place a piece or discard a card first."
    turn(table, "Alex", "red yellow orange")
    assert why(table, "space:shu-1").startswith("It costs a green card, or two equal cards")
    play(table, "house wei-2 red")
    assert why(table, "space:qi-2").startswith("No piece can go to Qi 2 now")


def test_a_dragon_has_no_room() -> None:
    table = han()
    build(table, "wei", Chris=1)
    send(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    assert why(table, "dragon:wei").startswith("There is no room for another emissary in Wei.")


def test_a_card_does_not_pay_for_a_second_piece_or_for_the_chosen_space() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red yellow green")
    assert why(table, "space:wei-2", "hand:yellow").startswith("It costs a red card")
    play(table, "house wei-2 red")
    assert why(table, "hand:yellow").startswith("It costs a red card")
    play(table, "stop")
    assert why(table, "hand:yellow").startswith("Draw first")
    assert why(table, "space:wei-3").startswith("Draw first")
