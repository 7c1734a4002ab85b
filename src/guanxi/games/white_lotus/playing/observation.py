"""A seat's observation of The White Lotus, number by number; `white_lotus/observation.py` names the fields."""

from __future__ import annotations

from guanxi.engine.core.observation import Observation, place_of, seems_to_owe
from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    AMOUNTS,
    BATTLE,
    BIDDING,
    BUILDINGS,
    CAMPS,
    OVER,
    PALACES,
    PLAYERS,
    PROVINCES,
    SIDE,
    TERMS,
    TILES,
)
from guanxi.games.white_lotus.rules.negotiation import hears_terms, speaking, stage
from guanxi.games.white_lotus.rules.rules import WhiteLotus

MOST = AMOUNTS - 1  # of influence, combat or victory tokens: more look the same
YEARS = 20  # so do later years
CAMP_COUNT = 2
OF_PLAYER = 13 + CAMP_COUNT + PLAYERS  # numbers about one player


def observe(p: WhiteLotus, seat: int, seen: Observation) -> None:
    """Add everything that a seat may know: provinces, players, the year, offers, tiles, and its sealed choice."""
    for province in range(PROVINCES):
        observe_province(p, seat, province, seen)
    for place in range(PLAYERS):
        if place < p.seats:
            observe_player(p, seat, (seat + place) % p.seats, seen)
        else:
            seen.add_zeros(OF_PLAYER)
    seen.add_one_of(p.step - 1, OVER)
    seen.add_one_of(stage(p) - 1, OVER)
    heard = p.partner != NOBODY and hears_terms(p, seat)
    for term in range(TERMS):
        seen.add(min(p.terms[term], MOST) if heard else 0)
    observe_tiles(p, seat, seen)
    seen.add(min(p.year, YEARS))
    seen.add(p.last)
    observe_choice(p, seat, seen)


def observe_province(p: WhiteLotus, seat: int, province: int, seen: Observation) -> None:
    """Add the building, the owner and the cubes of a province, and whether it is fought for or its palace pays."""
    seen.add_one_of(p.building[province], BUILDINGS)
    seen.add_one_of(place_of(p, seat, p.owner[province]), PLAYERS)
    for place in range(PLAYERS):
        seen.add(place < p.seats and p.claims[province] >> (seat + place) % p.seats & 1)
    seen.add(p.at == province)


def observe_player(p: WhiteLotus, seat: int, other: int, seen: Observation) -> None:
    """Add what everybody knows about a player; targets and influence only once they are revealed."""
    fighting = p.at != NOBODY and p.step != PALACES
    seen.add(min(p.influence[other], MOST))
    seen.add(min(p.combat[other], MOST))
    seen.add(min(p.tokens[other], MOST))
    seen.add(p.emperor == other)
    seen.add(p.rebel == other)
    seen.add_one_of(p.camp[other], CAMP_COUNT)
    seen.add(max(0, p.committed[other]))
    seen.add_one_of(place_of(p, seat, p.target[other]) if fighting else NOBODY, PLAYERS)
    seen.add(p.played[other] if fighting else 0)
    seen.add(p.tied >> other & 1)
    seen.add(seems_to_owe(p, seat, other))
    seen.add(p.parties >> other & 1)
    seen.add(p.partner != NOBODY and other == speaking(p))
    seen.add(p.partner == other)
    seen.add(p.silent >> other & 1)


def observe_tiles(p: WhiteLotus, seat: int, seen: Observation) -> None:
    """Add the tiles that are neither on the map nor in the seat's hand, then the tile in its hand."""
    drawn = p.tile if p.owing >> seat & 1 else NOBODY
    for building in range(BUILDINGS):
        left = TILES[building] - (drawn == building)
        for province in range(PROVINCES):
            left -= p.building[province] == building
        seen.add(left)
    seen.add_one_of(drawn, BUILDINGS)


def observe_choice(p: WhiteLotus, seat: int, seen: Observation) -> None:
    """Add the seat's own sealed choice: its target, its influence or combat, its camp."""
    target = NOBODY
    points = 0
    camp = NOBODY
    sealed = p.sealed[seat]
    if p.sealing >> seat & 1 and sealed != NOBODY:
        if p.step == BIDDING:
            target = place_of(p, seat, sealed % PLAYERS)
            points = 0 if p.owing >> seat & 1 else sealed // PLAYERS
        elif p.step == CAMPS:
            camp = sealed - SIDE
        elif p.step == BATTLE:
            points = sealed - AMOUNT
    seen.add_one_of(target, PLAYERS)
    seen.add(points)
    seen.add_one_of(camp, CAMP_COUNT)
