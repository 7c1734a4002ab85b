"""A seat's knowledge as a row of numbers, for programs that learn: built from nothing, like a view.

Players come in the order of seats, beginning with the seat itself, so that one learner can play every seat.  The row
has the same length on every board and for every number of players; absent players and spaces are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.han.rules import scoring
from guanxi.games.han.rules.material import (
    CARDS,
    COLOURS,
    DECK,
    EMISSARIES,
    HAND,
    HOUSES,
    PLAYERS,
    PROVINCES,
    ROW,
    SPACES,
)

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han

MOST_POINTS = 200  # more look the same
MARKERS = 2

PLAYER = (
    1,  # sits at the table
    1,  # it is their turn
    1,  # holds the Emperor
    HAND,  # cards in hand
    *([HAND] * COLOURS),  # of these, taken from the open cards
    HOUSES,  # in supply
    EMISSARIES,
    MARKERS,
    MOST_POINTS,
    *([1] * SPACES),  # houses
    *([1] * SPACES),  # markets
    *([1] * SPACES),  # the fortified house
    *([EMISSARIES] * PROVINCES),  # with each dragon
)

LARGEST = (
    *([HAND] * COLOURS),  # own hand
    *([ROW] * COLOURS),  # open cards
    *CARDS,  # discards
    *CARDS,  # cards that the second pile may still hold, as everybody can count
    DECK,  # cards in the pile
    1,  # the pile ran out once
    1,  # the last round
    1,  # the seat owes a decision
    1,  # cards are being drawn
    MARKERS,  # pieces placed this turn
    *([1] * PROVINCES),  # a piece may go there now
    *([1] * PROVINCES),  # has its disc
    1,  # played with fortifications
    1,  # played with markets
    *(PLAYER * PLAYERS),
)


def observe(p: Han, seat: int) -> list[int]:
    """The numbers that a seat may know; `LARGEST` lists them in order with their limits."""
    return [
        *p.hand[seat],
        *p.row,
        *p.discards,
        *p.fresh,
        p.left,
        int(p.emptied > 0),
        p.last_round,
        p.owing >> seat & 1,
        p.drawing,
        p.placed,
        *p.within,
        *p.scored,
        p.fortifications,
        p.markets,
        *(number for place in range(PLAYERS) for number in player(p, seat, place)),
    ]


def player(p: Han, seat: int, place: int) -> list[int]:
    """Public knowledge of the player who sits this many places after the seat."""
    if place >= p.seats:
        return [0] * len(PLAYER)
    other = (seat + place) % p.seats
    fort = p.fort[other]
    return [
        1,
        int(p.player == other),
        int(p.first == other),
        p.held[other],
        *p.known[other],
        p.houses_left[other],
        p.emissaries_left[other],
        p.markers_left[other],
        min(scoring.total(p, other), MOST_POINTS),
        *(int(owner == other) for owner in p.house),
        *(int(owner == other) for owner in p.market),
        *(int(fort == space != NOBODY) for space in range(SPACES)),
        *(row[other] for row in p.emissaries),
    ]
