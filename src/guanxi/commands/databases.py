"""Commands for a server's database: `guanxi backup` and `guanxi restore`."""

from __future__ import annotations

from pathlib import Path


def backup(file: Path, /, *, db: str | None = None) -> None:
    """Copy all games, people and settings of a server to a file, also while it runs.

    **Example**: `guanxi backup thursday.db`

    Parameters
    ----------
    file
        The new file.
    db
        The file that the server stores its games in. By default what `GUANXI_DB` names, or else the one in the
        user's data directory.
    """
    from guanxi.server.storage.files import back_up

    tables = back_up(database_file(db), file)
    print(f"Backed up {tables:,} table{'' if tables == 1 else 's'} to {file}.")


def restore(file: Path, /, *, db: str | None = None) -> None:
    """Put a backup in the place of a server's database; what was there before is kept beside it.

    **Example**: `guanxi restore thursday.db`

    Parameters
    ----------
    file
        A file that `guanxi backup` has made.
    db
        The file that the server stores its games in. By default what `GUANXI_DB` names, or else the one in the
        user's data directory.
    """
    from guanxi.server.storage import files

    target = database_file(db)
    tables, before = files.restore(file, target)
    print(f"Restored {tables:,} table{'' if tables == 1 else 's'} to {target}.")
    if before:
        print(f"The database that was there before is {before}.")


def database_file(db: str | None) -> Path:
    """The file of a server's database."""
    from guanxi.server.settings import database_url
    from guanxi.server.storage.files import BadBackup, file_of

    found = file_of(database_url(db))
    if found is None:
        raise BadBackup("Only database files can be copied. Use pg_dump and pg_restore for PostgreSQL.")
    return found
