"""Saved games of a study: a file for each table that was studied, so that no table is played twice.

The name of a file comes from everything that determines the games: rules, bots, seed, options, and the contents of
boards and cards.  Its first line says these; every other line has the games of one deal, in order.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.boards.files import existing
from guanxi.engine.errors import BadOption
from guanxi.lab.recording import RecordedGame
from guanxi.lab.study import in_order_of_deals
from guanxi.lab.uses import Use

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from guanxi.lab.study import StudyPlan

VERSION = 1

# JSON has no keys of several parts, so uses are written beside their game.
SavedGame = tuple[RecordedGame, list[tuple[Use, tuple[int, ...]]]]


class Results:
    """The saved games of one plan."""

    def __init__(self, folder: Path, plan: StudyPlan) -> None:
        self.plan = plan
        head = msgspec.json.encode(head_of(plan))
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{plan.game.name}-{sha256(head).hexdigest()[:16]}.jsonl"
        if not self.file.exists():
            self.file.write_bytes(head + b"\n")
        whole = self.file.read_bytes()
        # A line without an end was being written when the study was interrupted; it is dropped.
        complete = whole[: whole.rfind(b"\n") + 1]
        if complete != whole:
            self.file.write_bytes(complete)
        first, *self.lines = complete.splitlines()
        if first != head:
            raise BadOption(f"{self.file} is not what it was named for. Remove it, or name another directory.")

    def play(self, games: int, jobs: int) -> Iterator[list[RecordedGame]]:
        """Yield the games deal by deal: those that are saved, then those that must be played, which are saved."""
        decoder = msgspec.json.Decoder(list[SavedGame])
        deals = range(self.plan.deals(games))
        for line in self.lines[: len(deals)]:
            yield [msgspec.structs.replace(game, uses=dict(uses)) for game, uses in decoder.decode(line)]
        missing = deals[len(self.lines) :]
        with self.file.open("ab") as file:
            for deal in in_order_of_deals(self.plan, missing, jobs) if missing else ():
                file.write(msgspec.json.encode([saved(game) for game in deal]) + b"\n")
                file.flush()
                yield deal


def saved(game: RecordedGame) -> SavedGame:
    """A game as it is written."""
    return msgspec.structs.replace(game, uses={}), list(game.uses.items())


def head_of(plan: StudyPlan) -> dict[str, Any]:
    """Everything that determines the games of a plan."""
    return {"lab": VERSION, **plan.match.head(), "files": digest(plan)}


def digest(plan: StudyPlan) -> str:
    """A digest of all files that the games may be played with: those of the game and those that options name."""
    paths = [path for files in plan.game.files for path in files.shipped.values()]
    named = (existing(value) for value in plan.options.values() if isinstance(value, str))
    found = sha256()
    for path in [*paths, *(path for path in named if path)]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
