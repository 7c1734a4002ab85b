"""Whether a notice about a turn is still true when it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError
from guanxi.server.notices.texts import Turn

if TYPE_CHECKING:
    from guanxi.server.notices.outbox import Message
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.registry import Tables


class Turns:
    """Looks up the tables that notices are about."""

    def __init__(self, tables: Tables, hub: Hub, address: str) -> None:
        self._tables = tables
        self._hub = hub
        self._address = address.rstrip("/")

    async def pending(self, message: Message, guest: str) -> Turn | None:
        """The turn that a message is about; None if the guest has moved since, is watching, or lost the seat."""
        try:
            async with self._tables.opened(message.about) as play:
                seat = play.seats[message.seat]
                moved = any(entry.seat == seat.seat and entry.number > message.number for entry in play.history)
                begins = message.kind == "round" and not play.over
                waited_for = (begins or seat.seat in (*play.to_move, *play.awaited)) and seat.present and not moved
                if not waited_for or seat.guest != guest or self._hub.is_watching(message.about, seat):
                    return None
                others = [name for other, name in enumerate(play.table.names) if other != seat.seat]
                link = f"{self._address}/table/{play.header.id}"
                return Turn(play.header.id, play.header.game, others, link, round=play.header.round if begins else None)
        except ApiError:
            return None
