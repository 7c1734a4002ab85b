"""Hanamikoji: the favours of a round, and the winner.  In the order of the rulebook."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import (
    FAVOUR,
    GEISHAS,
    REVEALED,
    SEATS,
    Material,
)


def reveal_secrets(p: Material) -> None:
    """Turn the secrets up and lay them beside their geishas (Phase 3: scoring)."""
    for seat in range(SEATS):
        p.side[seat][p.secret[seat]] += 1
        p.tell(REVEALED, seat, p.secret[seat])
        p.secret[seat] = NOBODY


def give_favours(p: Material) -> None:
    """Move each token to the side with more items; with equal numbers it stays (Phase 3: scoring)."""
    for geisha in range(GEISHAS):
        lead = p.side[0][geisha] - p.side[1][geisha]
        if lead != 0:
            seat = 0 if lead > 0 else 1
            if p.favour[geisha] != seat:
                p.tell(FAVOUR, geisha, seat)
            p.favour[geisha] = seat


def charm(p: Material, seat: int) -> int:
    """The charm of the geishas whose token a player holds (Phase 3: scoring)."""
    points = 0
    for geisha in range(GEISHAS):
        if p.favour[geisha] == seat:
            points += p.cards.charm[geisha]
    return points


def geishas(p: Material, seat: int) -> int:
    """How many tokens a player holds (Phase 3: scoring)."""
    count = 0
    for geisha in range(GEISHAS):
        if p.favour[geisha] == seat:
            count += 1
    return count


def victory(p: Material) -> int:
    """The winner as a bit, by charm before geishas; 0 if there is none yet (End of the game)."""
    for seat in range(SEATS):
        if charm(p, seat) >= p.cards.charm_to_win:
            return 1 << seat
    for seat in range(SEATS):
        if geishas(p, seat) >= p.cards.geishas_to_win:
            return 1 << seat
    return 0


def better(p: Material) -> int:
    """The winners as bits after the last round: more charm, then more geishas, else both (ruling)."""
    lead = charm(p, 0) - charm(p, 1)
    if lead == 0:
        lead = geishas(p, 0) - geishas(p, 1)
    if lead == 0:
        return 3
    return 1 if lead > 0 else 2
