"""The parts that make up the value of a position, to explain why a move is good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.playing.evaluation import AIMS, CARD, POINTS, agreements, nearness
from guanxi.games.haiduci.rules.scoring import total

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci


def parts(p: Haiduci, seat: int) -> dict[str, float]:
    """What a player may hope for, in hundredths of a claim; of the others only what everybody sees."""
    if p.faction[seat] == NOBODY:
        return {}
    others = [other for other in range(p.seats) if other != seat and p.faction[other] != NOBODY]
    points = sum(total(p, other) for other in others) / max(1, len(others))
    return {
        "conditions": 100 * AIMS * nearness(p, seat),
        "points": 100 * POINTS * (total(p, seat) - points),
        "cards": 100 * CARD * p.held[seat],
        "agreements": 100 * agreements(p, seat),
    }
