"""Hanamikoji: the cards, and what a seat may hold for possible."""

from __future__ import annotations

from guanxi.engine.core.pile import put, shuffle, take
from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import (
    CHARM,
    COMPETITION,
    GEISHAS,
    GIFT,
    PAIR,
    SPLIT,
    TRIPLE,
    Material,
)


def shuffle_items(p: Material) -> None:
    """All 21 items, as many of a geisha as her charm, in a random order (Phase 1: deal)."""
    p.left = 0
    for geisha in range(GEISHAS):
        p.left = put(p.pile, p.left, geisha, CHARM[geisha])
    shuffle(p, p.pile, p.left)


def draw(p: Material) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    return take(p.pile, p.left)


def redraw_hidden(p: Material, seat: int) -> None:
    """Shuffle what the seat has not seen and deal it to the hidden places (our ruling: what a player may know)."""
    left = p.left
    p.left = gather_unseen(p, seat)
    shuffle(p, p.pile, p.left)
    deal_hidden(p, 1 - seat)
    assert p.left == left


def deal_hidden(p: Material, other: int) -> None:
    """The next cards are a player's secret and trade-off, the one set aside, and the hand; the rest is the pile."""
    if p.secret[other] != NOBODY:
        p.secret[other] = draw(p)
    if p.traded[other * 2] != NOBODY:
        p.traded[other * 2] = draw(p)
        p.traded[other * 2 + 1] = draw(p)
    p.aside = draw(p)
    cards = 0
    for item in range(GEISHAS):
        cards += p.hand[other * GEISHAS + item]
        p.hand[other * GEISHAS + item] = 0
    for _ in range(cards):
        p.hand[other * GEISHAS + draw(p)] += 1


def gather_unseen(p: Material, seat: int) -> int:
    """Put on the pile, in their order, all items that the seat has not seen; returns how many."""
    count = 0
    for item in range(GEISHAS):
        count = put(p.pile, count, item, CHARM[item] - seen(p, seat, item))
    return count


def seen(p: Material, seat: int, item: int) -> int:
    """How many of an item a seat has seen: its hand, both sides, its own hidden cards and the offer."""
    count = p.hand[seat * GEISHAS + item] + p.side[item] + p.side[GEISHAS + item]
    count += p.secret[seat] == item
    count += p.traded[seat * 2] == item
    count += p.traded[seat * 2 + 1] == item
    return count + shown(p, item)


def shown(p: Material, item: int) -> int:
    """How many of an item lie in the offer."""
    count = 0
    if GIFT <= p.offer < COMPETITION:
        for card in range(3):
            count += TRIPLE[(p.offer - GIFT) * 3 + card] == item
    elif p.offer >= COMPETITION:
        for half in range(2):
            pair = SPLIT[(p.offer - COMPETITION) * 2 + half]
            count += (PAIR[pair * 2] == item) + (PAIR[pair * 2 + 1] == item)
    return count
