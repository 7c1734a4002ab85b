"""Where games are kept: one log a game, written whole after every move."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import guanxi
from guanxi.engine.errors import BadLog
from guanxi.folders import folder

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def new_file(game: str) -> Path:
    """A file, not there yet, for a game that begins now."""
    start = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    file = folder() / f"{start}.json"
    number = 2
    while file.exists():
        file = folder() / f"{start}-{number}.json"
        number += 1
    return file


def write(table: Table, file: Path) -> None:
    """Replace the file by the table's log, so that at every moment one of the two is there whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_text(table.log.to_json(), encoding="utf-8")
        os.replace(beside, file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read(file: Path) -> Table:
    """The table as its log left it; raises `BadLog` for a file that is not a whole game."""
    try:
        document = file.read_bytes()
    except OSError as wrong:
        raise BadLog(wrong.strerror or str(wrong)) from None
    *_, table = guanxi.replay(document)
    return table


def unfinished(game: str) -> tuple[Table, Path] | None:
    """The unfinished game that was played last, if there is one."""
    for file in sorted(folder().glob(f"{game}-*.json"), key=last_played, reverse=True):
        try:
            table = read(file)
        except BadLog:
            continue
        if not table.over:
            return table, file
    return None


def last_played(file: Path) -> datetime:
    """When a game was last written."""
    return datetime.fromtimestamp(file.stat().st_mtime)
