"""Bookkeeping of a match: finished games, remaining games, and whether the test has been decided."""

from __future__ import annotations

from contextlib import contextmanager
from statistics import fmean
from typing import TYPE_CHECKING

from guanxi.lab.checkpoint import Checkpoint
from guanxi.lab.match_plan import GameId
from guanxi.lab.sequential import SequentialTestRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from guanxi.lab.game_runner import PlayedGame
    from guanxi.lab.match_plan import MatchPlan
    from guanxi.lab.sequential import SequentialTest


class Ledger:
    """The games of a match.  Read deal by deal, whatever order they arrive in: timing does not matter."""

    def __init__(self, plan: MatchPlan, deals: range, test: SequentialTest | None, file: Checkpoint | None) -> None:
        self.plan = plan
        self.deals = deals
        self.file = file
        self.test = SequentialTestRun(test) if test else None
        before = file.games if file else {}
        self.finished = {game: before[game] for game in plan.game_ids(deals) if game in before} if before else {}
        self.before = len(self.finished)

    def left(self) -> Iterator[GameId]:
        """The games that remain to be played."""
        return (game for game in self.plan.game_ids(self.deals) if game not in self.finished)

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Add finished games, and write them to the checkpoint."""
        if self.file:
            self.file.write(games)
        self.finished |= {GameId(one.table, one.deal, one.rotation): one for one in games}

    def enough(self) -> bool:
        """Whether the test is decided, so that no more games are needed."""
        while self.test and self.test.verdict == "undecided":
            shares = self.shares_of_deal(self.test.deals)
            if not shares:
                return False
            self.test.add(fmean(shares))
        return self.test is not None

    def shares_of_deal(self, deal: int) -> list[float]:
        """The first bot's share in each rotation of a deal; empty until all of them are finished."""
        games = [self.finished.get(GameId(0, deal, rotation)) for rotation in range(self.plan.seats)]
        return [game.shares[0] for game in games if game] if all(games) else []

    def counted(self) -> list[PlayedGame]:
        """The games that count, in order: all of them, or those up to the deal that decided the test."""
        deals = range(self.test.deals) if self.test else self.deals
        return [self.finished[game] for game in self.plan.game_ids(deals)]


@contextmanager
def open_ledger(plan: MatchPlan, deals: range, test: SequentialTest | None, file: Path | None) -> Iterator[Ledger]:
    """Open a ledger, which writes to a checkpoint file if one is given."""
    checkpoint = Checkpoint(file, plan.head()) if file else None
    try:
        yield Ledger(plan, deals, test, checkpoint)
    finally:
        if checkpoint:
            checkpoint.close()
