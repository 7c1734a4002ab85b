"""Deals between bots and with them: exchanges of influence and combat by which both players gain.

A deal is judged by everybody's expected share of the win before and after it.  Nothing here uses chance, so a bot that
states its offer term by term finds the same offer again at every term.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.playing.evaluation import COMBAT_HALF, COMBAT_WORTH, rebellion, stakes, years_left
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    ANSWERING,
    BATTLE,
    NO,
    OFFERING,
    PARTNER,
    PASS,
    STATING,
    TERMS,
    YES,
)
from guanxi.games.white_lotus.rules.negotiation import PACKED_TERM, limit, packed_term, speaking, stage
from guanxi.games.white_lotus.rules.rules import WhiteLotus

WORTHWHILE = 0.004  # the least gain, of a value from -1 to 1, for which a bot makes an offer
NOTICEABLE = 0.001  # the least gain for which it accepts one
FAIR = 0.5  # of its own gain, which it leaves to the partner at least
MOST = 9  # points of either kind in an offer of its own
CHANGE = 3  # points by which a counter-offer differs at most from the offer it answers
FATES = 8  # battles that are imagined
NONE = -1  # no offer
OFFER = PACKED_TERM[4]  # an offer is its four terms and its partner, packed


def deal_move(p: WhiteLotus, seat: int) -> int:
    """A bot's move where offers are made, stated and answered; NOBODY at any other step."""
    if p.step == OFFERING:
        offer = best_offer(p, seat)
        return PASS if offer == NONE else PARTNER + offer // OFFER
    if p.step == STATING:
        return AMOUNT + next_term(p, seat)
    if p.step == ANSWERING:
        return YES if is_good(p, seat) else NO
    return NOBODY


# Value of an exchange


def worth(p: WhiteLotus, seat: int) -> float:
    """The value of a position without chance."""
    return stakes(p, seat, arms(p, seat) + battle(p, seat))


def battle(p: WhiteLotus, seat: int) -> float:
    """What the rebellion under way may bring a seat: the mean of some battles, always the same ones."""
    if p.rebel == NOBODY or p.winning != NOBODY:
        return 0.0
    first, second, third, fourth = p.words[0], p.words[1], p.words[2], p.words[3]
    hope = 0.0
    for fate in range(FATES):
        for word in range(4):
            p.words[word] = 7919 * (fate + 1) * (word + 3)
        hope += rebellion(p, seat) / FATES
    p.words[0], p.words[1], p.words[2], p.words[3] = first, second, third, fourth
    return hope


def arms(p: WhiteLotus, seat: int) -> float:
    """What combat is worth beyond its use in later years: this year's rebellion may still need it."""
    if p.winning != NOBODY or stage(p) > BATTLE:
        return 0.0
    return COMBAT_WORTH * (1.0 - min(1.0, years_left(p))) * p.combat[seat] / (p.combat[seat] + COMBAT_HALF)


def move_points(p: WhiteLotus, seat: int, partner: int, influence: int, combat: int) -> None:
    """Give a seat so many points from its partner; negative ones go the other way."""
    p.influence[seat] += influence
    p.influence[partner] -= influence
    p.combat[seat] += combat
    p.combat[partner] -= combat


def gain(p: WhiteLotus, seat: int, partner: int, influence: int, combat: int) -> float:
    """How much a seat's value grows if it gets so many points from its partner."""
    before = worth(p, seat)
    move_points(p, seat, partner, influence, combat)
    after = worth(p, seat)
    move_points(p, seat, partner, -influence, -combat)
    return after - before


def is_good(p: WhiteLotus, seat: int) -> int:
    """1 if the offer put to a seat brings it something for what it gives, and is worth it."""
    if p.terms[0] + p.terms[1] == 0:
        return 0
    return gain(p, seat, speaking(p), p.terms[0] - p.terms[2], p.terms[1] - p.terms[3]) > NOTICEABLE


# Offers


def pack(partner: int, give_influence: int, give_combat: int, want_influence: int, want_combat: int) -> int:
    """An offer as one number."""
    terms = give_influence + PACKED_TERM[1] * give_combat
    return terms + PACKED_TERM[2] * want_influence + PACKED_TERM[3] * want_combat + OFFER * partner


def best_offer(p: WhiteLotus, seat: int) -> int:
    """The offer that a seat makes now, or NONE: a counter-offer if there is one, else the one that brings it most."""
    best = NONE
    most = 0.0
    for other in range(p.seats):
        if other != seat:
            offer = offer_to(p, seat, other)
            if offer != NONE:
                brings = gain_of(p, seat, offer)
                # A partner who has made an offer wants to deal: that comes first.
                if p.refused[other][seat]:
                    brings += 1.0
                if brings > most:
                    most = brings
                    best = offer
    return best


