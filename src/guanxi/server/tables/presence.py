"""Presence: who has a table open, since when the others are away, and whether its bots are busy elsewhere.

It follows from open streams and is no part of the log; only the time at which a player left is stored with the seat.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import TYPE_CHECKING

from guanxi.server.clocks.clocks import iso, milliseconds
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.database import UNAVAILABLE
from guanxi.server.tables.wire import Attendance, Attending

if TYPE_CHECKING:
    from guanxi.server.http.identity import Who
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.elsewhere import Elsewhere
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")


class Presence:
    """Follows the streams of all tables.  A client who reloads the page within `grace` seconds has not been away."""

    def __init__(self, tables: Tables, hub: Hub, elsewhere: Elsewhere, grace: float) -> None:
        self._tables = tables
        self._hub = hub
        self._elsewhere = elsewhere
        self._grace = grace
        self._leaving: dict[tuple[str, Who], asyncio.Task[None]] = {}
        self._last: set[tuple[str, Who]] = set()  # clients whose streams ended with the server
        self._busy: set[str] = set()  # tables whose bots are busy at others
        hub.on_visit(self._visited)
        elsewhere.on_change(hub.publish_presence)

    def attending(self, play: Play, fresh: bool = True) -> Attending:
        """The attendance at a table, for everybody; unless `fresh`, nobody has come or gone since it was last asked."""
        found = play.attending
        # Players who are away may have moved, and that is when they were last seen.
        if fresh or found is None or not all(seat.here for seat in found.seats):
            found = play.attending = self._attending(play)
        return found

    def _attending(self, play: Play) -> Attending:
        players = [seat for seat in play.seats if seat.kind == "person" and seat.taken]
        seats = []
        for seat in players:
            here, seen = self.is_here(play, seat), last_seen(play, seat)
            seats.append(Attendance(seat.seat, here, None if here or seen is None else iso(seen)))
        spectators = [who for who in self._clients(play.header.id) if not play.held_by(who)]
        named = {who for who in spectators if who.guest}
        watching = len(named) + sum(who.guest is None for who in spectators)
        return Attending(seats, watching, play.header.id in self._busy)

    def is_here(self, play: Play, seat: SeatRow) -> bool:
        """Does the owner of a seat have the table open, on any device, or did until a moment ago?"""
        return any(seat.held_by(who) for who in self._clients(play.header.id))

    def set_busy(self, table_id: str, busy: bool) -> None:
        """Tell the people at a table that its bots are busy at other tables, or no longer."""
        if busy != (table_id in self._busy):
            self._busy ^= {table_id}
            self._hub.publish_presence(table_id)

    async def close(self) -> None:
        """Store that everybody leaves now."""
        for task in self._leaving.values():
            task.cancel()
        here = {(table_id, who) for table_id in self._hub.subscriptions for who in self._hub.own_clients(table_id)}
        for table_id, who in {*here, *self._leaving, *self._last}:
            await self._store(table_id, who)
        await self._elsewhere.close()

    def _clients(self, table_id: str) -> list[Who]:
        return [*self._hub.clients(table_id), *(who for table, who in self._leaving if table == table_id)]

    def _visited(self, table_id: str, who: Who) -> None:
        """A stream has opened or ended."""
        key, open_ = (table_id, who), self._hub.own_clients(table_id).count(who)
        if self._hub.closed:
            self._last.add(key)
        elif open_ == 0:
            self._leaving[key] = asyncio.create_task(self._leave(table_id, who))
        elif (task := self._leaving.pop(key, None)) is not None:
            task.cancel()
        elif open_ == 1:
            self._elsewhere.come(table_id, who)
            self._hub.publish_presence(table_id)

    async def _leave(self, table_id: str, who: Who) -> None:
        await asyncio.sleep(self._grace)
        del self._leaving[table_id, who]
        self._elsewhere.go(table_id, who)
        if who not in self._hub.clients(table_id):
            await self._store(table_id, who)
        self._hub.publish_presence(table_id)

    async def _store(self, table_id: str, who: Who) -> None:
        try:
            async with self._tables.opened(table_id) as play:
                await self._tables.set_seen(play, who)
        except (ApiError, *UNAVAILABLE) as wrong:
            LOG.info("table %s: not stored when a client left: %s", table_id, wrong)


def last_seen(play: Play, seat: SeatRow) -> int | None:
    """When a player was last at a table: left its page, or made a move; None if neither is known."""
    entered = next((entry.at for entry in reversed(play.history) if entry.seat == seat.seat), None)
    own = play.waiting.get(seat.seat, entered)
    moved = milliseconds(datetime.fromisoformat(own)) if own else None
    return max((at for at in (seat.seen, moved) if at is not None), default=None)
