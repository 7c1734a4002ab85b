"""The findings of a run: counts of everything that happened, and every fault found."""

from __future__ import annotations

from collections import Counter


class Notes:
    """Counts by name, the moves that servers have answered, and faults."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.finished: Counter[str] = Counter()  # games by name
        self.rated: Counter[str] = Counter()
        self.acknowledged: dict[tuple[str, int, str], str] = {}
        self.refused: set[tuple[str, int, str]] = set()
        self.faults: list[str] = []

    def fault(self, text: str) -> None:
        """Note something that must not happen."""
        self.faults.append(text)
        print(f"FAULT: {text}", flush=True)


def page(runs: dict[str, Notes], seconds: int) -> str:
    """The page about all runs, as Markdown."""
    names = list(dict.fromkeys(name for notes in runs.values() for name in notes.counts))
    games = sorted({game for notes in runs.values() for game in notes.finished})
    rows = [(name, [notes.counts[name] for notes in runs.values()]) for name in names]
    lines = [f"# Torture: {seconds} s on each database", "", f"| | {' | '.join(runs)} |", "|---|" + "---:|" * len(runs)]
    lines += [f"| {name} | {' | '.join(f'{number:,}' for number in numbers)} |" for name, numbers in rows]
    for game in games:
        ended = [f"{notes.finished[game]}, {notes.rated[game]}" for notes in runs.values()]
        lines.append(f"| finished games of {game}, of these rated | {' | '.join(ended)} |")
    lines.append(f"| **faults** | {' | '.join(str(len(notes.faults)) for notes in runs.values())} |")
    faults = [f"- {database}: {fault}" for database, notes in runs.items() for fault in notes.faults]
    return "\n".join([*lines, "", "## Faults", "", *(faults or ["None."])]) + "\n"
