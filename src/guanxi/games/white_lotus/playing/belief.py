"""Beliefs: what players of The White Lotus are likely to choose in secret, for a search that has to open it."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.rules.control import is_duel, is_single
from guanxi.games.white_lotus.rules.material import AMOUNT, BATTLE, CAMPS, SIDE, TARGET
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.games.white_lotus.rules.scoring import count


def likely_choice(p: WhiteLotus, seat: int) -> int:
    """A random move of a seat that owes a sealed choice, as likely as it seems."""
    if p.step == CAMPS:
        return SIDE + p.below(2)
    if p.step == BATTLE:
        return AMOUNT + p.combat[seat] * p.below(101) // 100
    if p.sealed[seat] == NOBODY and not is_duel(p):
        return TARGET + likely_target(p, seat)
    # Some part of what there is for each of the player's conflicts.
    return AMOUNT + p.influence[seat] // conflicts_of(p, seat) * p.below(101) // 100


def likely_target(p: WhiteLotus, seat: int) -> int:
    """Any other player present."""
    rest = p.claims[p.at] & ~(1 << seat)
    skip = p.below(count(rest))
    for target in range(p.seats):
        if rest & (1 << target):
            if skip == 0:
                return target
            skip -= 1
    return NOBODY


def conflicts_of(p: WhiteLotus, seat: int) -> int:
    """In how many contested provinces a player has a cube, the one that is fought for included."""
    conflicts = 0
    for province in range(p.board.provinces):
        conflicts += (p.claims[province] >> seat) & 1 and not is_single(p.claims[province])
    return max(1, conflicts)
