"""Memberships of clubs: all that tables, tournaments and lists need to know of clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import exists, or_, select

from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import CLUBS, MEMBERS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.storage.database import Database


async def check_member(database: Database, club: str | None, guest: str) -> None:
    """Refuse guests who do not belong to a club; without a club nobody has to."""
    if club is None:
        return
    own = select(MEMBERS.c.role).where(MEMBERS.c.club_id == club, MEMBERS.c.guest == guest)
    async with database.reading() as connection:
        if await connection.scalar(own) is None:
            raise ApiError(403, "members-only")


def clubs_of(guest: str | None) -> Select[tuple[str]]:
    """The query for the ids of a guest's clubs."""
    return select(MEMBERS.c.club_id).where(MEMBERS.c.guest == (guest or ""))


async def name_of_club(connection: AsyncConnection, club: str | None, guest: str | None) -> str | None:
    """The name of a club whose page a guest may see: one of theirs, or one that is open."""
    seen = or_(CLUBS.c.open, CLUBS.c.id.in_(clubs_of(guest)))
    name: str | None = await connection.scalar(select(CLUBS.c.name).where(CLUBS.c.id == (club or ""), seen))
    return name


def in_sight_of(guest: str | None) -> ColumnElement[bool]:
    """The condition that a table of `tables` belongs to no club, or to one of a guest."""
    anybody = TABLES.c.club.is_(None)
    return anybody | exists().where(MEMBERS.c.club_id == TABLES.c.club, MEMBERS.c.guest == guest) if guest else anybody
