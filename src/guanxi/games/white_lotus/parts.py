"""What the value of a position consists of, for those who want to know why a move is good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.white_lotus.playing.evaluation import (
    building_worth,
    chance_there,
    land_worth,
    province_worth,
    reserves,
    throne,
    years_left,
)
from guanxi.games.white_lotus.rules.scoring import DRAGON_POINTS, dragons

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus


def parts(p: WhiteLotus, seat: int) -> dict[str, float]:
    """The points a player may expect, by where they come from; less what opponents may on average."""
    others = [own(p, other) for other in range(p.seats) if other != seat]
    mine = own(p, seat)
    return {name: value - sum(other[name] for other in others) / len(others) for name, value in mine.items()}


def own(p: WhiteLotus, seat: int) -> dict[str, float]:
    """One player's expected points by where they come from."""
    years = years_left(p)
    claims = sum(
        chance_there(p, seat, province) * province_worth(p, seat, province, years)
        for province in range(p.board.provinces)
        if p.claims[province] & 1 << seat
    )
    return {
        "tokens": float(p.tokens[seat]),
        "dragons": float(DRAGON_POINTS * dragons(p, seat)),
        "buildings": sum(count * building_worth(building, years) for building, count in enumerate(p.holds[seat])),
        "throne": throne(p, seat, years),
        "land": land_worth(p, seat),
        "claims": claims,
        "reserves": reserves(p.influence[seat], p.combat[seat], years),
    }
