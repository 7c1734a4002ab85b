"""Migrations of the database schema; the server brings it up to date when it starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

if TYPE_CHECKING:
    from sqlalchemy import Connection


NEWEST = "0031_exhibitions"


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Bring a database to a schema, the newest; Alembic is loaded only if there is something to do."""
    if version(connection) == to:
        return
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
