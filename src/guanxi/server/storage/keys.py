"""The server's own secret keys, and what else it remembers by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from guanxi.server.storage.schema import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.server.storage.database import Database


async def server_key(database: Database, name: str, new: Callable[[], str]) -> str:
    """One of the server's own keys, created when it is first needed."""
    async with database.writing() as connection:
        known: str | None = (await connection.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        if known is None:
            known = new()
            await connection.execute(insert(KEYS), {"name": name, "value": known})
    return known


async def remembered(database: Database, name: str) -> str | None:
    """A text that the server has stored by name; None if there is none."""
    async with database.reading() as connection:
        found: str | None = await connection.scalar(select(KEYS.c.value).where(KEYS.c.name == name))
    return found


async def remember(database: Database, name: str, value: str) -> None:
    """Store a text by name in place of the last one."""
    async with database.writing() as connection:
        await connection.execute(delete(KEYS).where(KEYS.c.name == name))
        await connection.execute(insert(KEYS), {"name": name, "value": value})
