"""How good a position of Hanamikoji looks to a bot.  Searches evaluate sampled worlds, never the real position."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import COMPETITION, GEISHAS, GIFT, SEATS, SPLIT, TRIPLE
from guanxi.games.hanamikoji.rules.rules import Hanamikoji, place_pair, share_gift

# Tuned by matches; strength hardly changes near these values.
HELD = 0.3  # the worth of a card in the hand, in cards on the table: half of the cards shown go to the other side
TIE = 0.4  # the worth of holding the token, in cards: with equal numbers it stays
DOUBT = 0.6  # how much each card still in play blurs the lead with a geisha
OPEN = 0.8  # how much each charm still undecided blurs the lead in charm


def value(p: Hanamikoji, seat: int) -> float:
    """How good a position looks for a seat, from -1 to 1; an offer is valued by its chooser's best answer."""
    if p.owing == 0:
        return p._returns(seat)
    if p.offer == NOBODY:
        return outlook(p, seat)
    chooser = p.owing >> 1 & 1
    best = best_gift(p, chooser) if p.offer < COMPETITION else best_pair(p, chooser)
    return best if seat == chooser else -best


def best_gift(p: Hanamikoji, chooser: int) -> float:
    """The chooser's outlook after the best answer to a gift."""
    triple = p.offer - GIFT
    best = -2.0
    for card in range(3):
        taken = TRIPLE[triple][card]
        share_gift(p, chooser, triple, taken, 1)
        best = max(best, outlook(p, chooser))
        share_gift(p, chooser, triple, taken, -1)
    return best


def best_pair(p: Hanamikoji, chooser: int) -> float:
    """The chooser's outlook after the best answer to a competition."""
    split = SPLIT[p.offer - COMPETITION]
    best = -2.0
    for half in range(2):
        place_pair(p, chooser, split[half], 1)
        place_pair(p, 1 - chooser, split[1 - half], 1)
        best = max(best, outlook(p, chooser))
        place_pair(p, chooser, split[half], -1)
        place_pair(p, 1 - chooser, split[1 - half], -1)
    return best


def outlook(p: Hanamikoji, seat: int) -> float:
    """How surely a seat ends with more charm: once every token is taken, more charm beats 4 geishas."""
    charm = 0.0
    undecided = 1.0
    for geisha in range(GEISHAS):
        share = lead(p, seat, geisha)
        charm += p.cards.charm[geisha] * share
        undecided += p.cards.charm[geisha] * (1 - abs(share))
    return charm / (abs(charm) + OPEN * undecided)


def lead(p: Hanamikoji, seat: int, geisha: int) -> float:
    """How surely a geisha ends on a seat's side: 1 is certain, -1 certain for the other side."""
    other = 1 - seat
    mine = p.side[seat][geisha] + (p.secret[seat] == geisha)
    theirs = p.side[other][geisha] + (p.secret[other] == geisha)
    in_play = p.cards.items[geisha] - mine - theirs - (p.aside == geisha)
    for owner in range(SEATS):
        in_play -= (p.traded[owner][0] == geisha) + (p.traded[owner][1] == geisha)
    margin: float = mine - theirs + HELD * (p.hand[seat][geisha] - p.hand[other][geisha])
    if p.favour[geisha] == seat:
        margin += TIE
    elif p.favour[geisha] == other:
        margin -= TIE
    if margin == 0:
        return 0.0
    return margin / (abs(margin) + DOUBT * in_play)
