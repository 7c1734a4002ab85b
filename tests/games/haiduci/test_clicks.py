"""Clicks on something that is not legal, and the reason that Haiduci gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.haiduci import GAME
from tests.games.haiduci.tables import agree, play, position, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def why(table: Table, *places: str) -> str:
    """The reason that the player who is asked is told."""
    wrong = GAME.why_not(position(table), table.to_move[0], places)
    return str(wrong) if wrong else ""


def test_offers_and_boxes() -> None:
    table = table_with("ottoman serbia russia wallachia", hands=("faith iancu-jianu army", "army", "revolt"))
    assert why(table, "hand:iancu-jianu").startswith("A haiduc")
    assert why(table, "box:serbia:2") == why(table, "box:serbia:1")
    assert why(table, "box:serbia:1") != ""
    play(table, "offer faith", "pass")
    assert why(table, "box:ottoman:2") == "Put a card in your own first box before you join other factions."


def test_a_pawn_goes_next_to_others_and_a_faction_is_chosen_once() -> None:
    table = agree("commerce", "faith", "ottoman serbia russia wallachia")
    asked = [move.touches()[0] for move in table.legal_moves(table.to_move[0])]
    far = next(f"territory:{at}" for at in GAME.board(position(table)).territories if f"territory:{at}" not in asked)
    assert why(table, far).startswith("No pawn can be placed there now")
    assert why(table, asked[0]) == ""
    assert why(table, "faction:serbia").startswith("That move is not possible now. ")
    assert why(table, "season:3") == ""
