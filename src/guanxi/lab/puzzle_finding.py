"""`guanxi puzzles`: find puzzles in games that bots play, or in logs, and write them to a file line by line.

The games are those of a study with the same bots and seed, so the same command finds the same puzzles.  A file that
has some already is continued after the last deal in it.
"""

from __future__ import annotations

import sys
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.engine.log import history_of
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.lab.console import ProgressBar
from guanxi.lab.game_runner import decide, play_bots
from guanxi.lab.match_plan import GameId
from guanxi.lab.puzzle_search import puzzle_at
from guanxi.lab.study import StudyPlan, in_order_of_deals
from guanxi.learning.puzzles import Puzzle, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from guanxi.bots import Bot
    from guanxi.engine.game import Game
    from guanxi.engine.log import Log

MOST = 2  # puzzles from one game, so that they differ
DEALS = 1_000_000  # a bound that is never reached


class SearchedGame(msgspec.Struct, frozen=True):
    """The puzzles of one finished game."""

    deal: int
    seconds: tuple[float, ...]
    puzzles: list[Puzzle]


class PuzzlePlan:
    """Determines the games in which puzzles are searched."""

    def __init__(self, study: StudyPlan) -> None:
        if not study.equal:
            raise BadOption("Puzzles are searched in games of equal bots: name one bot.")
        self.study = study

    def play_deals(self, deals: range) -> list[SearchedGame]:
        """Play these deals and search them."""
        return [self.play(deal) for deal in deals]

    def play(self, deal: int) -> SearchedGame:
        """Play one game and search it."""
        begun = perf_counter()
        table, bots, _ = self.study.seated(GameId(0, deal, 0))
        found: list[Puzzle] = []

        def look_and_play(seat: int, bot: Bot) -> None:
            found.extend(puzzle_of(table, seat, len(found)))
            table.play(seat, decide(table, seat, bot))

        play_bots(table, bots, look_and_play)
        return SearchedGame(deal, (perf_counter() - begun,), found)

    def deal_of(self, puzzle: Puzzle) -> int:
        """The deal in which a puzzle was found; raises `BadOption` if it is of other games."""
        seed, _, deal = puzzle.start.seed.rpartition("-")
        if seed != str(self.study.match.seed) or not deal.isdecimal():
            raise BadOption(f"The file has puzzles of the seed {seed!r}: name another file, or that seed.")
        return int(deal)


def puzzle_of(table: Table, seat: int, found: int) -> list[Puzzle]:
    """The puzzle that a seat has to decide now, if it is one and few were found before."""
    puzzle = puzzle_at(table, seat) if found < MOST else None
    return [puzzle] if puzzle else []


def find(plan: PuzzlePlan, count: int, out: Path, jobs: int) -> None:
    """Play and search until the file has so many puzzles."""
    known = read(out) if out.exists() else []
    first = plan.deal_of(known[-1]) + 1 if known else 0
    if len(known) >= count:
        print(f"{out} has {len(known)} puzzles already.")
        return
    searched = in_order_of_deals(plan, range(first, DEALS), jobs)
    try:
        with closing(searched), ProgressBar(count - len(known), "puzzles") as bar:
            for games in searched:
                for puzzle in [puzzle for game in games for puzzle in game.puzzles][: count - len(known)]:
                    append(out, puzzle)
                    known.append(puzzle)
                    bar.advance(1)
                if len(known) >= count:
                    break
    except KeyboardInterrupt:
        print(f"\n{len(known)} of {count} puzzles are in {out}. Run the same command to go on.", file=sys.stderr)
        raise
    print(f"{len(known)} puzzles of {plan.study.game.name}: {out}")


def find_in(game: Game[Any, Any], logs: Sequence[Log], out: Path) -> None:
    """Search the games of some logs, and add their puzzles to the file."""
    known = {puzzle.id for puzzle in (read(out) if out.exists() else [])}
    found = 0
    with ProgressBar(len(logs)) as bar:
        for log in logs:
            for puzzle in puzzles_in(game, log):
                if puzzle.id not in known:
                    append(out, puzzle)
                    found += 1
            bar.advance(1)
    print(f"{found} new puzzles of {game.name}: {out}")


def puzzles_in(game: Game[Any, Any], log: Log) -> Iterator[Puzzle]:
    """Search one game."""
    if log.origin:
        raise BadOption("A game that continues another one cannot be searched for puzzles: name a whole game.")
    table, found = Table(game, len(log.seats), log.seed, log.seats, **log.options), 0
    for entry in history_of(log.moves):
        for puzzle in puzzle_of(table, int(entry.partition(" ")[0]), found):
            found += 1
            yield puzzle
        play_entry(table, entry)


def append(out: Path, puzzle: Puzzle) -> None:
    """Add a puzzle to the file."""
    with out.open("ab") as file:
        file.write(msgspec.json.encode(puzzle) + b"\n")
