"""What a seat of Hanamikoji may know as a row of numbers, for programs that learn: built from nothing, like a view.

The seat itself always comes first and the opponent second, so that one learner can play both seats.
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

ROUNDS_AHEAD = 30  # more rounds to come than this, or no limit, all look the same

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
    """What a seat may know; `LARGEST` says what stands where."""
    other = 1 - seat
    favour, secret, traded = p.favour, p.secret[seat], p.traded[seat * 2 : seat * 2 + 2]
    return [
        *own(p.hand, seat, GEISHAS),
        *own(p.side, seat, GEISHAS),
        *own(p.side, other, GEISHAS),
        *(int(holder == seat) for holder in favour),
        *(int(holder == other) for holder in favour),
        *own(p.used, seat, ACTIONS),
        *own(p.used, other, ACTIONS),
        *counts([secret]),
        *counts(traded),
        *offered(p.offer),
        sum(own(p.hand, other, GEISHAS)),
        p.left,
        p.owing >> seat & 1,
        int(p.first == seat),
        p.turn,
        min(p.most_rounds - p.round, ROUNDS_AHEAD) if p.most_rounds else ROUNDS_AHEAD,
    ]


def own(rows: list[int], seat: int, length: int) -> list[int]:
    """One player's part of a row that holds both players'."""
    return rows[seat * length : (seat + 1) * length]


def counts(items: Iterable[int]) -> list[int]:
    """How many of each item there are; what is not there is NOBODY."""
    many = [0] * GEISHAS
    for item in items:
        if item != NOBODY:
            many[item] += 1
    return many


def offered(offer: int) -> list[int]:
    """The three cards of a gift, and the two pairs of a competition: at most one of the two is there."""
    gift: list[int] = []
    pairs: list[list[int]] = [[], []]
    if GIFT <= offer < COMPETITION:
        triple = (offer - GIFT) * 3
        gift = TRIPLE[triple : triple + 3]
    elif offer >= COMPETITION:
        split = (offer - COMPETITION) * 2
        pairs = [PAIR[pair * 2 : pair * 2 + 2] for pair in SPLIT[split : split + 2]]
    return counts(gift) + counts(pairs[0]) + counts(pairs[1])
