"""Migrations of the database schema; the server brings it up to date when it starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from guanxi.server.storage.errors import BadDatabase

if TYPE_CHECKING:
    from sqlalchemy import Connection


NEWEST = "0038_club_clocks"


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Bring a database to a schema, the newest; Alembic is loaded only if there is something to do."""
    found = version(connection)
    if found == to:
        return
    if found and found > NEWEST:
        raise BadDatabase(other_version(found))
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def version(connection: Connection) -> str | None:
    """The schema that a database has; None if it has no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def check_version(connection: Connection) -> None:
    """Refuse a database with another schema than the newest."""
    found = version(connection)
    if found != NEWEST:
        raise BadDatabase(other_version(found))


def other_version(found: str | None) -> str:
    """Why a database with this schema cannot be used, and what would be right."""
    if found is None:
        return "This is not a database of Guanxi. Say with --db which one the server uses."
    if found < NEWEST:
        return f"The database is of an older Guanxi (schema {found}). Restart its server with this version first."
    return f"The database is of a newer Guanxi (schema {found}). Use that version."
