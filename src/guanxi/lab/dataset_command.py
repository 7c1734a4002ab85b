"""`guanxi dataset`: write games of bots as Parquet files, and such files as logs."""

from __future__ import annotations

import signal
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from guanxi.engine.errors import BadOption
from guanxi.lab.console import ProgressBar
from guanxi.lab.match import MANY, prepare_log_folder
from guanxi.lab.stopping import like_ctrl_c
from guanxi.lab.study import in_order_of_deals
from guanxi.lab.workers import processors

try:
    from guanxi.lab.dataset_files import PART, DatasetFolder, logs
except ImportError:
    raise BadOption('Datasets need PyArrow, which is not installed: pip install "guanxi[dataset]".') from None

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from guanxi.lab.dataset_recording import DatasetGame, DatasetPlan


def make_dataset(plan: DatasetPlan, out: Path, jobs: int | None) -> None:
    """Play the games that are missing and write the files."""
    if jobs is not None and jobs < 1:
        raise BadOption(f"A dataset needs at least one process, not {jobs}.")
    folder = DatasetFolder(out, plan.head(), plan.tables)
    if folder.complete:
        print(f"{out} has all {plan.games:,} games already.")
        return
    before = games_done(plan, folder)
    if before:
        print(f"{before:,} of {plan.games:,} games are in {out} already.", file=sys.stderr)
    try:
        with like_ctrl_c(signal.SIGTERM), ProgressBar(plan.games - before) as bar:
            play_missing(plan, folder, jobs or (processors() if plan.games >= MANY else 1), bar)
    except KeyboardInterrupt:
        done = games_done(plan, folder)
        print(
            f"\n{done:,} of {plan.games:,} games are saved in {out}. Run the same command to resume.", file=sys.stderr
        )
        raise
    folder.join()
    written = ", ".join(str(out / f"{table}.parquet") for table in plan.tables)
    print(f"{plan.games:,} games of {plan.study.game.name}: {written}")


def games_done(plan: DatasetPlan, folder: DatasetFolder) -> int:
    """The number of games in finished parts."""
    return min(folder.deals_done() * plan.study.rotations, plan.games)


def play_missing(plan: DatasetPlan, folder: DatasetFolder, jobs: int, bar: ProgressBar) -> None:
    """Play the deals that are in no part yet, and write each part as soon as its deals are played."""
    part: list[DatasetGame] = []
    left = range(folder.deals_done(), plan.deals)
    with closing(in_order_of_deals(plan, left, jobs)) as played:
        for deal, games in zip(left, played, strict=True):
            part += games
            bar.advance(len(games))
            if (deal + 1) % PART == 0 or deal == left[-1]:
                folder.write(deal // PART * PART, part)
                part = []


def write_logs(folder: Path, out: Path, chosen: Collection[int]) -> None:
    """Write games of a dataset as logs, all or those chosen by number."""
    if not (folder / "games.parquet").is_file():
        raise BadOption(f"There is no dataset in {folder}: name a directory that `guanxi dataset` has written.")
    found = ((number, log) for number, log in logs(folder) if not chosen or number in chosen)
    prepare_log_folder(out, resuming=False)
    count = 0
    for number, log in found:
        (out / f"{log.game}-{number:06}.json").write_text(log.to_json(), encoding="utf-8")
        count += 1
    if count < len(chosen):
        raise BadOption(f"{folder} does not have all games that were named: {count} of {len(chosen)} were found.")
    print(f"{count:,} logs: {out}")
