"""Database files: one server at a time, backups while it runs, and restoring them."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import IO, TYPE_CHECKING

from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from collections.abc import Iterator


SQLITE = "sqlite+aiosqlite:///"
ATTEMPTS, PAUSE = 30, 0.1  # to lock a file, and seconds between them


class DatabaseInUse(GuanxiError):
    """Another server uses the database file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"Another Guanxi server uses {path}. Stop it first, or choose another file with --db.")


class BadBackup(GuanxiError):
    """A backup that cannot be made or restored; the text says why, and what would be right."""


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for other databases."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other servers from a database file.  The system releases the lock when the process ends, however it ends.

    If it is killed while it starts another program, that one has the lock until it is loaded: so this waits a little.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("ab") as file:
        for _ in range(ATTEMPTS):
            if is_free(file):
                break
            sleep(PAUSE)
        else:
            raise DatabaseInUse(path)
        yield


def is_free(file: IO[bytes]) -> bool:
    """Lock a file if nobody else has; was it free?"""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def back_up(source: Path, target: Path) -> int:
    """Copy a database, which may be in use, to a new file; returns the number of tables of games in it."""
    if not source.is_file():
        raise BadBackup(f"{source} does not exist. Say with --db which file the server uses.")
    if target.exists():
        raise BadBackup(f"{target} exists already. Choose another name, so that no backup is lost.")
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    copy(source, partial)
    tables = count_tables(partial)
    partial.replace(target)
    return tables


def restore(backup: Path, target: Path) -> tuple[int, Path | None]:
    """Put a backup in the place of a database that no server uses.

    Returns the number of tables of games, and the file that now holds what was there before.
    """
    if not backup.is_file():
        raise BadBackup(f"{backup} does not exist.")
    tables = count_tables(backup)
    with locked(target):
        before = None
        if target.exists():
            before = unused(target)
            # A copy, not a move: what the write-ahead log holds belongs to it.
            copy(target, before)
        copy(backup, target)
    return tables, before


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, over whatever the target holds."""
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)


def count_tables(path: Path) -> int:
    """The number of tables of games in a database; raises BadBackup if it is damaged or of another program."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            if database.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise BadBackup(f"{path} is damaged. Take another backup.")
            return int(database.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.DatabaseError:
        raise BadBackup(
            f"{path} is not a database of Guanxi. Files that `guanxi backup` has made can be restored."
        ) from None


def unused(path: Path) -> Path:
    """A name beside a file that is not taken: tables.db.before-1, tables.db.before-2 …"""
    number = 1
    while (found := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return found
