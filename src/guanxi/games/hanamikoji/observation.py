"""The observation of a seat of Hanamikoji as numbers, for programs that learn: an allow-list, like a view.

The observing seat always comes first and the opponent second, so that one learner can play both seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import (
    ACTIONS,
    CHARM,
    COMPETITION,
    GEISHAS,
    GIFT,
    HAND,
    PAIR,
    PILE,
    SPLIT,
    TRIPLE,
    TURNS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

ROUNDS_AHEAD = 30  # the largest number shown; also if there is no limit

LARGEST = (
    *CHARM,  # own hand
    *(CHARM * 2),  # items on the own and the other side
    *([1] * GEISHAS * 2),  # favours held by the seat and by the opponent
    *([1] * ACTIONS * 2),  # actions used by the seat and by the opponent
    *([1] * GEISHAS),  # own secret
    *([2] * GEISHAS),  # own trade-off
    *([3] * GEISHAS),  # a gift on offer
    *([2] * GEISHAS * 2),  # a competition on offer: the first and the second pair
    HAND + 1,  # cards in the opponent's hand
    PILE,  # cards in the draw pile
    1,  # the seat owes a decision
    1,  # the seat begins this round
    TURNS,  # turns finished this round
    ROUNDS_AHEAD,  # rounds to come
)


def observe(p: Hanamikoji, seat: int) -> list[int]:
    """The observation of a seat; `LARGEST` explains each number."""
    other = 1 - seat
    favour, hand, side, used = p.favour, p.hand, p.side, p.used
    return [
        *hand[seat],
        *side[seat],
        *side[other],
        *[int(holder == seat) for holder in favour],
        *[int(holder == other) for holder in favour],
        *used[seat],
        *used[other],
        *counts([p.secret[seat]]),
        *counts(p.traded[seat]),
        *offered(p.offer),
        sum(hand[other]),
        p.left,
        p.owing >> seat & 1,
        int(p.first == seat),
        p.turn,
        min(p.most_rounds - p.round, ROUNDS_AHEAD) if p.most_rounds else ROUNDS_AHEAD,
    ]


def counts(items: Iterable[int]) -> list[int]:
    """How many of each item there are; NOBODY is no item."""
    many = [0] * GEISHAS
    for item in items:
        if item != NOBODY:
            many[item] += 1
    return many


def offered(offer: int) -> list[int]:
    """The cards of a gift, then those of both pairs of a competition; at most one of the two is there."""
    gift: list[int] = []
    pairs: list[list[int]] = [[], []]
    if GIFT <= offer < COMPETITION:
        gift = TRIPLE[offer - GIFT]
    elif offer >= COMPETITION:
        pairs = [PAIR[pair] for pair in SPLIT[offer - COMPETITION]]
    return counts(gift) + counts(pairs[0]) + counts(pairs[1])
