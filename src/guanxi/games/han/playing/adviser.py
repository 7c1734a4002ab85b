"""Han's evaluator for searches."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser, Inputs
from guanxi.engine.record import record
from guanxi.games.han.playing.ending import possibilities
from guanxi.games.han.playing.evaluation import value
from guanxi.games.han.playing.features import describe
from guanxi.games.han.rules.rules import Han


@record
class HanAdviser(Adviser):
    """Evaluates and describes one position of Han."""

    p: Han

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add the features of the position that the seat may know."""
        return describe(self.p, seat, inputs)

    def possibilities(self, seat: int) -> int:
        """1 near the end, if no hidden card matters any more."""
        return possibilities(self.p, seat)

    def suppose(self, seat: int, number: int) -> float:
        """Leave the position as it is: cards that the seat does not know will not be played."""
        return 1.0
