"""Banned people: the host's commands write, and a running server reads at every request that a ban concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import delete, insert, select

from guanxi.engine.errors import GuanxiError
from guanxi.server.http.errors import ApiError
from guanxi.server.people.actions import now, record
from guanxi.server.people.guests import profile_of
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import BANS, GUESTS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.storage.database import Database


class BadBan(GuanxiError):
    """A ban that cannot be made or lifted; the text says why."""


class Ban(Struct, frozen=True):
    """A person who may neither sit down nor chat."""

    at: str
    profile: str  # their public id
    name: str | None
    reason: str


async def check_ban(database: Database, guest: str) -> None:
    """Refuse banned people."""
    async with database.reading() as connection:
        if await is_banned(connection, profile_of(guest)):
            raise ApiError(403, "banned")


async def is_banned(connection: AsyncConnection, profile: str) -> bool:
    """Is a person banned?"""
    return await connection.scalar(select(BANS.c.profile).where(BANS.c.profile == profile)) is not None


async def adopt_ban(connection: AsyncConnection, old: str, new: str) -> None:
    """Ban a guest who takes over everything of a banned one."""
    ban = (await connection.execute(select(BANS).where(BANS.c.profile == profile_of(old)))).first()
    if ban and not await is_banned(connection, profile_of(new)):
        await connection.execute(insert(BANS), {**ban._mapping, "profile": profile_of(new)})


async def ban_person(url: str, profile: str, reason: str) -> None:
    """Ban a person whom the server knows."""
    async with open_database(url) as database, database.writing() as connection:
        if await connection.scalar(select(GUESTS.c.guest).where(GUESTS.c.profile == profile)) is None:
            raise BadBan(f"Nobody here has the profile {profile!r}. It is the end of the address of a person's page.")
        if await is_banned(connection, profile):
            raise BadBan(f"{profile} is banned already.")
        await connection.execute(insert(BANS), {"profile": profile, "at": now(), "reason": reason})
        await record(connection, "ban", profile, reason)


async def lift_ban(url: str, profile: str, reason: str) -> None:
    """Let a banned person sit down and chat again."""
    async with open_database(url) as database, database.writing() as connection:
        if not await is_banned(connection, profile):
            raise BadBan(f"{profile} is not banned.")
        await connection.execute(delete(BANS).where(BANS.c.profile == profile))
        await record(connection, "lift", profile, reason)


async def read_bans(url: str) -> list[Ban]:
    """All bans, the newest last."""
    query = (
        select(BANS, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.profile == BANS.c.profile, isouter=True)
        .order_by(BANS.c.at, BANS.c.profile)
    )
    async with open_database(url) as database, database.reading() as connection:
        return [Ban(row.at, row.profile, row.name, row.reason) for row in await connection.execute(query)]
