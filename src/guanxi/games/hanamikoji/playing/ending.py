"""The end of a round of Hanamikoji: all that may lie hidden where it still counts.

In the last two turns a player has just the cards of its last action.  What counts is then which card the other has kept
as a secret, and which card is still to be drawn.
"""

from __future__ import annotations

from math import exp

from guanxi.engine.core.pile import swap
from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.deck import deal_hidden, gather_unseen, seen
from guanxi.games.hanamikoji.rules.material import ACTIONS, CHARM, GEISHAS, SEATS, TURNS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

SENSIBLE = 4.0  # how surely the best card was kept; the secrets of 40 games of experts are likeliest with this number


def possibilities(p: Hanamikoji, seat: int) -> int:
    """How many ways there are to suppose what the other keeps, and what the seat draws."""
    if p.turn < TURNS - 2 or hides_offer(p, 1 - seat):
        return 0
    return GEISHAS * GEISHAS if draws(p, seat) else GEISHAS


def hides_offer(p: Hanamikoji, seat: int) -> int:
    """1 if a player is still to offer cards of which some are in its hand: these are too many possibilities."""
    return p.left and is_last(p, seat) and not (p.used[seat * ACTIONS + 2] and p.used[seat * ACTIONS + 3])


def draws(p: Hanamikoji, seat: int) -> int:
    """1 if a player is still to draw a card that will count: it will be traded off, or not."""
    return p.left and is_last(p, seat) and p.used[seat * ACTIONS + 1]


def is_last(p: Hanamikoji, seat: int) -> int:
    """1 if the last turn of the round is this player's."""
    return (p.first + TURNS - 1) % SEATS == seat


def suppose(p: Hanamikoji, seat: int, number: int) -> float:
    """Suppose what the other keeps and, if it counts, what the seat draws; returns how likely that is."""
    other = 1 - seat
    kept = number % GEISHAS
    drawn = number // GEISHAS
    drawing = draws(p, seat)
    likelihood = CHARM[kept] - seen(p, seat, kept)
    if drawing:
        likelihood *= CHARM[drawn] - seen(p, seat, drawn) - (drawn == kept)
    if likelihood <= 0:
        return 0.0
    left = p.left
    p.left = gather_unseen(p, seat)
    # What is drawn in the last turn lies at the bottom, a secret is dealt from the top.
    if drawing:
        swap(p.pile, 0, topmost(p, drawn))
    swap(p.pile, p.left - 1 if p.secret[other] != NOBODY else 0, topmost(p, kept))
    deal_hidden(p, other)
    assert p.left == left
    return likelihood * exp(SENSIBLE * outlook(p, other)) if p.secret[other] != NOBODY else likelihood


def topmost(p: Hanamikoji, item: int) -> int:
    """Where in the pile the topmost such card lies."""
    place = p.left - 1
    while p.pile[place] != item:
        place -= 1
    return place
