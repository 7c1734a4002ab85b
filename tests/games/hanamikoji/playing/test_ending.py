"""The end of a round of Hanamikoji: the supposed positions are possible, complete, and as likely as they should be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import exp
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.playing.ending import SENSIBLE, draws, possibilities, suppose
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.deck import seen
from guanxi.games.hanamikoji.rules.material import GEISHAS, TURNS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji
from tests.games.described import positions
from tests.games.hanamikoji.tables import COPIES

if TYPE_CHECKING:
    from collections.abc import Iterator


def endings() -> Iterator[tuple[Hanamikoji, int]]:
    """Positions of random games that are endings, and who decides there."""
    for number in range(5):
        for p in positions(GAME, f"endings {number}"):
            assert isinstance(p, Hanamikoji)
            if possibilities(p, first_owing(p)):
                yield p, first_owing(p)


def supposed(p: Hanamikoji, seat: int) -> list[tuple[Hanamikoji, float]]:
    """All that can be supposed, with its likelihood."""
    rows = []
    for number in range(possibilities(p, seat)):
        copy = p.copy()
        likelihood = suppose(copy, seat, number)
        assert likelihood > 0 or copy.numbers() == p.numbers()
        if likelihood > 0:
            rows.append((copy, likelihood))
    return rows


def kept(p: Hanamikoji, other: int) -> int:
    """The card that will lie as a player's secret: kept already, or drawn as the last one."""
    return p.secret[other] if p.secret[other] != NOBODY else p.pile[0]


def chance(p: Hanamikoji, other: int, likelihood: float) -> float:
    """How likely a supposed position would be if no card were kept more readily than another."""
    return likelihood / exp(SENSIBLE * outlook(p, other)) if p.secret[other] != NOBODY else likelihood


def cards(p: Hanamikoji, seat: int) -> list[int]:
    """How many of each item there are, as a seat that has seen all hidden cards counts them."""
    other = 1 - seat
    hidden = [p.aside, p.secret[other], p.traded[other][0], p.traded[other][1], *p.pile[: p.left]]
    return [seen(p, seat, item) + p.hand[other][item] + hidden.count(item) for item in range(GEISHAS)]


def test_only_the_last_two_turns_are_endings() -> None:
    turns = Counter(p.turn for p, _ in endings())
    assert set(turns) == {TURNS - 2, TURNS - 1}
    assert min(turns.values()) > 20


def test_what_is_supposed_is_possible() -> None:
    """All cards are there, and the seat's view has not changed."""
    for p, seat in endings():
        for copy, _ in supposed(p, seat):
            assert cards(copy, seat) == COPIES
            assert GAME.view(copy, seat) == GAME.view(p, seat)


def test_every_card_that_may_be_kept_is_supposed_once() -> None:
    """Dealing the unseen cards in all orders gives the same cards, each as often as it is likely before any belief."""
    several = 0
    for p, seat in endings():
        other = 1 - seat
        unseen = [item for item in range(GEISHAS) for _ in range(COPIES[item] - seen(p, seat, item))]
        if draws(p, seat):
            dealt = Counter(permutations(unseen, 2))
            found = {(kept(copy, other), copy.pile[0]): chance(copy, other, it) for copy, it in supposed(p, seat)}
        else:
            dealt = Counter((item, item) for item in unseen)
            found = {(kept(copy, other),) * 2: chance(copy, other, it) for copy, it in supposed(p, seat)}
        assert found == pytest.approx(dict(dealt))
        several += len(found) > 2
    assert several > 20
