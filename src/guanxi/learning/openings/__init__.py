"""Openings: how often a seat chose what in its first decisions, and how often it won.

A line is a row of steps, and a book counts the games that went through it: a tree whose branches are steps.  A file
for each game has those of bots' games, so that the explorer of a new server is not empty.  `guanxi openings` makes
such files.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.game import Game

FOLDER = Path(__file__).parent
APART = "/"  # between the steps of a line
Line = tuple[str, ...]


class Branch(msgspec.Struct, array_like=True):
    """The games that went through a step: their number, how many were won, and the steps that came next."""

    games: int = 0
    won: float = 0.0  # a shared victory counts as a share
    next: dict[str, Branch] = {}

    def add(self, line: Sequence[str], won: float) -> None:
        """Count a game with this line."""
        self.games += 1
        self.won += won
        if line:
            self.next.setdefault(line[0], Branch()).add(line[1:], won)

    def after(self, line: Sequence[str]) -> Branch | None:
        """The branch at the end of a line; None if no game went there."""
        branch: Branch | None = self
        for step in line:
            branch = branch.next.get(step) if branch else None
        return branch

    def pruned(self, fewest: int) -> Branch:
        """The same without steps of fewer games."""
        found = {step: branch.pruned(fewest) for step, branch in sorted(self.next.items()) if branch.games >= fewest}
        return Branch(self.games, round(self.won, 2), found)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The openings of bots' games, and how these were played."""

    rules: int
    bot: str
    seed: str
    games: dict[str, int]  # by the number of players
    seats: Branch  # one line for each seat of a game


@cache
def book(game: Game[Any, Any]) -> Branch:
    """The openings of the bots' games that come with a game; empty if they were played by other rules."""
    file = FOLDER / f"{game.name}.json"
    found = msgspec.json.decode(file.read_bytes(), type=Book) if file.exists() else None
    return found.seats if found and found.rules == game.rules_version else Branch()


def prefixes(line: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each step of a line with the line before it, as texts."""
    for number, step in enumerate(line):
        yield APART.join(line[:number]), step
