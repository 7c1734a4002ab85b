"""The last turns of Han: nobody draws any more, and cards that nobody will play do not matter."""

from __future__ import annotations

from guanxi.games.han.rules.material import COLOURS
from guanxi.games.han.rules.rules import Han


def possibilities(p: Han, seat: int) -> int:
    """1 in the last round if a seat knows the cards of all players who still have a turn."""
    if p.last_round == 0 or p.drawing:
        return 0
    for turn in range(1, p.seats):
        other = (p.player + turn) % p.seats
        if other == p.first:
            return 1
        if other != seat and hides(p, other) and not alone(p, seat, other):
            return 0
    return 1


def hides(p: Han, seat: int) -> int:
    """How many cards of a hand are hidden from the others."""
    count = p.held[seat]
    for colour in range(COLOURS):
        count -= p.known[seat][colour]
    return count


def alone(p: Han, seat: int, other: int) -> int:
    """1 if only one player hides cards from a seat: the pile is empty, so that hand holds all unseen cards."""
    for player in range(p.seats):
        if player not in (seat, other) and hides(p, player):
            return 0
    return 1
