"""Hanamikoji: the item cards, and the hidden cards that a seat considers possible."""

from __future__ import annotations

from guanxi.engine.core.pile import put, shuffle, take
from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import (
    COMPETITION,
    GEISHAS,
    GIFT,
    PAIR,
    SPLIT,
    TRIPLE,
    Material,
)


def shuffle_items(p: Material) -> None:
    """Shuffle all items (Phase 1: deal)."""
    p.left = 0
    for geisha in range(GEISHAS):
        p.left = put(p.pile, p.left, geisha, p.cards.items[geisha])
    shuffle(p, p.pile, p.left)


def draw(p: Material) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    return take(p.pile, p.left)


def redraw_hidden(p: Material, seat: int) -> None:
    """Shuffle the cards the seat has not seen and deal them to the hidden places (ruling: what a player may know)."""
    left = p.left
    p.left = gather_unseen(p, seat)
    shuffle(p, p.pile, p.left)
    deal_hidden(p, 1 - seat)
    assert p.left == left


def deal_hidden(p: Material, other: int) -> None:
    """Deal a player's secret and trade-off, the card set aside, and the player's hand; the rest is the pile."""
    if p.secret[other] != NOBODY:
        p.secret[other] = draw(p)
    if p.traded[other][0] != NOBODY:
        p.traded[other][0] = draw(p)
        p.traded[other][1] = draw(p)
    p.aside = draw(p)
    cards = 0
    for item in range(GEISHAS):
        cards += p.hand[other][item]
        p.hand[other][item] = 0
    for _ in range(cards):
        p.hand[other][draw(p)] += 1


def gather_unseen(p: Material, seat: int) -> int:
    """Put all items that the seat has not seen on the pile, in order; returns how many there are."""
    count = 0
    for item in range(GEISHAS):
        count = put(p.pile, count, item, p.cards.items[item] - seen(p, seat, item))
    return count


def seen(p: Material, seat: int, item: int) -> int:
    """Count the cards of an item that a seat has seen: its hand, both sides, its own hidden cards and the offer."""
    count = p.hand[seat][item] + p.side[0][item] + p.side[1][item]
    count += p.secret[seat] == item
    count += p.traded[seat][0] == item
    count += p.traded[seat][1] == item
    return count + shown(p, item)


def shown(p: Material, item: int) -> int:
    """Count the cards of an item in the offer."""
    count = 0
    if GIFT <= p.offer < COMPETITION:
        for card in range(3):
            count += TRIPLE[p.offer - GIFT][card] == item
    elif p.offer >= COMPETITION:
        for half in range(2):
            pair = SPLIT[p.offer - COMPETITION][half]
            count += (PAIR[pair][0] == item) + (PAIR[pair][1] == item)
    return count
