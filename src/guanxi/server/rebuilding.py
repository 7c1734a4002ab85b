"""Results and ratings, computed anew from the logs of all finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete

from guanxi.server.errors import Refused
from guanxi.server.live import Play
from guanxi.server.ratings import ending, finished_in_order, insert_ending, rerate
from guanxi.server.schema import RATINGS, RESULTS

if TYPE_CHECKING:
    from guanxi.server.ratings import Ending
    from guanxi.server.store import Store


async def rebuild(store: Store) -> None:
    """Throw all results and ratings away, and find them again."""
    async with store.reading() as connection:
        tables = await finished_in_order(connection)
    ends = [end for table_id in tables if (end := await end_of(store, table_id))]
    async with store.writing() as connection:
        await connection.execute(delete(RESULTS))
        await connection.execute(delete(RATINGS))
        for number, end in enumerate(ends, 1):
            await insert_ending(connection, end, number)
        for game in sorted({end.game for end in ends}):
            await rerate(connection, game)


async def end_of(store: Store, table_id: str) -> Ending | None:
    """How a game ended by its log; None if this version cannot replay it."""
    found = await store.load(table_id)
    assert found
    try:
        play = Play(*found)
    except Refused:
        return None
    return ending(play, play.standing[-1].at) if play.standing and play.table.over else None
