"""The adviser of a search that plays Hanamikoji."""

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
    """Evaluates one position of Hanamikoji while a search plays on it."""

    p: Hanamikoji
    standing: Standing

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position."""
        return describe(self.p, seat, self.standing, inputs)

    def is_pending(self) -> int:
        """1 while an offer waits for its answer."""
        return self.p.offer != NOBODY

    def is_pause(self) -> int:
        """1 between two rounds."""
        return is_fresh(self.p)

    def believe(self, seat: int) -> None:
        """Move likely cards under the other player's tokens."""
        believe(self.p, 1 - seat)

    def possibilities(self, seat: int) -> int:
        """The number of positions to consider near the end of a round; 0 before that."""
        return possibilities(self.p, seat)

    def suppose(self, seat: int, number: int) -> float:
        """Set the other player's secret to one of the possibilities; returns its likelihood."""
        return suppose(self.p, seat, number)
