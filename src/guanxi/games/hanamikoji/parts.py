"""The parts of a position's value, for explanations of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.hanamikoji.playing.evaluation import lead
from guanxi.games.hanamikoji.rules.material import CHARM, GEISHAS
from guanxi.games.hanamikoji.rules.scoring import charm

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def parts(p: Hanamikoji, seat: int) -> dict[str, float]:
    """The charm held, and the charm and geishas to be expected, each minus the opponent's."""
    leads = [lead(p, seat, geisha) for geisha in range(GEISHAS)]
    return {
        "held": float(charm(p, seat) - charm(p, 1 - seat)),
        "charm": sum(CHARM[geisha] * leads[geisha] for geisha in range(GEISHAS)),
        "geishas": sum(leads),
    }
