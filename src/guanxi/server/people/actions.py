"""The log of what the host has done.  Nothing changes or removes a row."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import insert, select

from guanxi.server.clocks.clocks import SECOND, iso
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import ACTIONS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class Action(Struct, frozen=True):
    """Something that the host has done, and to whom."""

    at: str
    action: str
    about: str
    reason: str


def now() -> str:
    """The current time, as it is stored."""
    return iso(round(time.time() * SECOND))


async def record(connection: AsyncConnection, action: str, about: str, reason: str) -> None:
    """Log an action, in its own transaction."""
    await connection.execute(insert(ACTIONS), {"at": now(), "action": action, "about": about, "reason": reason})


async def read_actions(url: str) -> list[Action]:
    """All actions, the newest last."""
    async with open_database(url) as database, database.reading() as connection:
        rows = await connection.execute(select(ACTIONS).order_by(ACTIONS.c.number))
        return [Action(row.at, row.action, row.about, row.reason) for row in rows]
