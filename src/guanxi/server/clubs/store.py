"""Clubs and their members in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from guanxi.server.clocks.clocks import Control
from guanxi.server.clubs.wire import Club, Role
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import CLUBS, MEMBERS

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

ORGANISER, MEMBER = "organiser", "member"
MOST_CLUBS = 30  # of one guest
MOST_ORGANISED = 5
MOST_MEMBERS = 300
MOST_LISTED = 50


async def role_of(connection: AsyncConnection, club: str, guest: str | None) -> Role | None:
    """A guest's role in a club; None without one."""
    own = (MEMBERS.c.club_id == club) & (MEMBERS.c.guest == (guest or ""))
    role: Role | None = await connection.scalar(select(MEMBERS.c.role).where(own))
    return role


async def club_where(connection: AsyncConnection, which: ColumnElement[bool], guest: str | None) -> Club | None:
    """One club as a guest sees it."""
    found = await clubs_where(connection, which, guest)
    return found[0] if found else None


async def clubs_where(connection: AsyncConnection, which: ColumnElement[bool], guest: str | None) -> list[Club]:
    """Clubs as a guest sees them, the largest first."""
    count = select(func.count()).where(MEMBERS.c.club_id == CLUBS.c.id).scalar_subquery()
    own = (
        select(MEMBERS.c.role)
        .where(MEMBERS.c.club_id == CLUBS.c.id, MEMBERS.c.guest == (guest or ""))
        .scalar_subquery()
    )
    query = select(CLUBS, count.label("members"), own.label("role")).where(which)
    rows = await connection.execute(query.order_by(count.desc(), CLUBS.c.name, CLUBS.c.id).limit(MOST_LISTED))
    return [club_shown(row) for row in rows]


def club_shown(row: Row[Any]) -> Club:
    """A club as it is sent."""
    games = msgspec.json.decode(row.games, type=list[str])
    clocks = msgspec.json.decode(row.clocks, type=dict[str, Control])
    return Club(row.id, row.name, row.description, row.language, games, clocks, row.open, row.members, row.role)


async def add_member(connection: AsyncConnection, club: str, guest: str, role: Role, since: str) -> None:
    """Let a guest join a club; does nothing if they belong to it already."""
    if await role_of(connection, club, guest):
        return
    count = select(func.count()).select_from(MEMBERS)
    if (await connection.scalar(count.where(MEMBERS.c.guest == guest)) or 0) >= MOST_CLUBS:
        raise ApiError(409, "many-clubs", most=MOST_CLUBS)
    if (await connection.scalar(count.where(MEMBERS.c.club_id == club)) or 0) >= MOST_MEMBERS:
        raise ApiError(409, "full-club", most=MOST_MEMBERS)
    await connection.execute(insert(MEMBERS), {"club_id": club, "guest": guest, "role": role, "since": since})


async def set_role(connection: AsyncConnection, club: str, guest: str, role: Role) -> None:
    """Give a member a role; the last organiser stays one."""
    if role == MEMBER:
        await check_not_last(connection, club, guest)
    own = (MEMBERS.c.club_id == club) & (MEMBERS.c.guest == guest)
    await connection.execute(update(MEMBERS).where(own).values(role=role))


async def remove_member(connection: AsyncConnection, club: str, guest: str) -> None:
    """End a guest's membership; the last organiser stays."""
    await check_not_last(connection, club, guest)
    await connection.execute(delete(MEMBERS).where(MEMBERS.c.club_id == club, MEMBERS.c.guest == guest))


async def remove_club(connection: AsyncConnection, club: str) -> None:
    """Delete a club; its tables are played on, and no list has them any more."""
    await connection.execute(delete(MEMBERS).where(MEMBERS.c.club_id == club))
    await connection.execute(delete(CLUBS).where(CLUBS.c.id == club))


async def check_not_last(connection: AsyncConnection, club: str, guest: str) -> None:
    """Refuse to let a club be without an organiser."""
    query = select(MEMBERS.c.guest).where(MEMBERS.c.club_id == club, MEMBERS.c.role == ORGANISER)
    if set(await connection.scalars(query)) == {guest}:
        raise ApiError(409, "last-organiser")


async def adopt_memberships(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's memberships to another, who keeps the higher role where both belong to a club."""
    rows = (await connection.execute(select(MEMBERS).where(MEMBERS.c.guest == old))).mappings().all()
    await connection.execute(delete(MEMBERS).where(MEMBERS.c.guest == old))
    for row in rows:
        known = await role_of(connection, row["club_id"], new)
        if known is None:
            await connection.execute(insert(MEMBERS), {**row, "guest": new})
        elif row["role"] == ORGANISER:
            await set_role(connection, row["club_id"], new, "organiser")


async def leave_all_clubs(connection: AsyncConnection, guest: str) -> None:
    """End all memberships of a guest; clubs without an organiser get their oldest member as one, or are deleted."""
    clubs = list(await connection.scalars(select(MEMBERS.c.club_id).where(MEMBERS.c.guest == guest)))
    await connection.execute(delete(MEMBERS).where(MEMBERS.c.guest == guest))
    for club in clubs:
        query = select(MEMBERS.c.guest, MEMBERS.c.role).where(MEMBERS.c.club_id == club)
        rest = (await connection.execute(query.order_by(MEMBERS.c.since, MEMBERS.c.guest))).all()
        if not rest:
            await remove_club(connection, club)
        elif all(row.role != ORGANISER for row in rest):
            await set_role(connection, club, rest[0].guest, "organiser")
