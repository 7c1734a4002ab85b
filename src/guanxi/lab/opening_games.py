"""`guanxi openings`: let bots play, and count what they did first and how often they won.

The games are those of a study with the same bot and seed, so the same command makes the same file.
"""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.lab.console import ProgressBar
from guanxi.lab.game_runner import decide, play_bots
from guanxi.lab.match_plan import GameId
from guanxi.lab.study import StudyPlan, in_order_of_deals
from guanxi.learning.openings import Book, Branch, Line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from guanxi.bots import Bot

FEWEST = 2  # games of a step that is worth a place in the file


class OpenedGame(msgspec.Struct, frozen=True):
    """The opening of each seat of a finished game, and its share of the win."""

    deal: int
    seconds: tuple[float, ...]
    lines: tuple[tuple[Line, float], ...]


class OpeningPlan:
    """Determines the games whose openings are counted."""

    def __init__(self, study: StudyPlan) -> None:
        if not study.equal:
            raise BadOption("Openings are counted in games of equal bots: name one bot.")
        self.study = study

    def play_deals(self, deals: range) -> list[OpenedGame]:
        """Play these deals."""
        return [self.play(deal) for deal in deals]

    def play(self, deal: int) -> OpenedGame:
        """Play one game."""
        begun = perf_counter()
        table, bots, _ = self.study.seated(GameId(0, deal, 0))

        def move(seat: int, bot: Bot) -> None:
            table.play(seat, decide(table, seat, bot))

        play_bots(table, bots, move)
        assert table.result
        winners = table.result.winners
        lines = tuple(
            (table.game.insights(table, seat).opening, (seat in winners) / len(winners)) for seat in range(table.seats)
        )
        return OpenedGame(deal, (perf_counter() - begun,), lines)


def count_openings(plans: Sequence[OpeningPlan], games: int, bot: str, out: Path, jobs: int) -> None:
    """Play so many games of each plan, and write what was done first to a file."""
    seats, study = Branch(), plans[0].study
    with ProgressBar(games * len(plans)) as bar:
        for plan in plans:
            with closing(in_order_of_deals(plan, range(games), jobs)) as played:
                for deals in played:
                    for line, won in (line for one in deals for line in one.lines):
                        seats.add(line, won)
                    bar.advance(len(deals))
    book = Book(
        rules=study.game.rules_version,
        bot=bot,
        seed=str(study.match.seed),
        games={str(plan.study.seats): games for plan in plans},
        seats=seats.pruned(FEWEST),
    )
    out.write_bytes(msgspec.json.encode(book) + b"\n")
    print(f"{seats.games} openings of {study.game.name}: {out}")
