"""Who advises a search that plays Hanamikoji."""

from __future__ import annotations

from guanxi.engine.adviser import Adviser, Inputs
from guanxi.engine.position import NOBODY
from guanxi.engine.record import record
from guanxi.games.hanamikoji.advice import value
from guanxi.games.hanamikoji.belief import believe
from guanxi.games.hanamikoji.features import describe
from guanxi.games.hanamikoji.rules import (
    COMPETITION,
    GIFT,
    SPLIT,
    TRIPLE,
    Hanamikoji,
    place_pair,
    share_gift,
)


@record
class HanamikojiAdviser(Adviser):
    """Looks at one position of Hanamikoji."""

    p: Hanamikoji

    def value(self, seat: int) -> float:
        """How good the position looks for a seat, from -1 to 1."""
        return value(self.p, seat)

    def describe(self, seat: int, inputs: Inputs) -> int:
        """Add what the seat may know of the position."""
        return describe(self.p, seat, inputs)

    def replies(self) -> int:
        """An offer has two or three answers."""
        if self.p.offer == NOBODY:
            return 0
        return 3 if self.p.offer < COMPETITION else 2

    def replier(self) -> int:
        """Who was offered something."""
        return self.p.owing >> 1 & 1

    def reply(self, number: int, count: int) -> None:
        """Share what was offered, or take it back."""
        chooser = self.p.owing >> 1 & 1
        if self.p.offer < COMPETITION:
            triple = self.p.offer - GIFT
            share_gift(self.p, chooser, triple, TRIPLE[triple * 3 + number], count)
        else:
            split = (self.p.offer - COMPETITION) * 2
            place_pair(self.p, chooser, SPLIT[split + number], count)
            place_pair(self.p, 1 - chooser, SPLIT[split + 1 - number], count)

    def believe(self, seat: int) -> None:
        """Take it that the other has put away what it was good to put away."""
        believe(self.p, 1 - seat)
