"""A seat's observation of Hanamikoji, number by number; `hanamikoji/observation.py` names the fields."""

from __future__ import annotations

from guanxi.engine.core.observation import Observation, add_equal, add_row
from guanxi.games.hanamikoji.rules.material import (
    ACTIONS,
    COMPETITION,
    GEISHAS,
    GIFT,
    PAIR,
    SPLIT,
    TRIPLE,
)
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

ROUNDS_AHEAD = 30  # the largest number shown; also if there is no limit


def observe(p: Hanamikoji, seat: int, seen: Observation) -> None:
    """Add everything that a seat may know, its own part first."""
    other = 1 - seat
    add_row(seen, p.hand[seat], GEISHAS)
    add_row(seen, p.side[seat], GEISHAS)
    add_row(seen, p.side[other], GEISHAS)
    add_equal(seen, p.favour, GEISHAS, seat)
    add_equal(seen, p.favour, GEISHAS, other)
    add_row(seen, p.used[seat], ACTIONS)
    add_row(seen, p.used[other], ACTIONS)
    seen.add_one_of(p.secret[seat], GEISHAS)
    for item in range(GEISHAS):
        seen.add((p.traded[seat][0] == item) + (p.traded[seat][1] == item))
    observe_offer(p, seen)
    cards = 0
    for item in range(GEISHAS):
        cards += p.hand[other][item]
    seen.add(cards)
    seen.add(p.left)
    seen.add(p.owing >> seat & 1)
    seen.add(p.first == seat)
    seen.add(p.turn)
    seen.add(min(p.most_rounds - p.round, ROUNDS_AHEAD) if p.most_rounds else ROUNDS_AHEAD)


def observe_offer(p: Hanamikoji, seen: Observation) -> None:
    """Add the cards of a gift, then those of both pairs of a competition; at most one of the two is there."""
    start = seen.add_zeros(3 * GEISHAS)
    if GIFT <= p.offer < COMPETITION:
        for card in range(3):
            seen.number[start + TRIPLE[p.offer - GIFT][card]] += 1
    elif p.offer >= COMPETITION:
        for half in range(2):
            start += GEISHAS
            pair = SPLIT[p.offer - COMPETITION][half]
            seen.number[start + PAIR[pair][0]] += 1
            seen.number[start + PAIR[pair][1]] += 1
