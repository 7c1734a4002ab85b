"""The end of a round of Hanamikoji: the hidden cards that still matter.

In the last two turns a player holds only the cards of the last action.  What matters then is which card the other has
kept as a secret, and which card is still to be drawn.
"""

from __future__ import annotations

from math import exp

from guanxi.engine.core.pile import swap
from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.deck import deal_hidden, gather_unseen, seen
from guanxi.games.hanamikoji.rules.material import GEISHAS, SEATS, TURNS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

SENSIBLE = 4.0  # how surely the best card was kept; the secrets of 40 games of experts are likeliest with this number


def possibilities(p: Hanamikoji, seat: int) -> int:
    """The number of combinations of the other's secret and the seat's last draw; 0 if there are too many.

    With a set that leaves cards unused, neither the last hands nor the last draw follow from what was played.
    """
    if p.turn < TURNS - 2 or p.cards.unused or hides_offer(p, 1 - seat):
        return 0
    return GEISHAS * GEISHAS if draws(p, seat) else GEISHAS


def hides_offer(p: Hanamikoji, seat: int) -> int:
    """1 if a player is still to make an offer from an unknown hand: these would be too many possibilities."""
    return p.left and is_last(p, seat) and not (p.used[seat][2] and p.used[seat][3])


def draws(p: Hanamikoji, seat: int) -> int:
    """1 if a player is still to draw a card that can count, because the trade-off is used."""
    return p.left and is_last(p, seat) and p.used[seat][1]


def is_last(p: Hanamikoji, seat: int) -> int:
    """1 if this player takes the last turn of the round."""
    return (p.first + TURNS - 1) % SEATS == seat


def suppose(p: Hanamikoji, seat: int, number: int) -> float:
    """Set the other's secret and, if it matters, the seat's last draw; returns how likely they are."""
    other = 1 - seat
    kept = number % GEISHAS
    drawn = number // GEISHAS
    drawing = draws(p, seat)
    likelihood = p.cards.items[kept] - seen(p, seat, kept)
    if drawing:
        likelihood *= p.cards.items[drawn] - seen(p, seat, drawn) - (drawn == kept)
    if likelihood <= 0:
        return 0.0
    left = p.left
    p.left = gather_unseen(p, seat)
    # The last card to be drawn lies at the bottom; a secret is dealt from the top.
    if drawing:
        swap(p.pile, 0, topmost(p, drawn))
    swap(p.pile, p.left - 1 if p.secret[other] != NOBODY else 0, topmost(p, kept))
    deal_hidden(p, other)
    assert p.left == left
    return likelihood * exp(SENSIBLE * outlook(p, other)) if p.secret[other] != NOBODY else likelihood


def topmost(p: Hanamikoji, item: int) -> int:
    """The place of the topmost copy of an item in the pile."""
    place = p.left - 1
    while p.pile[place] != item:
        place -= 1
    return place
