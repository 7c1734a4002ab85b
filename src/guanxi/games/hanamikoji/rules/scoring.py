"""Hanamikoji: the favours of a round, and who has won.  In the order of the rulebook."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji.rules.material import (
    CHARM,
    CHARM_TO_WIN,
    FAVOUR,
    GEISHAS,
    GEISHAS_TO_WIN,
    REVEALED,
    SEATS,
    Material,
)


def reveal_secrets(p: Material) -> None:
    """Secrets are turned up and laid beside their geisha (Phase 3: scoring)."""
    for seat in range(SEATS):
        p.side[seat * GEISHAS + p.secret[seat]] += 1
        p.tell(REVEALED, seat, p.secret[seat])
        p.secret[seat] = NOBODY


def give_favours(p: Material) -> None:
    """More items win a geisha's token; with equal numbers it stays where it is (Phase 3: scoring)."""
    for geisha in range(GEISHAS):
        lead = p.side[geisha] - p.side[GEISHAS + geisha]
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
            points += CHARM[geisha]
    return points


def geishas(p: Material, seat: int) -> int:
    """How many tokens a player holds (Phase 3: scoring)."""
    count = 0
    for geisha in range(GEISHAS):
        if p.favour[geisha] == seat:
            count += 1
    return count


def victory(p: Material) -> int:
    """11 charm win, before 4 geishas; 0 if nobody has either (End of the game)."""
    for seat in range(SEATS):
        if charm(p, seat) >= CHARM_TO_WIN:
            return 1 << seat
    for seat in range(SEATS):
        if geishas(p, seat) >= GEISHAS_TO_WIN:
            return 1 << seat
    return 0


def better(p: Material) -> int:
    """After the last round of automatic play: more charm, then more geishas, else both (our ruling)."""
    lead = charm(p, 0) - charm(p, 1)
    if lead == 0:
        lead = geishas(p, 0) - geishas(p, 1)
    if lead == 0:
        return 3
    return 1 if lead > 0 else 2
