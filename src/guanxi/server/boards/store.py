"""Boards in the database.  A row never changes: its id is made from its content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update

from guanxi.server.boards.kinds import ID, Kind, all_kinds
from guanxi.server.storage.schema import BOARDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection


def is_stored(name: object) -> bool:
    """Whether the value of an option is the id of a stored board."""
    return isinstance(name, str) and ID.fullmatch(name) is not None


async def read_board(connection: AsyncConnection, id_: str) -> tuple[Kind, Any] | None:
    """A stored board with its kind, if there is one and this server knows the kind."""
    row = (await connection.execute(select(BOARDS.c.kind, BOARDS.c.content).where(BOARDS.c.id == id_))).first()
    kind = all_kinds().get(row.kind) if row else None
    if row is None or kind is None:
        return None
    return kind, kind.files.same(kind.files.decode(row.content, id_))


async def read_files(connection: AsyncConnection, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The stored boards that the options of a table name, by option."""
    found = {}
    for option, value in options.items():
        stored = await read_board(connection, value) if is_stored(value) else None
        if stored and stored[0].game.name == game and stored[0].files.option == option:
            found[option] = stored[1]
    return found


async def write_board(connection: AsyncConnection, row: dict[str, Any]) -> None:
    """Store a board, unless it is stored already."""
    if await connection.scalar(select(BOARDS.c.id).where(BOARDS.c.id == row["id"])) is None:
        await connection.execute(insert(BOARDS), row)


async def count_boards(connection: AsyncConnection, guest: str, besides: str) -> int:
    """How many boards a guest has stored, besides one."""
    count = select(func.count()).where(BOARDS.c.guest == guest, BOARDS.c.id != besides)
    return await connection.scalar(count) or 0


async def adopt_boards(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's boards to another."""
    await connection.execute(update(BOARDS).where(BOARDS.c.guest == old).values(guest=new))
