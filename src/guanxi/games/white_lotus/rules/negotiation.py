"""The White Lotus: the variant with negotiation (4).

In a window every party, from the emperor clockwise, may make offers: so much influence and combat for so much influence
and combat.  The other accepts or declines; all of it is public.  What else is promised binds nobody.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.material import (
    AGREED,
    AMOUNT,
    AMOUNTS,
    ANSWERING,
    NO,
    OFFERED,
    OFFERING,
    OFFERS,
    PARTNER,
    PASS,
    REFUSED,
    STATING,
    TERMS,
    YES,
    Material,
)


def open_window(p: Material, parties: int, after: int) -> None:
    """Before a step of the year these players (bits) may make offers, if the table plays so (4)."""
    p.step = after
    if p.negotiation:
        p.step = OFFERING
        p.after = after
        p.parties = parties
        p.speaker = 0
        p.offers = 0
        p.partner = NOBODY


def ask_speaker(p: Material) -> None:
    """Ask the next party that has an offer left; after the last one the year goes on (4)."""
    while p.speaker < p.seats:
        seat = speaking(p)
        if p.parties & (1 << seat) and p.offers < OFFERS:
            p.owing = 1 << seat
            return
        next_speaker(p)
    p.parties = 0
    p.step = p.after


def speaking(p: Material) -> int:
    """The player whose turn it is to make offers (4)."""
    return (p.emperor + p.speaker) % p.seats


def next_speaker(p: Material) -> None:
    """The next player may make offers (4)."""
    p.speaker += 1
    p.offers = 0


def add_partners(p: Material, seat: int, moves: Moves) -> None:
    """An offer to another party, or none (4)."""
    for other in range(p.seats):
        if other != seat and p.parties & (1 << other):
            moves.add(PARTNER + other)
    moves.add(PASS)


def address(p: Material, partner: int) -> None:
    """Whom the offer is for; its terms are stated one after another (4)."""
    p.offers += 1
    p.partner = partner
    p.term = 0
    for term in range(TERMS):
        p.terms[term] = 0
    p.step = STATING


def limit(p: Material) -> int:
    """How much the next term can be: what its giver has (4)."""
    giver = speaking(p) if p.term < 2 else p.partner
    held = p.influence[giver] if p.term % 2 == 0 else p.combat[giver]
    return min(held, AMOUNTS - 1)


def ask_term(p: Material) -> None:
    """Ask for the next term of which there can be any; a whole offer goes to the partner (4)."""
    while p.term < TERMS and limit(p) == 0:
        p.term += 1
    if p.term < TERMS:
        p.owing = 1 << speaking(p)
    elif p.terms[0] + p.terms[1] + p.terms[2] + p.terms[3] == 0:
        # Nothing for nothing is not put to anybody, but counts as an offer: so the window closes.
        p.partner = NOBODY
        p.step = OFFERING
    else:
        p.step = ANSWERING
        p.owing = 1 << p.partner
        p.tell(OFFERED, speaking(p), p.partner, p.terms[0], p.terms[1], p.terms[2], p.terms[3])


def add_terms(p: Material, moves: Moves) -> None:
    """Any amount up to what the giver has (4)."""
    for amount in range(limit(p) + 1):
        moves.add(AMOUNT + amount)


def state(p: Material, amount: int) -> None:
    """One term of the offer (4)."""
    p.terms[p.term] = amount
    p.term += 1


def add_answers(moves: Moves) -> None:
    """Accept or decline (4)."""
    moves.add(NO)
    moves.add(YES)


def answer(p: Material, accepted: int) -> None:
    """What is accepted changes hands at once (4)."""
    seat = speaking(p)
    partner = p.partner
    if accepted:
        p.influence[seat] += p.terms[2] - p.terms[0]
        p.influence[partner] += p.terms[0] - p.terms[2]
        p.combat[seat] += p.terms[3] - p.terms[1]
        p.combat[partner] += p.terms[1] - p.terms[3]
    p.tell(AGREED if accepted else REFUSED, seat, partner)
    p.partner = NOBODY
    p.step = OFFERING
