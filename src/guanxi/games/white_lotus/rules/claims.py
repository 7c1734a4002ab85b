"""The White Lotus: the year begins, and everybody claims provinces (2.1)."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.material import (
    CLAIM,
    CLAIMED,
    CLAIMING,
    CLAIMS,
    CUBES,
    FIRST_PALACE,
    PASS,
    PASSED,
    RICE,
    YEAR,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import forget_offers, open_window


def begin_year(p: Material) -> None:
    """A year begins with claims (2)."""
    p.year += 1
    p.step = CLAIMING
    p.turn = 0
    forget_offers(p)
    p.tell(YEAR, p.year, p.emperor)


# A cube on a province (CLAIMING)


def ask_claim(p: Material) -> None:
    """In rounds from the emperor clockwise; then the provinces are settled (2.1)."""
    if p.turn == 0 and open_window(p):
        return
    while p.turn < p.seats * CUBES:
        seat = (p.emperor + p.turn) % p.seats
        if p.turn // p.seats < CLAIMS + p.holds[seat][RICE] and can_claim(p, seat):
            p.owing = 1 << seat
            return
        p.turn += 1
    p.step = FIRST_PALACE


def can_claim(p: Material, seat: int) -> int:
    """1 if there is a neutral province without a cube of the player (2.1)."""
    for province in range(p.board.provinces):
        if is_neutral(p, province) and not p.claims[province] & (1 << seat):
            return 1
    return 0


def is_neutral(p: Material, province: int) -> int:
    """1 if a square tile lies there (2.1)."""
    return p.building[province] != NOBODY and p.owner[province] == NOBODY


def add_claims(p: Material, seat: int, moves: Moves) -> None:
    """A cube on a neutral province, never a second one; the cubes for rice fields may be kept (2.1)."""
    for province in range(p.board.provinces):
        if is_neutral(p, province) and not p.claims[province] & (1 << seat):
            moves.add(CLAIM + province)
    if p.turn // p.seats >= CLAIMS:
        moves.add(PASS)


def claim(p: Material, seat: int, move: int) -> None:
    """Place a cube, or keep one that a rice field allows (2.1)."""
    p.turn += 1
    if move == PASS:
        p.tell(PASSED, seat)
    else:
        p.claims[move - CLAIM] |= 1 << seat
        p.tell(CLAIMED, seat, move - CLAIM)
