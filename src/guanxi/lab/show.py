"""A match on the screen: a bar while it is played, a table of what the bots reached."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from guanxi.lab.chances import Rate
    from guanxi.lab.match import MatchResult


class Bar:
    """A bar on stderr, if that is a terminal, while a match is played."""

    def __init__(self, games: int) -> None:
        console = Console(stderr=True)
        columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task("", total=games)

    def __enter__(self) -> Bar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def advance(self, games: int) -> None:
        """So many more games have been played."""
        self.bar.advance(self.task, games)


def show(result: MatchResult) -> None:
    """Print a match."""
    console = Console()
    console.print(standings(result))
    console.print(
        f"{result.games:,} games of {result.game} ({result.deals:,} deals), seed {result.seed}", highlight=False
    )
    if result.first:
        console.print(f"Whoever moves first wins {percent(result.first)}", highlight=False)
    console.print(f"{result.decisions:,} decisions in {result.seconds:.1f} s", highlight=False)


def standings(result: MatchResult) -> Table:
    """A line for each bot."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("bot", "won", "shared", "win rate (95 %)", "score", "decisions", "ms each"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in result.bots:
        table.add_row(
            one.bot,
            f"{one.wins:,}",
            f"{one.shared:,}",
            percent(one.rate),
            f"{one.score:.1f}",
            f"{one.decisions:,}",
            f"{one.seconds * 1000:.2f}",
        )
    return table


def percent(rate: Rate) -> str:
    """A rate with its interval."""
    return f"{rate.rate:.1%} ({rate.low * 100:.1f}–{rate.high:.1%})"
