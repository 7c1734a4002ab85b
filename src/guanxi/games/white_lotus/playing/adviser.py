"""The adviser of a search that plays The White Lotus."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser, Inputs
from guanxi.engine.record import record
from guanxi.games.white_lotus.playing.evaluation import value
from guanxi.games.white_lotus.playing.features import describe
from guanxi.games.white_lotus.rules.rules import WhiteLotus


@record
class WhiteLotusAdviser(Adviser):
    """Looks at one position of The White Lotus."""

    p: WhiteLotus

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position."""
        return describe(self.p, seat, inputs)
