"""The adviser of a search that plays Haiduci."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser, Inputs
from guanxi.engine.record import record
from guanxi.games.haiduci.playing.evaluation import value
from guanxi.games.haiduci.playing.features import describe
from guanxi.games.haiduci.rules.material import OFFERS
from guanxi.games.haiduci.rules.rules import Haiduci


@record
class HaiduciAdviser(Adviser):
    """Looks at one position of Haiduci."""

    p: Haiduci

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position."""
        return describe(self.p, seat, inputs)

    def is_pause(self) -> int:
        """1 between two seasons: whoever has met both conditions has claimed, and nobody has offered anything yet."""
        if self.p.phase != OFFERS or self.p.passes:
            return 0
        for seat in range(self.p.seats):
            if self.p.put[seat]:
                return 0
        return 1
