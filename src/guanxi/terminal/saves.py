"""Saved games: one log per game in the user's data folder, rewritten after every move."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

import guanxi
from guanxi.engine.errors import BadLog

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def folder() -> Path:
    """Return the folder that new games are saved in."""
    return user_data_path("guanxi", appauthor=False)


def new_file(game: str) -> Path:
    """Return a path that does not exist yet, for a game that starts now."""
    start = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    file = folder() / f"{start}.json"
    number = 2
    while file.exists():
        file = folder() / f"{start}-{number}.json"
        number += 1
    return file


def write(table: Table, file: Path) -> None:
    """Replace the file with the table's log, atomically: a crash leaves either the old log or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_text(table.log.to_json(), encoding="utf-8")
        os.replace(beside, file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read(file: Path) -> Table:
    """Restore a table from its log; raises `BadLog` if the file is unreadable or not a complete log."""
    try:
        document = file.read_bytes()
    except OSError as error:
        raise BadLog(error.strerror or str(error)) from None
    *_, table = guanxi.replay(document)
    return table


def unfinished(game: str) -> tuple[Table, Path] | None:
    """Find the unfinished game that was played last; files that cannot be read are skipped."""
    for file in sorted(folder().glob(f"{game}-*.json"), key=last_played, reverse=True):
        try:
            table = read(file)
        except BadLog:
            continue
        if not table.over:
            return table, file
    return None


def last_played(file: Path) -> datetime:
    """Return when a game was last written."""
    return datetime.fromtimestamp(file.stat().st_mtime)
