"""The White Lotus: the variant with negotiation (4).

Before a decision that concerns others there is a window, in which every player, from the emperor clockwise, may make
offers: so much influence and combat for so much influence and combat.  The other accepts or declines; all of it is
public.  Promises bind nobody.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.material import (
    AGREED,
    AMOUNT,
    AMOUNTS,
    ANSWERING,
    BATTLE,
    BIDDING,
    CAMPS,
    FELL_SILENT,
    FIRST_PALACE,
    NO,
    OFFERED,
    OFFERING,
    OFFERS,
    PARTNER,
    PASS,
    REFUSED,
    SILENT,
    STATING,
    TERMS,
    YES,
    Material,
)

PACKED_TERM: list[int] = [AMOUNTS**term for term in range(TERMS + 1)]  # of an offer as one number


def ask_negotiation(p: Material) -> None:
    """Run the current step of the offers (4)."""
    if p.step == OFFERING:
        ask_speaker(p)
    else:
        ask_term(p)


def add_negotiation(p: Material, seat: int, moves: Moves) -> None:
    """Add what a seat may decide at this step of the offers (4)."""
    if p.step == OFFERING:
        add_partners(p, seat, moves)
    elif p.step == STATING:
        add_terms(p, moves)
    else:
        add_answers(moves)


def decide_negotiation(p: Material, move: int) -> None:
    """Carry out a decision about offers (4)."""
    if p.step == OFFERING:
        address(p, move)
    elif p.step == STATING:
        state(p, move - AMOUNT)
    else:
        answer(p, move == YES)


def open_window(p: Material) -> int:
    """Let everybody make offers before the decision of this step; 1 if they may, 0 if the decision is next (4)."""
    if not p.negotiation or p.heard == p.step:
        return 0
    parties = everybody(p) if p.rules > 1 else first_parties(p)
    # Two windows between which nothing happens are one.
    if parties == 0 or (p.heard and p.rules > 1):
        return 0
    p.after = p.step
    p.step = OFFERING
    p.parties = parties
    p.speaker = 0
    p.offers = 0
    p.partner = NOBODY
    return 1


def forget_offers(p: Material) -> None:
    """With a new year everybody may make offers again, and none has been refused (4)."""
    p.silent = 0
    for seat in range(p.seats):
        for other in range(p.seats):
            p.refused[seat][other] = 0


def everybody(p: Material) -> int:
    """All players, as bits."""
    return (1 << p.seats) - 1


def first_parties(p: Material) -> int:
    """The players who may make offers before this step by version 1 of the rules, as bits."""
    if p.step == BIDDING:
        return p.claims[p.at]
    return everybody(p) if p.step in (FIRST_PALACE, CAMPS, BATTLE) else 0


def stage(p: Material) -> int:
    """The step of the year, or the one that the offers under way precede."""
    return p.after if OFFERING <= p.step <= ANSWERING else p.step


# An offer to somebody, or none (OFFERING)


def ask_speaker(p: Material) -> None:
    """Ask the next party that has an offer left; after the last one the year goes on (4)."""
    while p.speaker < p.seats:
        seat = speaking(p)
        if p.parties & ~p.silent & (1 << seat) and p.offers < OFFERS:
            p.owing = 1 << seat
            return
        next_speaker(p)
    p.parties = 0
    p.heard = p.after
    p.step = p.after


def speaking(p: Material) -> int:
    """The player whose turn it is to make offers (4)."""
    return (p.emperor + p.speaker) % p.seats


def next_speaker(p: Material) -> None:
    """The next player may make offers (4)."""
    p.speaker += 1
    p.offers = 0


def add_partners(p: Material, seat: int, moves: Moves) -> None:
    """An offer to another party, none now, or none for the rest of the year (4; the last since version 2)."""
    for other in range(p.seats):
        if other != seat and p.parties & (1 << other):
            moves.add(PARTNER + other)
    moves.add(PASS)
    if p.rules > 1:
        moves.add(SILENT)


def address(p: Material, move: int) -> None:
    """Choose whom an offer is for, or make none; its terms are stated one after another (4)."""
    if move == SILENT:
        p.silent |= 1 << speaking(p)
        p.tell(FELL_SILENT, speaking(p))
    if move in (PASS, SILENT):
        next_speaker(p)
        return
    p.offers += 1
    p.partner = move - PARTNER
    p.term = 0
    for term in range(TERMS):
        p.terms[term] = 0
    p.step = STATING


# The terms of an offer, one by one (STATING)


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
        # An empty offer is not put to anybody, but it counts, so that the window closes.
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


# The answer (ANSWERING)


def add_answers(moves: Moves) -> None:
    """Accept or decline (4)."""
    moves.add(NO)
    moves.add(YES)


def answer(p: Material, accepted: int) -> None:
    """Accepted points change hands at once (4)."""
    seat = speaking(p)
    partner = p.partner
    if accepted:
        p.influence[seat] += p.terms[2] - p.terms[0]
        p.influence[partner] += p.terms[0] - p.terms[2]
        p.combat[seat] += p.terms[3] - p.terms[1]
        p.combat[partner] += p.terms[1] - p.terms[3]
        p.tell(AGREED, seat, partner, p.terms[0], p.terms[1], p.terms[2], p.terms[3])
    else:
        p.refused[seat][partner] = packed_terms(p)
        p.tell(REFUSED, seat, partner)
    p.partner = NOBODY
    p.step = OFFERING


# What others hear of it


def packed_terms(p: Material) -> int:
    """The terms of the offer under way as one number, which is not 0."""
    number = 0
    for term in range(TERMS):
        number += p.terms[term] * PACKED_TERM[term]
    return number


def packed_term(offer: int, term: int) -> int:
    """One term of an offer that is one number."""
    return offer // PACKED_TERM[term] % AMOUNTS


def hears_terms(p: Material, seat: int) -> int:
    """1 if a seat knows the terms of the offer under way: the speaker, and the partner once they are all stated."""
    return seat == speaking(p) or (p.step == ANSWERING and seat == p.partner)


def forget_terms(p: Material, seat: int) -> None:
    """Forget what a seat has not heard: offers between others, unless they were accepted."""
    if p.step not in (STATING, ANSWERING) or not hears_terms(p, seat):
        for term in range(TERMS):
            p.terms[term] = 0
    for speaker in range(p.seats):
        for other in range(p.seats):
            if seat not in (speaker, other):
                p.refused[speaker][other] = 0
