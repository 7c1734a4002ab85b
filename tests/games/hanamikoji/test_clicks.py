"""Clicks on something that is not legal, and the reason that Hanamikoji gives."""

from __future__ import annotations

from guanxi.games.hanamikoji import GAME
from tests.games.hanamikoji.tables import position


def test_a_used_action_and_an_open_offer_are_explained() -> None:
    table = GAME.table(seed="clicks", first=0)
    secret = next(move for move in table.legal_moves(0) if move.notation().startswith("secret"))
    table.play(0, secret)
    gift = next(move for move in table.legal_moves(1) if move.notation().startswith("gift"))
    table.play(1, gift)
    assert str(GAME.why_not(position(table), 0, ["action:competition"])).startswith("An offer is on the table")
    assert str(GAME.why_not(position(table), 0, ["hand:fan"])).startswith("An offer is on the table")
    table.play(0, table.legal_moves(0)[0])
    wrong = GAME.why_not(position(table), 0, ["action:secret"])
    assert wrong is not None
    assert (str(wrong), wrong.paragraph) == (
        "You have already used Secret this round. Each action can be used once.",
        "actions",
    )
    assert GAME.why_not(position(table), 0, ["geisha:fan"]) is None
