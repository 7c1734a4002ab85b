"""`guanxi lab`: play many games with a progress bar, then write the report."""

from __future__ import annotations

import shlex
import signal
import sys
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.lab.console import ProgressBar
from guanxi.lab.report import report
from guanxi.lab.report import seats as advantages
from guanxi.lab.results import Results
from guanxi.lab.stopping import like_ctrl_c
from guanxi.lab.study import Study, StudyPlan, play
from guanxi.lab.variations import all_variations
from guanxi.lab.version_report import version_sections
from guanxi.lab.workers import processors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.game import Game

MANY = 50  # games; with fewer, starting other processes costs more time than it saves
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
    results: Path | None = None,
) -> int:
    """Play the games and write the report, also if interrupted; returns the exit code."""
    if games < 1:
        raise BadOption(f"A study has at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"A study needs at least one process, not {jobs}.")
    check_writable(out)
    seats = players if players is not None else max(len(bots), game.usual)
    variations = all_variations(game, seats, options, compare)
    plans = [StudyPlan(game, bots, seed, one.options, seats=one.players, label=one.label) for one in variations]
    with like_ctrl_c(signal.SIGTERM):
        studies, whole = play_plans(plans, games, jobs or (processors() if games >= MANY else 1), results)
    if not studies:
        print("Interrupted before the first game was finished: there is nothing to report.", file=sys.stderr)
        return INTERRUPTED
    command = command_line(game.name, bots, games, seed, players, options, compare)
    out.write_text(report(studies, command, plans[0].games(games)), encoding="utf-8")
    finished = sum(study.games for study in studies)
    early = "" if whole else " The study was interrupted, so the report covers only these."
    print(f"Report on {finished:,} games of {game.name}: {out}.{early}")
    if len(studies) > 1:
        for finding in (
            one for section in [advantages(studies[0]), *version_sections(studies)] for one in section.findings
        ):
            print(finding.sentence)
    return 0 if whole else INTERRUPTED


def play_plans(
    plans: Sequence[StudyPlan], games: int, jobs: int, results: Path | None = None
) -> tuple[list[Study], bool]:
    """Play all plans in turn, without the games that are saved; returns their studies, and False if interrupted."""
    studies: list[Study] = []
    total = sum(plan.games(games) for plan in plans)
    with ProgressBar(total) as bar:
        try:
            for plan in plans:
                study = Study(plan, compared=len(plans) > 1)
                for deal in Results(results, plan).play(games, jobs) if results else play(plan, games, jobs):
                    study.add(deal)
                    if not study.games > len(deal):
                        studies.append(study)
                    bar.advance(len(deal))
        except KeyboardInterrupt:
            return studies, False
    return studies, True


def check_writable(out: Path) -> None:
    """Raise `BadOption` if a file cannot be written there: better now than after hours of play."""
    if out.is_dir():
        raise BadOption(f"{out} is a directory; name a file for the report, such as {out / 'report.html'}.")
    if not out.absolute().parent.is_dir():
        raise BadOption(f"The directory {out.absolute().parent} does not exist. Create it, or name another file.")


def command_line(
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
