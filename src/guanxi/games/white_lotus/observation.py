"""What a seat of The White Lotus may know as a row of numbers, for programs that learn: built from nothing.

The seat itself always comes first and the others follow clockwise, so that one learner can play every seat.  Places of
players and provinces that are not in play hold 0.  Influence and combat of all players are there, counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.rules.material import (
    AMOUNTS,
    BIDDING,
    BUILDINGS,
    OVER,
    PALACES,
    PLAYERS,
    PROVINCES,
    TERMS,
    TILES,
)
from guanxi.games.white_lotus.rules.negotiation import hears_terms, speaking, stage
from guanxi.games.white_lotus.view import choice_view, has_drawn

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

MOST = AMOUNTS - 1  # of influence, combat or victory tokens: more look the same
YEARS = 20  # so do later years

OF_PROVINCE = (
    *([1] * BUILDINGS),  # the building there
    *([1] * PLAYERS),  # its owner
    *([1] * PLAYERS),  # cubes on it
    1,  # it is fought for, or its palace pays
)
OF_PLAYER = (
    MOST,  # influence
    MOST,  # combat
    MOST,  # victory tokens
    1,  # is emperor
    1,  # leads the rebellion
    2,  # camp: 1 the emperor's, 2 the rebels'
    MOST,  # combat committed
    PLAYERS,  # the target revealed last, counted clockwise from the seat, from 1
    MOST,  # the influence revealed last
    1,  # is one of the tied
    1,  # owes a decision
    1,  # takes part in the offers
    1,  # makes an offer
    1,  # is offered something
    1,  # makes no more offers this year
)
LARGEST = (
    *(OF_PROVINCE * PROVINCES),
    *(OF_PLAYER * PLAYERS),
    *([1] * OVER),  # the step of the year
    *([1] * OVER),  # the same, or the step that the offers precede
    *([MOST] * TERMS),  # the offer
    *TILES,  # tiles not seen, of each building
    *([1] * BUILDINGS),  # the tile drawn by the seat
    YEARS,
    1,  # the last year
    PLAYERS,  # own sealed target, counted like those above
    MOST,  # own sealed influence or combat
    2,  # own sealed camp
)


def observe(p: WhiteLotus, seat: int) -> list[int]:
    """What a seat may know; `LARGEST` says what stands where."""
    heard = p.partner != NOBODY and hears_terms(p, seat)
    # A row of a compiled record reads as a copy: once is enough.
    building, owner, claims, at = p.building, p.owner, p.claims, p.at
    return [
        *(
            number
            for province in range(PROVINCES)
            for number in (
                *one_of(building[province], BUILDINGS),
                *one_of(place_of(p, seat, owner[province]), PLAYERS),
                *(
                    int(place < p.seats and claims[province] >> (seat + place) % p.seats & 1)
                    for place in range(PLAYERS)
                ),
                int(at == province),
            )
        ),
        *(number for place in range(PLAYERS) for number in of_player(p, seat, place)),
        *one_of(p.step - 1, OVER),
        *one_of(stage(p) - 1, OVER),
        *(min(term, MOST) if heard else 0 for term in p.terms),
        *unseen(p, seat),
        *one_of(p.tile if has_drawn(p, seat) else NOBODY, BUILDINGS),
        min(p.year, YEARS),
        p.last,
        *sealed(p, seat),
    ]


def one_of(number: int, count: int) -> list[int]:
    """A 1 in one of several places; NOBODY: in none."""
    return [int(place == number) for place in range(count)]


def place_of(p: WhiteLotus, seat: int, other: int) -> int:
    """How far another player sits from the seat, clockwise; NOBODY for nobody."""
    return NOBODY if other == NOBODY else (other - seat) % p.seats


def of_player(p: WhiteLotus, seat: int, place: int) -> list[int]:
    """One player, so many places clockwise from the seat."""
    if place >= p.seats:
        return [0] * len(OF_PLAYER)
    other = (seat + place) % p.seats
    fighting = p.at != NOBODY and p.step != PALACES
    return [
        min(p.influence[other], MOST),
        min(p.combat[other], MOST),
        min(p.tokens[other], MOST),
        int(p.emperor == other),
        int(p.rebel == other),
        p.camp[other] + 1,
        max(0, p.committed[other]),
        place_of(p, seat, p.target[other]) + 1 if fighting else 0,
        p.played[other] if fighting else 0,
        p.tied >> other & 1,
        p.owing >> other & 1,
        p.parties >> other & 1,
        int(p.partner != NOBODY and other == speaking(p)),
        int(p.partner == other),
        p.silent >> other & 1,
    ]


def unseen(p: WhiteLotus, seat: int) -> list[int]:
    """Tiles that are neither on the map nor in the seat's hand."""
    laid = [*p.building, p.tile if has_drawn(p, seat) else NOBODY]
    return [count - laid.count(building) for building, count in enumerate(TILES)]


def sealed(p: WhiteLotus, seat: int) -> list[int]:
    """The seat's own sealed choice: its target, its points, its camp."""
    choice = choice_view(p, seat)
    if choice is None:
        return [0, 0, 0]
    target = 0 if choice.target is None else place_of(p, seat, choice.target) + 1
    points = choice.influence if p.step == BIDDING else choice.combat
    camp = {None: 0, "emperor": 1, "rebels": 2}[choice.camp]
    return [target, points or 0, camp]
