"""Puzzles: decisions from real games in which one move is far better than all others.

A file for each game has a line for each recorded game with puzzles, which share its moves.  `guanxi puzzles` finds
them and writes such files.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from guanxi.engine.log import history_of
from guanxi.engine.text import Phrase
from guanxi.learning.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.game import Game
    from guanxi.engine.table import Table

FOLDER = Path(__file__).parent
ID = 10  # characters


class Answer(msgspec.Struct, frozen=True):
    """A move with the chance to win that it leaves, and why it is good or what it gives up."""

    move: str
    chance: float
    why: Phrase | None = None


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A decision with one right answer, as the deciding seat sees it."""

    id: str
    start: Prepared  # its seat has to decide
    rules: int
    exact: bool  # all possible positions were played out; otherwise many searches agree
    found: float  # the share of a casual player's tries that find the answer
    answers: list[Answer]  # the right one, then the most tempting others

    @property
    def solution(self) -> Answer:
        """The right answer."""
        return self.answers[0]

    @property
    def seat(self) -> int:
        """The seat that has to decide."""
        assert self.start.seat is not None
        return self.start.seat


def start_of(table: Table, seat: int) -> Prepared:
    """The position of a table, to be decided by a seat."""
    moves = [*history_of(table.entries)]
    options = msgspec.to_builtins(table.options)
    return Prepared(seats=table.seats, seed=table.seed, options=options, moves=moves, seat=seat)


def id_of(game: str, start: Prepared) -> str:
    """The id of a puzzle, which depends on nothing but its decision."""
    decision: tuple[Any, ...] = (game, start.seats, start.seed, start.options, start.moves, start.seat)
    return hashlib.sha256(msgspec.json.encode(decision, order="sorted")).hexdigest()[:ID]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is stored, with the number of moves that lead to it."""

    id: str
    after: int
    seat: int
    exact: bool
    found: float
    answers: list[Answer]


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a file: a game up to its last puzzle, and its puzzles in their order."""

    rules: int
    start: Prepared
    puzzles: list[Found]


def lined(puzzles: Sequence[Puzzle]) -> bytes:
    """The line with the puzzles of one game."""
    last = puzzles[-1]
    stored = [
        Found(
            id=one.id, after=len(one.start.moves), seat=one.seat, exact=one.exact, found=one.found, answers=one.answers
        )
        for one in puzzles
    ]
    source = Source(rules=last.rules, start=replace(last.start, seat=None), puzzles=stored)
    return msgspec.json.encode(source) + b"\n"


def read(file: Path) -> list[Puzzle]:
    """The puzzles in a file."""
    decode = msgspec.json.Decoder(Source).decode
    return [puzzle for line in file.read_bytes().splitlines() if line for puzzle in puzzles_of(decode(line))]


def puzzles_of(source: Source) -> Iterator[Puzzle]:
    """The puzzles in a line."""
    for one in source.puzzles:
        start = replace(source.start, moves=source.start.moves[: one.after], seat=one.seat)
        yield Puzzle(id=one.id, start=start, rules=source.rules, exact=one.exact, found=one.found, answers=one.answers)


@cache
def puzzles(game: Game[Any, Any]) -> dict[str, Puzzle]:
    """The puzzles that come with a game by their ids, without those of other rules."""
    file = FOLDER / f"{game.name}.jsonl"
    found = read(file) if file.exists() else []
    return {puzzle.id: puzzle for puzzle in found if puzzle.rules == game.rules_version}
