"""The games of a study as CSV files: games.csv, seats.csv, moves.csv (see docs/lab.md)."""

from __future__ import annotations

import csv
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from guanxi.lab.recording import RecordedGame, RecordedMove
    from guanxi.lab.study import StudyPlan

Cells = dict[str, Any]


class Sheet:
    """One CSV file; its first row sets the columns."""

    def __init__(self, path: Path, files: ExitStack) -> None:
        self.file = files.enter_context(path.open("w", encoding="utf-8", newline=""))
        self.writer: csv.DictWriter[str] | None = None

    def write(self, row: Cells) -> None:
        """Write a row."""
        if self.writer is None:
            self.writer = csv.DictWriter(self.file, list(row), restval="", extrasaction="ignore", lineterminator="\n")
            self.writer.writeheader()
        self.writer.writerow(row)


class Sheets:
    """Writes games as they are finished, numbered from 0, into a new folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadOption(f"{folder} is not empty: name a new or empty directory for the dataset.")
        self.files = ExitStack()
        self.games, self.seats, self.moves = (
            Sheet(folder / f"{name}.csv", self.files) for name in ("games", "seats", "moves")
        )
        self.count = 0

    def write(self, plan: StudyPlan, played: Iterable[RecordedGame]) -> None:
        """Write games."""
        for one in played:
            self.games.write(game_row(plan, self.count, one))
            for seat in range(plan.seats):
                self.seats.write(seat_row(plan, self.count, one, seat))
            for number, made in enumerate(one.moves):
                self.moves.write(move_row(self.count, number, made))
            self.count += 1

    def close(self) -> None:
        """Close the files."""
        self.files.close()


def game_row(plan: StudyPlan, game: int, one: RecordedGame) -> Cells:
    """The row of a game."""
    first, second = sorted(one.scores, reverse=True)[:2]
    decisions = sum(one.decisions)
    return {
        "game": game,
        "variant": plan.label,
        "deal": one.deal,
        "rotation": one.rotation,
        "seed": one.seed,
        "players": plan.seats,
        "decisions": decisions,
        "turns": one.turns,
        **one.lengths,
        "legal": f"{one.legal / decisions:.3f}",
        "end": one.end.partition(".")[2],
        "winners": " ".join(str(seat) for seat, share in enumerate(one.shares) if share),
        "lead": first - second,
        "lead_changes": one.changes,
        "settled": "" if one.settled is None else f"{one.settled:.4f}",
        "seconds": f"{sum(one.seconds):.6f}",
    }


def seat_row(plan: StudyPlan, game: int, one: RecordedGame, seat: int) -> Cells:
    """The row of a seat."""
    return {
        "game": game,
        "seat": seat,
        "bot": plan.match.called[plan.lineup[one.bots[seat]]],
        "order": "" if one.order is None else one.order[seat],
        **{trait.replace(" ", "_"): value for trait, value in one.traits[seat].items()},
        "share": f"{one.shares[seat]:.4f}",
        "rank": one.ranks[seat],
        "score": one.scores[seat],
        **{f"score_{part}": points for part, points in one.parts[seat].items()},
        "decisions": one.decisions[seat],
        "seconds": f"{one.seconds[seat]:.6f}",
    }


def move_row(game: int, number: int, made: RecordedMove) -> Cells:
    """The row of a decision."""
    return {
        "game": game,
        "decision": number,
        "seat": made.seat,
        "kind": made.kind,
        "move": made.notation,
        "legal": made.legal,
        "seconds": f"{made.seconds:.6f}",
    }
