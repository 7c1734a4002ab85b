"""Who belongs to which club: all that tables and lists need to know of clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import exists, select

from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import MEMBERS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from guanxi.server.storage.database import Database


async def check_member(database: Database, club: str | None, guest: str) -> None:
    """Refuse guests who do not belong to a club; without a club nobody has to."""
    if club is None:
        return
    own = select(MEMBERS.c.role).where(MEMBERS.c.club_id == club, MEMBERS.c.guest == guest)
    async with database.reading() as connection:
        if await connection.scalar(own) is None:
            raise ApiError(403, "members-only")


def in_sight_of(guest: str | None) -> ColumnElement[bool]:
    """The condition that a table of `tables` belongs to no club, or to one of a guest."""
    anybody = TABLES.c.club.is_(None)
    return anybody | exists().where(MEMBERS.c.club_id == TABLES.c.club, MEMBERS.c.guest == guest) if guest else anybody
