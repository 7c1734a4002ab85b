"""What a player can conclude from the cards that the other has put face down.

Any cards may lie there, but a player puts away those that serve best.  So cards that were dealt at random to the hand
and under the tokens are exchanged by the Metropolis rule: which cards the other has stays as likely as before, but
where they lie becomes as likely as a sensible player makes it.
"""

from __future__ import annotations

from math import exp

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.material import GEISHAS, SEATS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

EXCHANGES = 4
TRUST = 8.0  # how surely the better place was chosen


def believe(p: Hanamikoji, other: int) -> None:
    """Exchange cards between a player's hand and tokens until their places are likely."""
    cards = 0
    for item in range(GEISHAS):
        cards += p.hand[other][item]
    if cards == 0 or (p.secret[other] == NOBODY and p.traded[other][0] == NOBODY):
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
    """The card of a hand with this number, counting from the first item."""
    item = 0
    while number >= p.hand[other][item]:
        number -= p.hand[other][item]
        item += 1
    return item


def exchange(p: Hanamikoji, other: int, place: int, item: int) -> int:
    """Exchange a card of the hand for the one under a token; returns that card, or NOBODY if there was none.

    Place 0 is the secret, 1 and 2 are the trade-off.
    """
    old = p.secret[other] if place == 0 else p.traded[other][place - 1]
    if old == NOBODY:
        return NOBODY
    if place == 0:
        p.secret[other] = item
    else:
        p.traded[other][place - 1] = item
    p.hand[other][item] -= 1
    p.hand[other][old] += 1
    return old
