"""A match in the terminal: a progress bar while it is played, then tables and sentences."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from guanxi.lab.match_result import BotResult, MatchResult
    from guanxi.lab.ratings import Rating
    from guanxi.lab.sequential import SequentialTestResult


TELL_AFTER = 60  # seconds


class ProgressBar:
    """A progress bar on stderr; if that is no terminal, a line each minute."""

    def __init__(self, games: int, unit: str = "games") -> None:
        console = Console(stderr=True)
        columns = (unit, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), "left", TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task("", total=games)
        self.games = games
        self.unit = unit
        self.played = 0
        self.told = time.monotonic()

    def __enter__(self) -> ProgressBar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def advance(self, games: int) -> None:
        """Count this many more finished games."""
        self.played += games
        self.bar.advance(self.task, games)
        if self.bar.disable and time.monotonic() - self.told >= TELL_AFTER:
            self.told = time.monotonic()
            print(f"{self.played:,} of {self.games:,} {self.unit}", file=sys.stderr, flush=True)


def show(result: MatchResult) -> None:
    """Print the result of a match."""
    console = Console()
    console.print(bot_table(result))
    if result.pool:
        console.print(f"{payoff_title(result)}:", highlight=False)
        console.print(payoff_table(result))
    for line in lines(result):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def lines(result: MatchResult) -> list[str]:
    """The result of a match in sentences."""
    said = [f"{result.games:,} games of {result.game} ({result.deals:,} deals{each(result)}), seed {result.seed}"]
    if result.seats > 2:
        said.append(f"Equal bots win {1 / result.seats:.1%} each with {result.seats} seats")
    if result.first:
        said.append(f"The first player to move wins {result.first}")
    if result.test:
        said.append(verdict(result.bots[0], result.test))
    if any(one.cheats for one in result.bots):
        said.append("A bot that cheats sees the true position: it is an upper bound, not a fair opponent")
    before = f", {result.resumed:,} games resumed from a checkpoint" if result.resumed else ""
    said.append(f"{result.decisions:,} decisions in {result.seconds:.1f} s{before}")
    return said


def each(result: MatchResult) -> str:
    """The number of tables, if it is a pool."""
    return f" at each of {result.games // (result.deals * result.seats)} tables" if result.pool else ""


def bot_table(result: MatchResult) -> Table:
    """A row for each bot."""
    shared = any(one.shared for one in result.bots)
    table = table_of("bot", "won", *(["shared"] if shared else []), "win rate", "95 %", "score", "ms/move", "slowest")
    for one in result.bots:
        table.add_row(
            label(one),
            f"{one.wins:,}",
            *([f"{one.shared:,}"] if shared else []),
            f"{one.win_rate.estimate:.1%}",
            f"{one.win_rate.low * 100:.1f}–{one.win_rate.high * 100:.1f}",
            f"{one.score:.1f}",
            f"{one.seconds * 1000:.2f}",
            f"{one.longest * 1000:.0f}",
        )
    return table


def payoff_table(result: MatchResult) -> Table:
    """The win rate of each bot of a pool, alone against copies of each other bot, and its rating."""
    table = table_of("", *(label(one) for one in result.bots), "rating", "±")
    for one, row, rating in zip(result.bots, result.payoffs, result.ratings, strict=True):
        cells = ("–" if cell is None else f"{cell.estimate:.1%}" for cell in row)
        table.add_row(label(one), *cells, *points(rating))
    return table


def table_of(*headings: str) -> Table:
    """An empty table whose first column holds names and whose other columns hold numbers."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", min_width=6)
    return table


def points(rating: Rating) -> tuple[str, str]:
    """A rating and the half-width of its interval."""
    return f"{rating.rating:,.0f}".replace("-", "−"), f"{rating.high - rating.rating:,.0f}"


def payoff_title(result: MatchResult) -> str:
    """The heading of the payoff table."""
    return f"Win rate of the row against {'' if result.seats == 2 else f'{result.seats - 1} of '}the column"


def label(result: BotResult) -> str:
    """A bot's name, marked if the bot cheats."""
    return f"{result.bot} (cheats)" if result.cheats else result.bot


def verdict(tested: BotResult, test: SequentialTestResult) -> str:
    """The result of a sequential test in a sentence."""
    means = {
        "accepted": f"accepted: {tested.bot} wins at least {test.high:.1%} rather than at most {test.low:.1%}",
        "rejected": f"rejected: {tested.bot} wins at most {test.low:.1%} rather than at least {test.high:.1%}",
        "undecided": f"undecided between {test.low:.1%} and {test.high:.1%}: more games are needed",
    }
    return f"Test {means[test.verdict]} (after {test.deals:,} deals; LLR {test.ratio:+.2f}, bounds ±{test.bound:.2f})"
