"""A seat's observation of Han, number by number; `han/observation.py` names the fields."""

from __future__ import annotations

from guanxi.engine.core.observation import Observation, add_equal, add_row
from guanxi.games.han.rules.material import COLOURS, PLAYERS, PROVINCES, SPACES
from guanxi.games.han.rules.rules import Han
from guanxi.games.han.rules.scoring import total

MOST_POINTS = 200  # more look the same
OF_PLAYER = 8 + COLOURS + 3 * SPACES + PROVINCES  # numbers about one player


def observe(p: Han, seat: int, seen: Observation) -> None:
    """Add everything that a seat may know: its hand, cards and turn, then all players, itself first."""
    add_row(seen, p.hand[seat], COLOURS)
    add_row(seen, p.row, COLOURS)
    add_row(seen, p.discards, COLOURS)
    add_row(seen, p.fresh, COLOURS)
    seen.add(p.left)
    seen.add(p.emptied > 0)
    seen.add(p.last_round)
    seen.add(p.owing >> seat & 1)
    seen.add(p.drawing)
    seen.add(p.placed)
    add_row(seen, p.within, PROVINCES)
    add_row(seen, p.scored, PROVINCES)
    seen.add(p.fortifications)
    seen.add(p.markets)
    for place in range(PLAYERS):
        if place < p.seats:
            observe_player(p, (seat + place) % p.seats, seen)
        else:
            seen.add_zeros(OF_PLAYER)


def observe_player(p: Han, other: int, seen: Observation) -> None:
    """Add what everybody knows about a player."""
    seen.add(1)
    seen.add(p.player == other)
    seen.add(p.first == other)
    seen.add(p.held[other])
    add_row(seen, p.known[other], COLOURS)
    seen.add(p.houses_left[other])
    seen.add(p.emissaries_left[other])
    seen.add(p.markers_left[other])
    seen.add(min(total(p, other), MOST_POINTS))
    add_equal(seen, p.house, SPACES, other)
    add_equal(seen, p.market, SPACES, other)
    seen.add_one_of(p.fort[other], SPACES)
    for province in range(PROVINCES):
        seen.add(p.emissaries[province][other])
