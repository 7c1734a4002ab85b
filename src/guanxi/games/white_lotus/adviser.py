"""Who advises a search that plays The White Lotus."""

from __future__ import annotations

from guanxi.engine.adviser import Adviser
from guanxi.engine.record import record
from guanxi.games.white_lotus.advice import value
from guanxi.games.white_lotus.rules import WhiteLotus


@record
class WhiteLotusAdviser(Adviser):
    """Looks at one position of The White Lotus."""

    p: WhiteLotus

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)
