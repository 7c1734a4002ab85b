"""Belief in Hanamikoji: what is imagined stays possible, and what is often put away is imagined there more often."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from guanxi.engine.position import NOBODY, first_owing
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.belief import KEPT, TRADED, believe
from guanxi.games.hanamikoji.deck import seen
from guanxi.games.hanamikoji.material import CHARM, GEISHAS
from guanxi.games.hanamikoji.rules import Hanamikoji
from tests.games.described import positions

DRAWN = 4000


def begun(secret: int, traded: tuple[int, int]) -> Hanamikoji:
    """A game in which seat 1 has put cards away, and seat 0 has seen no card but its own hand."""
    p: Hanamikoji = GAME.begin(2, GAME.check_options(2, {"first": 0}), (5, 6, 7, 8))
    p.secret = [NOBODY, secret]
    p.traded = [NOBODY, NOBODY, *traded]
    p.left -= (secret != NOBODY) + 2 * (traded[0] != NOBODY)
    return p


def unseen(p: Hanamikoji, item: int) -> int:
    """How many of an item seat 0 has not seen."""
    return CHARM[item] - seen(p, 0, item)


def test_what_is_believed_is_possible() -> None:
    for p in islice(positions(GAME, "beliefs"), 0, None, 3):
        assert isinstance(p, Hanamikoji)
        seat = first_owing(p)
        before = GAME.view(p, seat)
        left = p.left
        copy = p.copy()
        believe(copy, seat)
        assert GAME.view(copy, seat) == before
        assert copy.left == left
        assert NOBODY not in copy.pile[:left]


def check_shares(p: Hanamikoji, row: str, readiness: list[int]) -> None:
    """Seat 1 is believed to have put each card there as often as it is unseen, and ready to be put there."""
    found: Counter[int] = Counter()
    for _ in range(DRAWN):
        believe(p, 0)
        found[getattr(p, row)[-1]] += 1
    expected = [unseen(p, item) * readiness[item] for item in range(GEISHAS)]
    for item in range(GEISHAS):
        assert found[item] / DRAWN == pytest.approx(expected[item] / sum(expected), abs=0.03)


@pytest.mark.parametrize("traded", [(NOBODY, NOBODY), (1, 2)])
def test_a_secret_is_what_is_readily_kept(traded: tuple[int, int]) -> None:
    check_shares(begun(0, traded), "secret", KEPT)


def test_a_trade_off_is_what_is_readily_traded() -> None:
    p = begun(NOBODY, (1, 2))
    believe(p, 0)
    check_shares(p, "traded", TRADED)
