"""What `guanxi lab` does: plays, shows how far it is, and writes the report and the dataset."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.dataset import Dataset
from guanxi.lab.report import report
from guanxi.lab.show import Bar
from guanxi.lab.study import Plan, Study, play
from guanxi.lab.variations import all_asked
from guanxi.lab.work import processors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.game import Game

MANY = 50  # from so many games on it pays to start other processes
INTERRUPTED = 130


def lab(
    game: Game[Any, Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: str,
    players: int | None,
    options: Mapping[str, Any],
    compare: Sequence[str],
    jobs: int | None,
    out: Path,
    dataset: Path | None,
) -> int:
    """Play, and write what was found; when it is interrupted, what was found so far."""
    if games < 1:
        raise BadOption(f"A study has at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"A study needs at least one process, not {jobs}.")
    check_place(out)
    seats = players if players is not None else max(len(bots), game.usual)
    asked = all_asked(game, seats, options, compare)
    plans = [
        Plan(game, bots, seed, one.options, seats=one.players, label=one.label, keep_moves=dataset is not None)
        for one in asked
    ]
    studies, whole = play_plans(plans, games, jobs or (processors() if games >= MANY else 1), dataset)
    if not studies:
        print("No game was finished, so there is nothing to report.", file=sys.stderr)
        return INTERRUPTED
    command = spelled(game.name, bots, games, seed, players, options, compare)
    out.write_text(report(studies, command, plans[0].games(games)), encoding="utf-8")
    finished = sum(study.games for study in studies)
    early = "" if whole else " It was stopped early, so this is what there was."
    print(f"{finished:,} games of {game.name} are reported in {out}.{early}")
    if dataset:
        print(f"Every game, seat and decision is in {dataset}.")
    return 0 if whole else INTERRUPTED


def play_plans(plans: Sequence[Plan], games: int, jobs: int, folder: Path | None) -> tuple[list[Study], bool]:
    """All plans one after the other; returns what was played, and whether that is all of it."""
    studies: list[Study] = []
    total = sum(plan.games(games) for plan in plans)
    with closing(Dataset(folder)) if folder else nullcontext() as dataset, Bar(total) as bar:
        try:
            for plan in plans:
                study = Study(plan)
                for deal in play(plan, games, jobs):
                    study.add(deal)
                    if not study.games > len(deal):
                        studies.append(study)
                    if dataset:
                        dataset.write(plan, deal)
                    bar.advance(len(deal))
        except KeyboardInterrupt:
            return studies, False
    return studies, True


def check_place(out: Path) -> None:
    """Refuse before hours of play what cannot be written after them."""
    if out.is_dir():
        raise BadOption(f"{out} is a directory; name a file for the report, such as {out / 'report.html'}.")
    if not out.absolute().parent.is_dir():
        raise BadOption(f"There is no directory {out.absolute().parent} to write the report into.")


def spelled(
    name: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    players: int | None,
    options: Mapping[str, Any],
    compare: Sequence[str],
) -> str:
    """The command that plays the same games again."""
    words = ["guanxi", "lab", name, "--bots", ",".join(bots), "--games", str(games), "--seed", seed]
    words += ["--players", str(players)] if players is not None else []
    for option, value in options.items():
        words += ["--option", f"{option}={str(value).lower() if isinstance(value, bool) else value}"]
    for one in compare:
        words += ["--compare", one]
    return shlex.join(words)
