"""The findings of a run: counts of everything that happened, and every fault found; how far it is; the page."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

KILLED = "servers killed"
ENDED = "games played to their ends"
SELDOM = 60.0  # seconds between lines where there is no terminal


class Notes:
    """Counts by name, the moves that servers have answered, and faults."""

    def __init__(self, console: Console | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self.finished: Counter[str] = Counter()  # games by name
        self.rated: Counter[str] = Counter()
        self.acknowledged: dict[tuple[str, int, str], str] = {}
        self.refused: set[tuple[str, int, str]] = set()
        self.faults: list[str] = []
        self._console = console or Console(stderr=True)

    def fault(self, text: str) -> None:
        """Note something that must not happen."""
        self.faults.append(text)
        self._console.print(f"FAULT: {text}", markup=False, highlight=False, soft_wrap=True)


class Progress:
    """How far a run is, on one line of the terminal; elsewhere a line now and then."""

    def __init__(self, database: str, kills: int | None, seconds: int) -> None:
        self.database = database
        self.interrupted = False
        self.seconds = 0.0
        self._kills, self._most_seconds = kills, seconds
        self._console = Console(stderr=True)
        self.notes = Notes(self._console)
        self._status = self._console.status("")
        self._shown = 0.0

    def __enter__(self) -> Progress:
        self._begun = time.monotonic()
        self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()
        self.seconds = time.monotonic() - self._begun

    @property
    def complete(self) -> bool:
        """Are all kills made, or is the time over?"""
        if self._kills:
            return self.notes.counts[KILLED] >= self._kills
        return time.monotonic() - self._begun >= self._most_seconds

    def show(self) -> None:
        """Show how far it is."""
        now, counts = time.monotonic(), self.notes.counts
        if now - self._shown < (0.2 if self._console.is_terminal else SELDOM):
            return
        self._shown = now
        passed = f"{now - self._begun:.0f} s" if self._kills else f"{now - self._begun:.0f} of {self._most_seconds} s"
        kills = f"{counts[KILLED]:,} of {self._kills:,} kills" if self._kills else f"{counts[KILLED]:,} kills"
        moves, games = f"{len(self.notes.acknowledged):,} moves", f"{counts[ENDED]:,} games ended"
        text = f"{self.database}: {passed}, {kills}, {moves}, {games}, {len(self.notes.faults)} faults"
        if self._console.is_terminal:
            self._status.update(text)
        else:
            self._console.print(text, highlight=False)


def page(runs: Sequence[Progress]) -> str:
    """The page about all runs, as Markdown."""
    notes = [run.notes for run in runs]
    lines = ["# Torture", "", f"| | {' | '.join(run.database for run in runs)} |", "|---|" + "---:|" * len(runs)]
    for name in dict.fromkeys(name for one in notes for name in one.counts):
        lines.append(row(name, [f"{one.counts[name]:,}" for one in notes]))
    for game in sorted({game for one in notes for game in one.finished}):
        ended = [f"{one.finished[game]:,}, {one.rated[game]:,}" for one in notes]
        lines.append(row(f"finished games of {game}, of these rated", ended))
    lines.append(row("minutes", [f"{run.seconds / 60:.0f}" for run in runs]))
    lines.append(row("**faults**", [f"{len(one.faults):,}" for one in notes]))
    faults = [f"- {run.database}: {fault}" for run in runs for fault in run.notes.faults]
    return "\n".join([*lines, "", "## Faults", "", *(faults or ["None."])]) + "\n"


def row(name: str, cells: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {name} | {' | '.join(cells)} |"
