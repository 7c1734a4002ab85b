"""The parts of a position's value, which explain why a move is good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han.playing.evaluation import alliance, cards, roads
from guanxi.games.han.rules.material import PROVINCES
from guanxi.games.han.rules.scoring import port_points, province_points, total

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han


def parts(p: Han, seat: int) -> dict[str, float]:
    """A player's points if the game ended now and what may still come, minus the opponents' average."""
    others = [own(p, other) for other in range(p.seats) if other != seat]
    mine = own(p, seat)
    return {name: value - sum(other[name] for other in others) / len(others) for name, value in mine.items()}


def own(p: Han, seat: int) -> dict[str, float]:
    """One player's points by source."""
    pending = sum(province_points(p, province, seat) for province in range(PROVINCES) if not p.scored[province])
    return {
        "scored": float(total(p, seat)),
        "houses": float(pending),
        "roads": float(roads(p, seat)),
        "ports": float(port_points(p, seat)),
        "alliances": sum(alliance(p, number, seat) for number in range(p.board.alliances)),
        "cards": cards(p, seat),
    }
