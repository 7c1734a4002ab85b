"""Tables of pairs of people, as of one who follows or blocks another: the two columns of their key, and a date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, or_, select

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection


async def adopt_pairs(connection: AsyncConnection, table: Table, old: str, new: str) -> None:
    """Put a person in the place of another in all pairs; nobody is paired with themselves."""
    one, other = table.primary_key.columns
    touched = or_(one == old, other == old)
    rows = [dict(row) for row in (await connection.execute(select(table).where(touched))).mappings()]
    await connection.execute(delete(table).where(touched))
    for row in rows:
        row |= {column.name: new for column in (one, other) if row[column.name] == old}
        same = (one == row[one.name]) & (other == row[other.name])
        known = (await connection.execute(select(one).where(same))).first()
        if row[one.name] != row[other.name] and known is None:
            await connection.execute(insert(table), row)
