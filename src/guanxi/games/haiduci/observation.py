"""What a seat of Haiduci may know as a row of numbers, for programs that learn: built from nothing, like a view.

Seats are counted from the observing one and factions from its own, so that one learner can play every seat; what has
no number of its own (a box that is empty, a haiduc in no place) is 0, and all others count from 1.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.rules import material, scoring
from guanxi.games.haiduci.rules.material import (
    CARDS,
    CONDITIONS,
    DECK,
    FACTIONS,
    HAIDUCI,
    LEADERS,
    OVER,
    PAWNS,
    PLAYERS,
    SEASONS,
    TERRITORIES,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.games.haiduci.rules.rules import Haiduci

LARGEST = (
    *([DECK] * CARDS),  # own hand
    *([DECK] * PLAYERS),  # cards in each hand, the own first
    *([FACTIONS] * PLAYERS),  # faction of each seat
    *([LEADERS] * PLAYERS),  # leader of each seat, where known
    *([1] * PLAYERS),  # has claimed victory
    *([PAWNS, PAWNS] * CONDITIONS),  # own conditions: reached and needed
    *([PAWNS] * TERRITORIES * FACTIONS),  # pawns, territory by territory
    *([TERRITORIES] * HAIDUCI),  # where each haiduc is
    *([PLAYERS] * HAIDUCI),  # who made it emerge
    *([PLAYERS] * HAIDUCI),  # who holds it captured
    *([CARDS] * FACTIONS * 2),  # cards in the boxes
    *([PLAYERS] * FACTIONS),  # who filled the second box
    *([DECK] * CARDS),  # discards
    DECK,  # cards in the pile
    PLAYERS,  # who starts the season
    SEASONS,  # seasons to come
    OVER,  # the phase
    material.DONE,  # what is being decided
    TERRITORIES,  # the territory or province it is about
    TERRITORIES,  # how much is still to do
    HAIDUCI,  # the haiduc it is about
    1,  # frozen
    1,  # a haiduc has been played against the freeze
    1,  # the game ends with this season
    1,  # the seat owes a decision
)


def observe(p: Haiduci, seat: int) -> list[int]:
    """What a seat may know; `LARGEST` says what stands where."""
    seats = [(seat + index) % p.seats for index in range(p.seats)]
    number = {other: index + 1 for index, other in enumerate(seats)}
    number[NOBODY] = 0
    box, captor, maker = p.box, p.captor, p.maker
    return [
        *p.hand[seat],
        *padded(p, seats, lambda other: p.held[other]),
        *padded(p, seats, lambda other: p.faction[other] + 1),
        *padded(p, seats, lambda other: p.leader[other] + 1 if is_known(p, seat, other) else 0),
        *padded(p, seats, lambda other: p.claimed >> other & 1),
        *conditions(p, seat),
        *chain.from_iterable(p.pawns),
        *(place + 1 for place in p.place),
        *(number[other] for other in maker),
        *(number[other] for other in captor),
        *(card + 1 for card in chain.from_iterable(box)),
        *(number[other] for other in p.partner),
        *p.discards,
        p.left,
        number[p.start],
        SEASONS - p.season,
        p.phase,
        p.task,
        *about(p),
        p.frozen,
        p.thawed,
        int(p.ending > 0),
        p.owing >> seat & 1,
    ]


def padded(p: Haiduci, seats: list[int], read: Callable[[int], int]) -> list[int]:
    """Something of each seat, with zeros for those that nobody sits in."""
    return [read(other) for other in seats] + [0] * (PLAYERS - p.seats)


def is_known(p: Haiduci, seat: int, other: int) -> bool:
    """May a seat know another's leader?"""
    return other == seat or p.phase == OVER or bool(p.claimed >> other & 1)


def conditions(p: Haiduci, seat: int) -> list[int]:
    """How far the own two conditions have come, and how far they must."""
    if p.faction[seat] == NOBODY:
        return [0] * CONDITIONS * 2
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    numbers = range(first, first + CONDITIONS)
    return [part for number in numbers for part in (int(scoring.reached(p, seat, number)), p.board.needed[number])]


def about(p: Haiduci) -> list[int]:
    """The place, the amount and the haiduc of what is being decided; left over from earlier steps they say nothing."""
    counted = p.task in (material.PLACING, material.REMOVING, material.SPREADING)
    placed = p.task in (material.LEADING, material.RULING, material.PAYING)
    place = p.target + 1 if placed else p.influenced + 1 if p.task == material.SPREADING else 0
    haiduc = p.haiduc + 1 if p.task in (material.EMERGING, material.HUNTING, material.CATCHING, material.PAYING) else 0
    return [place, p.todo if counted else 0, haiduc]