def offer_to(p: WhiteLotus, seat: int, partner: int) -> int:
    """The offer that a seat makes to one partner, or NONE."""
    offer = counter_offer(p, seat, partner)
    return offer if offer != NONE else fresh_offer(p, seat, partner)


def gain_of(p: WhiteLotus, seat: int, offer: int) -> float:
    """What an offer brings the seat that makes it."""
    influence = packed_term(offer, 2) - packed_term(offer, 0)
    combat = packed_term(offer, 3) - packed_term(offer, 1)
    return gain(p, seat, offer // OFFER, influence, combat)


def gain_of_partner(p: WhiteLotus, seat: int, offer: int) -> float:
    """What a seat's offer brings the partner."""
    influence = packed_term(offer, 0) - packed_term(offer, 2)
    combat = packed_term(offer, 1) - packed_term(offer, 3)
    return gain(p, offer // OFFER, seat, influence, combat)


def fresh_offer(p: WhiteLotus, seat: int, partner: int) -> int:
    """One kind of points for the other: the most for the seat that leaves the partner a fair part of the gain."""
    best = NONE
    most = 0.0
    mine = worth(p, seat)
    theirs = worth(p, partner)
    for gives_combat in range(2):
        held = p.combat[seat] if gives_combat else p.influence[seat]
        there = p.influence[partner] if gives_combat else p.combat[partner]
        for given in range(1, min(held, MOST) + 1):
            for wanted in range(1, min(there, MOST) + 1):
                influence = wanted if gives_combat else -given
                combat = -given if gives_combat else wanted
                move_points(p, seat, partner, influence, combat)
                own = worth(p, seat) - mine
                left = worth(p, partner) - theirs if own > WORTHWHILE else 0.0
                move_points(p, seat, partner, -influence, -combat)
                # The more is wanted, the less is left for the partner.
                if own > WORTHWHILE and left < max(WORTHWHILE, FAIR * own):
                    break
                if own > most and own > WORTHWHILE:
                    offer = pack(partner, 0, given, wanted, 0) if gives_combat else pack(partner, given, 0, 0, wanted)
                    if is_new(p, seat, partner, offer):
                        most = own
                        best = offer
    return best


def counter_offer(p: WhiteLotus, seat: int, partner: int) -> int:
    """The partner's refused offer of this year with one term changed a little, so that both gain; or NONE."""
    best = NONE
    most = WORTHWHILE
    if p.refused[partner][seat]:
        for term in range(TERMS):
            for change in range(1, CHANGE + 1):
                offer = with_change(p, seat, partner, term, change)
                if offer != NONE and is_new(p, seat, partner, offer):
                    own = gain_of(p, seat, offer)
                    if own > most and gain_of_partner(p, seat, offer) > NOTICEABLE:
                        most = own
                        best = offer
    return best


def with_change(p: WhiteLotus, seat: int, partner: int, term: int, change: int) -> int:
    """The partner's refused offer, turned around: the seat gives less of what was wanted, or wants more; or NONE."""
    refused = p.refused[partner][seat]
    give_influence = packed_term(refused, 2) - (change if term == 0 else 0)
    give_combat = packed_term(refused, 3) - (change if term == 1 else 0)
    want_influence = changed(packed_term(refused, 0), change if term == 2 else 0)
    want_combat = changed(packed_term(refused, 1), change if term == 3 else 0)
    if give_influence < 0 or give_combat < 0 or give_influence + give_combat == 0:
        return NONE
    if give_influence > p.influence[seat] or give_combat > p.combat[seat] or want_influence + want_combat == 0:
        return NONE
    if want_influence > p.influence[partner] or want_combat > p.combat[partner]:
        return NONE
    return pack(partner, give_influence, give_combat, want_influence, want_combat)


def changed(wanted: int, change: int) -> int:
    """More of what is wanted already; nothing that was not spoken of."""
    return wanted + change if wanted else 0


def is_new(p: WhiteLotus, seat: int, partner: int, offer: int) -> int:
    """1 if the partner has refused nothing this year, or only what was worse for it in every term."""
    refused = p.refused[seat][partner]
    if refused == 0:
        return 1
    for term in range(2):
        if packed_term(offer, term) < packed_term(refused, term):
            return 0
        if packed_term(offer, term + 2) > packed_term(refused, term + 2):
            return 0
    return offer % OFFER != refused


def next_term(p: WhiteLotus, seat: int) -> int:
    """The next term of the offer that a seat is stating; somebody else may have begun it."""
    offer = offer_to(p, seat, p.partner)
    fits = 0 if offer == NONE else 1
    for term in range(p.term):
        if p.terms[term] != packed_term(offer, term):
            fits = 0
    if fits:
        return packed_term(offer, p.term)
    if p.term < 2 or p.terms[0] + p.terms[1] == 0:
        return 0
    # What somebody else has begun to give is given for all there is, never for nothing.
    return limit(p)
