"""The server's own secret keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select

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
