"""Greedy bots at tables with negotiation: they make offers, take good ones, and never give something for nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.bots import bot
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Agreed, Offered, Refused
from tests.games.white_lotus.playing.test_evaluation import chosen
from tests.games.white_lotus.tables import control, play, table_with, told

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def played_by_bots(seats: int, seed: int) -> Table:
    """A game of greedy bots with negotiation, at its end."""
    table = GAME.table(seats, seed=seed, negotiation=True)
    bots = [bot("greedy", Random(seed * 10 + seat)) for seat in range(seats)]
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, bots[seat].choose(table.sight(seat)))
    return table


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_bots_make_offers_that_others_accept_and_none_for_nothing(seats: int) -> None:
    table = played_by_bots(seats, seed=2)
    offers = told(table, Offered)
    assert len(offers) >= 3
    assert len(told(table, Agreed)) >= 2
    assert len(told(table, Agreed)) + len(told(table, Refused)) == len(offers)
    assert all(offer.give_influence + offer.give_combat for offer in offers)
    assert all(offer.want_influence + offer.want_combat for offer in offers)


@pytest.mark.parametrize(
    ("give", "want", "answer"),
    [
        ("give 6 influence, give 0 combat", "want 0 influence, want 1 combat", "reply yes"),
        ("give 1 influence, give 0 combat", "want 0 influence, want 3 combat", "reply no"),
        ("give 0 influence, give 3 combat", "want 1 influence, want 0 combat", "reply yes"),
        ("give 0 influence, give 0 combat", "want 0 influence, want 1 combat", "reply no"),
    ],
)
def test_a_good_offer_is_accepted_and_a_bad_one_declined(give: str, want: str, answer: str) -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    play(table, f"Ann: offer Ben, {give}, {want}")
    assert chosen(table, "Ben", 5) == {answer}
