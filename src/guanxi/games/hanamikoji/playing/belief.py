"""What a player may conclude from what the other has put face down.

Any cards may lie there, but a player puts away what serves best.  Cards that were dealt at random to the hand and under
the tokens are therefore exchanged, now and then, for the better of two ways to keep them (Metropolis' rule): which
cards the other has is as likely as before, but where they are becomes as likely as a sensible player makes it.
"""

from __future__ import annotations

from math import exp

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.material import GEISHAS, SEATS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

EXCHANGES = 4
TRUST = 8.0  # how sure it is that the better way was taken


def believe(p: Hanamikoji, other: int) -> None:
    """Make what a player has put away likelier."""
    cards = 0
    for item in range(GEISHAS):
        cards += p.hand[other * GEISHAS + item]
    if cards == 0 or (p.secret[other] == NOBODY and p.traded[other * 2] == NOBODY):
        return
    before = outlook(p, other)
    for _ in range(EXCHANGES):
        place = p.below(SEATS + 1)
        item = card_in_hand(p, other, p.below(cards))
        old = exchange(p, other, place, item)
        if old not in (NOBODY, item):
            after = outlook(p, other)
            if after >= before or p.below(1000000) < 1000000 * exp(TRUST * (after - before)):
                before = after
            else:
                exchange(p, other, place, old)


def card_in_hand(p: Hanamikoji, other: int, number: int) -> int:
    """One of the cards of a hand, by its number."""
    item = 0
    while number >= p.hand[other * GEISHAS + item]:
        number -= p.hand[other * GEISHAS + item]
        item += 1
    return item


def exchange(p: Hanamikoji, other: int, place: int, item: int) -> int:
    """Lay a card of the hand under a token and take up the one that lay there; returns that, or NOBODY if none did.

    Place 0 is the secret, 1 and 2 are the trade-off.
    """
    old = p.secret[other] if place == 0 else p.traded[other * 2 + place - 1]
    if old == NOBODY:
        return NOBODY
    if place == 0:
        p.secret[other] = item
    else:
        p.traded[other * 2 + place - 1] = item
    p.hand[other * GEISHAS + item] -= 1
    p.hand[other * GEISHAS + old] += 1
    return old
