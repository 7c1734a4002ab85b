"""The White Lotus: income (2.5), step by step."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.founding import begin_founding
from guanxi.games.white_lotus.rules.material import (
    BUILDINGS,
    CHOSE,
    EARN,
    EARNED,
    INCOME,
    INCOME_PAID,
    OVER,
    PALACE,
    PALACES,
    PROVINCES,
    Material,
)
from guanxi.games.white_lotus.rules.scoring import final_scoring

YEARLY_INFLUENCE = 10
YEARLY_COMBAT = 2
EARNS_INFLUENCE = [0, 0, 3, 0, 1]  # of each building; for a palace its owner chooses
EARNS_COMBAT = [0, 0, 0, 2, 1]
PALACE_INFLUENCE = 2
PALACE_COMBAT = 1


def ask_income(p: Material) -> None:
    """Run the current step of the income (2.5)."""
    if p.step == INCOME:
        pay_income(p)
    else:
        ask_palace(p)


# Everything that is not chosen (INCOME)


def pay_income(p: Material) -> None:
    """The yearly points, and those of all buildings but palaces (2.5); after the last year the end instead (3)."""
    if p.last:
        p.step = OVER
        final_scoring(p)
        return
    for seat in range(p.seats):
        influence = YEARLY_INFLUENCE
        combat = YEARLY_COMBAT
        for building in range(BUILDINGS):
            influence += EARNS_INFLUENCE[building] * p.holds[seat][building]
            combat += EARNS_COMBAT[building] * p.holds[seat][building]
        p.influence[seat] += influence
        p.combat[seat] += combat
        p.tell(EARNED, seat, influence, combat)
    p.step = PALACES
    p.turn = 0
    p.mark(INCOME_PAID)


# Influence or combat for a palace (PALACES)


def ask_palace(p: Material) -> None:
    """The owner of each palace chooses what it pays, from the emperor clockwise (2.5)."""
    while p.turn < p.seats * PROVINCES:
        seat = (p.emperor + p.turn // PROVINCES) % p.seats
        p.at = p.turn % PROVINCES
        if p.holds[seat][PALACE] == 0:
            p.turn += PROVINCES - 1
        elif p.owner[p.at] == seat and p.building[p.at] == PALACE:
            p.owing = 1 << seat
            return
        p.turn += 1
    p.at = NOBODY
    begin_founding(p)


def add_earnings(moves: Moves) -> None:
    """Influence or combat (2.5)."""
    moves.add(EARN)
    moves.add(EARN + 1)


def earn(p: Material, seat: int, combat: int) -> None:
    """A palace pays 2 influence or 1 combat (2.5)."""
    if combat:
        p.combat[seat] += PALACE_COMBAT
    else:
        p.influence[seat] += PALACE_INFLUENCE
    p.tell(CHOSE, seat, p.at, combat)
    p.turn += 1
