"""Blocks: a person never reads somebody whom they have blocked, and neither is ever seated with the other.

A blocked person is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, union

from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import BLOCKS, FOLLOWS, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.storage.database import Database


SELECT_BLOCKED = select(BLOCKS.c.blocked).where(BLOCKS.c.guest == bindparam("this_guest"))


async def set_block(connection: AsyncConnection, guest: str, blocked: str, on: bool, at: int) -> None:
    """Block a person, whom the guest then no longer follows, or unblock them."""
    own = (BLOCKS.c.guest == guest) & (BLOCKS.c.blocked == blocked)
    known = (await connection.execute(select(BLOCKS.c.at).where(own))).first()
    if not on:
        await connection.execute(delete(BLOCKS).where(own))
    elif known is None:
        await connection.execute(insert(BLOCKS), {"guest": guest, "blocked": blocked, "at": iso(at)})
        await connection.execute(delete(FOLLOWS).where(FOLLOWS.c.guest == guest, FOLLOWS.c.followed == blocked))


async def blocked_by(connection: AsyncConnection, guest: str) -> set[str]:
    """The people whom a guest has blocked."""
    return set(await connection.scalars(SELECT_BLOCKED, {"this_guest": guest}))


async def kept_apart(connection: AsyncConnection, guest: str) -> set[str]:
    """The people whom a guest has blocked, and those who have blocked the guest."""
    own = select(BLOCKS.c.blocked).where(BLOCKS.c.guest == guest)
    others = select(BLOCKS.c.guest).where(BLOCKS.c.blocked == guest)
    return set(await connection.scalars(union(own, others)))


async def check_company(database: Database, guest: str, others: Iterable[str | None]) -> None:
    """Refuse to seat a guest with people whom they have blocked, or who have blocked them.

    Only a guest who has blocked somebody is told the reason.
    """
    company = {other for other in others if other}
    async with database.reading() as connection:
        if company & await blocked_by(connection, guest):
            raise ApiError(403, "blocked-here")
        if company & await kept_apart(connection, guest):
            raise ApiError(403, "no-company")


def keeps_apart(guest: str) -> ColumnElement[bool]:
    """The condition that somebody sits at a table of `tables` who must not be seated with a guest."""
    pair = or_(
        and_(BLOCKS.c.guest == guest, BLOCKS.c.blocked == SEATS.c.guest),
        and_(BLOCKS.c.blocked == guest, BLOCKS.c.guest == SEATS.c.guest),
    )
    return exists().where(SEATS.c.table_id == TABLES.c.id, pair)
