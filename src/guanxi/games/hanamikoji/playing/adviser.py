"""Who advises a search that plays Hanamikoji."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser, Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.engine.record import record
from guanxi.games.hanamikoji.playing.belief import believe
from guanxi.games.hanamikoji.playing.ending import possibilities, suppose
from guanxi.games.hanamikoji.playing.evaluation import value
from guanxi.games.hanamikoji.playing.features import Standing, describe, is_fresh
from guanxi.games.hanamikoji.rules.rules import Hanamikoji


@record
class HanamikojiAdviser(Adviser):
    """Looks at one position of Hanamikoji."""

    p: Hanamikoji
    standing: Standing

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position."""
        return describe(self.p, seat, self.standing, inputs)

    def is_pending(self) -> int:
        """1 while something is offered."""
        return self.p.offer != NOBODY

    def is_pause(self) -> int:
        """1 between two rounds."""
        return is_fresh(self.p)

    def believe(self, seat: int) -> None:
        """Take it that the other has put away what is often put there."""
        believe(self.p, 1 - seat)

    def possibilities(self, seat: int) -> int:
        """How many positions there are to suppose near the end of a round."""
        return possibilities(self.p, seat)

    def suppose(self, seat: int, number: int) -> float:
        """Suppose what the other has kept; returns how likely it is."""
        return suppose(self.p, seat, number)
