"""Clicks on something that is not legal, and the reason that The White Lotus gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.white_lotus import GAME
from tests.games.white_lotus.tables import ANN, claiming, control, position, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def why(table: Table, place: str) -> str:
    """The reason that Ann is told."""
    wrong = GAME.why_not(position(table), ANN, [place])
    return table.say(wrong.reason) if wrong else ""


def test_a_province_that_cannot_be_claimed_says_why() -> None:
    table = claiming(table_with({"Ben": "datong village"}, "dadu village, xian village"))
    assert why(table, "province:datong") == "Datong already belongs to Ben. Claim a neutral province."
    assert why(table, "province:jinan") == "Jinan has no tile yet. Claim a neutral province."
    assert why(table, "province:dadu") == ""
    assert why(table, "player:1") == ""  # no player is asked for


def test_a_player_who_is_not_there_cannot_be_bid_against() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"}))
    assert why(table, "player:1") == ""
    assert "Dan" in why(table, "player:3")
    assert "Ann" in why(table, "player:0")
