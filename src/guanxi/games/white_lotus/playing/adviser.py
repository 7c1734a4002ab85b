"""The adviser of a search that plays The White Lotus."""

from __future__ import annotations

from guanxi.engine.core.adviser import Adviser, Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.engine.record import record
from guanxi.games.white_lotus.playing.belief import likely_choice
from guanxi.games.white_lotus.playing.evaluation import value, value_all
from guanxi.games.white_lotus.playing.features import describe
from guanxi.games.white_lotus.playing.standing import Standing
from guanxi.games.white_lotus.rules.material import OFFERING, PASS, PLAYERS
from guanxi.games.white_lotus.rules.rules import WhiteLotus


@record
class WhiteLotusAdviser(Adviser):
    """Looks at one position of The White Lotus."""

    p: WhiteLotus
    standing: Standing

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def value_all(self, seats: int, values: list[float]) -> None:
        """How good the position looks for every seat."""
        value_all(self.p, values)

    def only_move(self, seat: int) -> int:
        """Nobody makes an offer: what deals bring is found out by `dealing`, without search."""
        return PASS if self.p.step == OFFERING else NOBODY

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add a description of every player, from the seat on clockwise."""
        return describe(self.p, seat, self.standing, inputs)

    def players(self) -> int:
        """All players are described alike."""
        return PLAYERS

    def likely_choice(self, seat: int) -> int:
        """A likely sealed choice of a seat that owes one."""
        return likely_choice(self.p, seat)
