"""The games of a match that are finished, those that are left, and whether there are enough of them."""

from __future__ import annotations

from contextlib import contextmanager
from statistics import fmean
from typing import TYPE_CHECKING

from guanxi.lab.kept import Kept
from guanxi.lab.plan import Place
from guanxi.lab.sequential import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from guanxi.lab.plan import Match
    from guanxi.lab.play import Played
    from guanxi.lab.sequential import Question


class Ledger:
    """Games may come in any order; they are read deal by deal, so that nothing depends on who was faster."""

    def __init__(self, plan: Match, deals: range, question: Question | None, kept: Kept | None) -> None:
        self.plan = plan
        self.deals = deals
        self.kept = kept
        self.test = Trial(question) if question else None
        before = kept.games if kept else {}
        self.finished = {place: before[place] for place in plan.places(deals) if place in before} if before else {}
        self.before = len(self.finished)

    def left(self) -> Iterator[Place]:
        """The games that are not finished."""
        return (place for place in self.plan.places(self.deals) if place not in self.finished)

    def add(self, games: Sequence[Played]) -> None:
        """Some more are finished."""
        if self.kept:
            self.kept.write(games)
        self.finished |= {Place(one.table, one.deal, one.rotation): one for one in games}

    def enough(self) -> bool:
        """Does the test know its answer?"""
        while self.test and self.test.verdict == "undecided":
            shares = self.shares_of_deal(self.test.deals)
            if not shares:
                return False
            self.test.add(fmean(shares))
        return self.test is not None

    def shares_of_deal(self, deal: int) -> list[float]:
        """What the bot named first won in each rotation; nothing as long as one is not finished."""
        games = [self.finished.get(Place(0, deal, rotation)) for rotation in range(self.plan.seats)]
        return [game.shares[0] for game in games if game] if all(games) else []

    def counted(self) -> list[Played]:
        """The games that count, in order: those up to the test's answer, or all."""
        deals = range(self.test.deals) if self.test else self.deals
        return [self.finished[place] for place in self.plan.places(deals)]


@contextmanager
def opened(plan: Match, deals: range, question: Question | None, file: Path | None) -> Iterator[Ledger]:
    """A ledger that writes into a file, if there is one."""
    kept = Kept(file, plan.head()) if file else None
    try:
        yield Ledger(plan, deals, question, kept)
    finally:
        if kept:
            kept.close()
