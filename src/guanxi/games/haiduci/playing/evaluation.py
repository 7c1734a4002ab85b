"""Advice for bots: how good a position looks.  It is asked about imagined positions, never about the real one."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.playing.prospects import foresee, forget
from guanxi.games.haiduci.rules.choices import at_turn
from guanxi.games.haiduci.rules.material import (
    AGREEMENTS,
    CAPITAL,
    CAPTURE,
    CAPTURED,
    CONDITIONS,
    CONTROL,
    DECLARE,
    EMERGE,
    EMERGED,
    EXTENSION,
    FACTIONS,
    FIRST_RULES,
    HAIDUC,
    INDEPENDENCE,
    INFLUENCE,
    INSIDE,
    LEADERS,
    MAJORITY,
    MARCHES,
    OFFERS,
    PAYING,
    PLACE,
    PROGRAM,
    REMOVE,
    SEASONS,
    SORTS,
    SPREAD,
    STEPS,
    TERRITORIES,
)
from guanxi.games.haiduci.rules.rules import Haiduci
from guanxi.games.haiduci.rules.scoring import conditions_met, reached, rival, rival_strength, total

# Found by matches; near these numbers strength hardly changes.
SCALE = 0.5  # a lead of so much is worth half a victory
CLAIM = 3.0  # a claim that stands
STANDS_IN_OFFERS = 0.2  # the part of that for both conditions met during the offers
STANDS_IN_AGREEMENTS = 0.4  # during the agreements; it grows from march to march
AIMS = 1.0  # both conditions all but met
POINTS = 0.012  # a point at the end
EARLY = 0.35  # how much of that counts in the first season
BEST = 0.6  # how much the best opponent weighs beside the average of all
CARD = 0.012  # a card in hand
OFFER = 0.03  # a card in the own first box: it may find a partner, and opens the others' boxes
PAWN = 0.03  # a pawn that an agreement will place or remove
EFFECT = 0.08  # any other effect that an agreement will have
FITTING = 0.25  # one that leads to an own condition


def value(p: Haiduci, seat: int) -> float:
    """How good a position looks for a seat, from -1 to 1: its outlook beside those of the others."""
    if p.owing == 0:
        return p._returns(seat)
    if p.faction[seat] == NOBODY:
        return 0.0
    foreseen = foresee(p)
    best = 0.0
    sum_of_all = 0.0
    for other in range(p.seats):
        if other != seat and p.faction[other] != NOBODY:
            theirs = outlook(p, other)
            best = max(best, theirs)
            sum_of_all += theirs
    lead = outlook(p, seat) - BEST * best - (1 - BEST) * sum_of_all / (p.seats - 1)
    forget(p, foreseen)
    return lead / (SCALE + abs(lead))


def outlook(p: Haiduci, seat: int) -> float:
    """What a player may hope for: the two conditions, points, cards and agreements to come."""
    if p.claimed & (1 << seat):
        return CLAIM + POINTS * total(p, seat)
    late = p.season / (SEASONS - 1)
    worth = POINTS * total(p, seat) * (EARLY + (1 - EARLY) * late)
    # Nothing moves in a freeze: conditions count less, so that only the leader by points is content with it.
    aims = AIMS * nearness(p, seat)
    if p.rules != FIRST_RULES and meets_both(p, seat):
        aims += CLAIM * stands(p)
    if p.frozen and not p.thawed:
        aims = aims * 0.5
    cards = p.held[seat] - (p.task == PAYING and seat == at_turn(p))
    return worth + aims + CARD * cards + agreements(p, seat)


def meets_both(p: Haiduci, seat: int) -> int:
    """1 if a player would claim victory if the season ended now."""
    return conditions_met(p, seat, p.leader[seat]) == CONDITIONS


def stands(p: Haiduci) -> float:
    """How likely two conditions that are met now are still met when the season ends: the others can undo them."""
    if p.phase == OFFERS:
        return STANDS_IN_OFFERS
    if p.phase == AGREEMENTS:
        return STANDS_IN_AGREEMENTS
    if p.phase == MARCHES:
        return STANDS_IN_AGREEMENTS + (1 - STANDS_IN_AGREEMENTS) * p.turn / p.seats
    return 1.0


def nearness(p: Haiduci, seat: int) -> float:
    """How near a player is to both conditions, from 0 to 1: one alone is worth little."""
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    one = progress(p, seat, first)
    other = progress(p, seat, first + 1)
    return 0.3 * (one + other) / 2 + 0.7 * one * other


def progress(p: Haiduci, seat: int, number: int) -> float:
    """How far a player has come with a condition, from 0 to 1; pawns on the way to it count a little."""
    faction = p.faction[seat]
    what = p.board.condition[number]
    province = p.board.province[number]
    if what == MAJORITY:
        own = p.strength[province][faction]
        return min(1.0, own / (rival_strength(p, province, faction) + 1))
    if what == CAPITAL:
        return share(p, p.board.capital[province], faction)
    if what == INDEPENDENCE:
        return best_shares(p, faction, faction * INSIDE, faction * INSIDE + INSIDE, p.board.needed[number])
    if what == EXTENSION:
        return best_shares(p, faction, 0, TERRITORIES, p.board.needed[number])
    return min(1.0, reached(p, seat, number) / p.board.needed[number])


def share(p: Haiduci, territory: int, faction: int) -> float:
    """How near a faction is to controlling a territory, from 0 to 1."""
    own = p.pawns[territory][faction]
    return min(1.0, own / (rival(p, territory, faction) + 1)) if own else 0.0


def best_shares(p: Haiduci, faction: int, start: int, end: int, needed: int) -> float:
    """How near a faction is to controlling `needed` of these territories; abroad only, if they are all there are."""
    held = 0
    best = 0.0
    for territory in range(start, end):
        if p.present[faction] & (1 << territory) and (end < start + TERRITORIES or territory // INSIDE != faction):
            part = share(p, territory, faction)
            if part >= 1.0:
                held += 1
            else:
                best = max(best, part)
    if held >= needed:
        return 1.0
    return (held + 0.6 * best) / needed


def agreements(p: Haiduci, seat: int) -> float:
    """What the cards in the boxes promise a player."""
    worth = 0.0
    for faction in range(FACTIONS):
        if p.seat_of[faction] != NOBODY and p.box[faction][0] != NOBODY:
            if p.box[faction][1] == NOBODY:
                if p.seat_of[faction] == seat:
                    worth += OFFER
            elif p.seat_of[faction] == seat:
                worth += promise(p, seat, faction, 0)
            elif p.partner[faction] == seat:
                worth += promise(p, seat, faction, STEPS)
    return worth


def promise(p: Haiduci, seat: int, faction: int, first: int) -> float:
    """What a player's steps of a pair will be worth, and the card that it brings."""
    worth = CARD
    pair = (p.box[faction][0] * SORTS + min(p.box[faction][1], HAIDUC)) * PROGRAM
    for slot in range(first, first + STEPS):
        if p.board.step[pair + slot] and not begun(p, faction, slot):
            worth += step_worth(p, seat, p.board.step[pair + slot], p.board.amount[pair + slot])
    return worth


def begun(p: Haiduci, faction: int, slot: int) -> int:
    """1 if a step is being carried out or has been: its worth shows on the board."""
    return p.phase == AGREEMENTS and p.faction[(p.start + p.turn) % p.seats] == faction and slot <= p.slot


def step_worth(p: Haiduci, seat: int, what: int, amount: int) -> float:
    """What one step will be worth to a player, and to the leader's conditions."""
    if what in (PLACE, REMOVE):
        return PAWN * amount
    worth = EFFECT
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    for number in range(first, first + CONDITIONS):
        if reached(p, seat, number) < p.board.needed[number] and leads_to(what, p.board.condition[number]):
            worth += FITTING
    return worth


def leads_to(what: int, condition: int) -> int:
    """1 if a step serves a condition."""
    if what == DECLARE:
        return condition == INDEPENDENCE
    if what == SPREAD:
        return condition in (INFLUENCE, EXTENSION, MAJORITY)
    if what == EMERGE:
        return condition in (EMERGED, EXTENSION)
    if what == CAPTURE:
        return condition == CAPTURED
    return what == CONTROL and condition == INDEPENDENCE
