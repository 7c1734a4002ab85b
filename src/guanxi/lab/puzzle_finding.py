"""`guanxi puzzles`: find puzzles in games that bots play, or in logs, and write them to a file game by game.

The games are those of a study with the same bots and seed, so the same command finds the same puzzles.  A file that
has some already is continued after the last deal of this plan in it, so that games of several kinds can share a file.
"""

from __future__ import annotations

import sys
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from guanxi.engine.errors import BadOption
from guanxi.engine.log import history_of
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.lab.console import ProgressBar
from guanxi.lab.game_runner import decide, play_bots
from guanxi.lab.match_plan import GameId
from guanxi.lab.puzzle_search import puzzle_at, verified
from guanxi.lab.study import StudyPlan, in_order_of_deals
from guanxi.learning.puzzles import Puzzle, lined, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from guanxi.bots import Bot
    from guanxi.engine.game import Game
    from guanxi.engine.log import Log

MOST = 6  # puzzles from one game, so that they differ,
APART = 8  # with so many moves between them
DEALS = 1_000_000  # a bound that is never reached


class SearchedGame(msgspec.Struct, frozen=True):
    """The puzzles of one finished game."""

    deal: int
    seconds: tuple[float, ...]
    puzzles: list[Puzzle]


class PuzzlePlan:
    """Determines the games in which puzzles are searched."""

    def __init__(self, study: StudyPlan, *, endings_only: bool = False) -> None:
        if not study.equal:
            raise BadOption("Puzzles are searched in games of equal bots: name one bot.")
        self.study = study
        self.endings_only = endings_only

    def play_deals(self, deals: range) -> list[SearchedGame]:
        """Play these deals and search them."""
        return [self.play(deal) for deal in deals]

    def play(self, deal: int) -> SearchedGame:
        """Play one game and search it."""
        begun = perf_counter()
        table, bots, _ = self.study.seated(GameId(0, deal, 0))
        found: list[Puzzle] = []

        def look_and_play(seat: int, bot: Bot) -> None:
            found.extend(puzzle_of(table, seat, found, self.endings_only))
            table.play(seat, decide(table, seat, bot))

        play_bots(table, bots, look_and_play)
        return SearchedGame(deal, (perf_counter() - begun,), found)

    def first_deal(self, known: Sequence[Puzzle]) -> int:
        """The deal after the last one whose puzzles are known."""
        return 1 + max((self.deal_of(puzzle) for puzzle in known), default=-1)

    def deal_of(self, puzzle: Puzzle) -> int:
        """The deal in which a puzzle was found; -1 if it comes from games of another kind."""
        seed, _, deal = puzzle.start.seed.rpartition("-")
        kind = (seed, puzzle.start.seats, puzzle.start.options)
        own = (str(self.study.match.seed), self.study.seats, options_of(self.study))
        return int(deal) if kind == own and deal.isdecimal() else -1


def options_of(study: StudyPlan) -> Any:
    """The options of a study's tables, as puzzles have them."""
    return msgspec.to_builtins(study.game.check_options(study.seats, study.options))


def puzzle_of(table: Table, seat: int, found: Sequence[Puzzle], endings_only: bool = False) -> list[Puzzle]:
    """The puzzle that a seat has to decide now, if it is one and no other is near in the same game."""
    near = bool(found) and table.moves < len(found[-1].start.moves) + APART
    puzzle = None if near or len(found) >= MOST else puzzle_at(table, seat, endings_only)
    return [puzzle] if puzzle else []


def find(plan: PuzzlePlan, count: int, out: Path, jobs: int) -> None:
    """Play and search until the file has so many puzzles."""
    known = read(out) if out.exists() else []
    first = plan.first_deal(known)
    if len(known) >= count:
        print(f"{out} has {len(known)} puzzles already.")
        return
    searched = in_order_of_deals(plan, range(first, DEALS), jobs)
    try:
        with closing(searched), ProgressBar(count - len(known), "puzzles") as bar:
            for games in searched:
                for game in games:
                    new = game.puzzles[: count - len(known)]
                    append(out, new)
                    known += new
                    bar.advance(len(new))
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
            new = [puzzle for puzzle in puzzles_in(game, log) if puzzle.id not in known]
            append(out, new)
            found += len(new)
            bar.advance(1)
    print(f"{found} new puzzles of {game.name}: {out}")


def verify(game: Game[Any, Any], out: Path, seed: str) -> None:
    """Verify the puzzles of a file with another seed, and keep those that stand, each position once."""
    kept: dict[bytes, Puzzle] = {}
    known = read(out)
    with ProgressBar(len(known), "puzzles") as bar:
        for puzzle in known:
            again = verified(puzzle, game, seed) if puzzle.rules == game.rules_version else None
            if again:
                kept.setdefault(content_of(again, game), again)
            bar.advance(1)
    by_game: dict[bytes, list[Puzzle]] = {}
    for puzzle in kept.values():
        start = replace(puzzle.start, moves=[], seat=None)
        by_game.setdefault(msgspec.json.encode(start), []).append(puzzle)
    out.write_bytes(b"".join(lined(found) for found in by_game.values()))
    print(f"{len(kept)} of {len(known)} puzzles of {game.name} stand: {out}")


def content_of(puzzle: Puzzle, game: Game[Any, Any]) -> bytes:
    """What the seat sees and may do: two puzzles with the same content are one."""
    table = puzzle.start.table(game)
    legal = [move.notation() for move in table.legal_moves(puzzle.seat)]
    return msgspec.json.encode((table.view(puzzle.seat), legal))


def puzzles_in(game: Game[Any, Any], log: Log) -> list[Puzzle]:
    """Search one game."""
    if log.origin:
        raise BadOption("A game that continues another one cannot be searched for puzzles: name a whole game.")
    table = Table(game, len(log.seats), log.seed, log.seats, **log.options)
    found: list[Puzzle] = []
    for entry in history_of(log.moves):
        found.extend(puzzle_of(table, int(entry.partition(" ")[0]), found))
        play_entry(table, entry)
    return found


def append(out: Path, puzzles: Sequence[Puzzle]) -> None:
    """Add the puzzles of a game to the file."""
    if puzzles:
        with out.open("ab") as file:
            file.write(lined(puzzles))
