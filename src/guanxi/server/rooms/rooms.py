"""Rooms: people watch a finished game together.  One of them leads, and what the others see follows.

A room shows nothing by itself: it says which move of which game to look at, and each browser asks for the replay, which
it may see or not.  Lines of its chat belong to the table, and only the room's people read them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from guanxi.server.chat.lines import PHRASES, checked
from guanxi.server.chat.wire import Chat, Line, Reported
from guanxi.server.clocks.clocks import MINUTE
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import set_block
from guanxi.server.people.guests import shown_profile
from guanxi.server.people.names import clean_name
from guanxi.server.rooms import store, wire
from guanxi.server.tables.access import check_seat
from guanxi.server.tables.checks import check_over
from guanxi.server.tables.records import new_id

if TYPE_CHECKING:
    from guanxi.server.chat.lines import Lines
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.rooms.store import RoomRow
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.elsewhere import Elsewhere
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
ROOM = "/api/rooms/{id}"
NEWS, CHAT_NEWS = "room", "room-chat"  # topics: a room has changed, a line was written there
EMPTY = 30 * MINUTE  # after which a room ends in which nobody is
PAUSE = 60.0  # seconds between looks for rooms that are empty


class Rooms:
    """Handles rooms."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        guests: Guests,
        lines: Lines,
        hub: Hub,
        elsewhere: Elsewhere,
        limits: Limits,
        now: Now,
    ) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._lines = lines
        self._hub = hub  # of rooms, not of tables
        self._elsewhere = elsewhere
        self._limits = limits
        self._now = now
        hub.on_visit(self._visited)

    @property
    def routes(self) -> tuple[Route, ...]:
        seen, changes = (403, 404, 409), (403, 404, 409, 503)
        since = ("since", "Only lines after this one.")
        return (
            post("/api/rooms", self.create_room, wire.RoomWanted, wire.Room, "Watch a game together.", (404, 409), 201),
            get(ROOM, self.show_room, wire.Room, "A room: what it looks at, and who is there.", seen),
            post(f"{ROOM}/people", self.enter_room, wire.Entering, wire.Room, "Come into a room.", changes),
            post(f"{ROOM}/position", self.move_room, wire.Position, Nothing, "Look at another position.", changes),
            post(f"{ROOM}/lead", self.give_lead, wire.LeadGiven, wire.Room, "Hand over the lead, or take it.", changes),
            get(f"{ROOM}/chat", self.read_room_chat, Chat, "The chat of a room.", seen, query=(since,)),
            post(f"{ROOM}/chat", self.say_in_room, wire.SaidInRoom, Line, "Write a chat line in a room.", changes),
            post(
                f"{ROOM}/chat/block",
                self.block_in_room,
                wire.PersonBlocked,
                Chat,
                "Block a person, or unblock.",
                changes,
            ),
            post(f"{ROOM}/chat/report", self.report_in_room, Reported, Nothing, "Report a line of a room.", changes),
        )

    async def create_room(self, call: Call[wire.RoomWanted]) -> wire.Room:
        """Make a room, which its maker leads."""
        guest, wanted = call.guest(), call.body
        self._limits.check_chat(guest)
        await self._check(wanted.table, call.who, wanted.position)
        await self._guests.remember(guest, clean_name(wanted.name))
        room = new_id()
        async with self._database.writing() as connection:
            await store.write_room(connection, room, wanted.table, wanted.position, guest, self._now())
        return self._shown(await self.room(room, call.who), guest)

    async def show_room(self, call: Call[None]) -> wire.Room:
        """Return a room."""
        return self._shown(await self.room(call.path("id"), call.who), call.who.guest)

    async def enter_room(self, call: Call[wire.Entering]) -> wire.Room:
        """Give the client a place in a room."""
        guest, room = call.guest(), call.path("id")
        found = await self.room(room, call.who)
        await self._guests.remember(guest, clean_name(call.body.name))
        if found.place_of(guest) is None:
            async with self._database.writing() as connection:
                if not await store.add_person(connection, room, guest):
                    raise ApiError(409, "room-full", n=store.MOST_PEOPLE)
                await self._database.notifier.tell(connection, NEWS, room)
        self._hub.publish(room)
        return self._shown(await self.room(room, call.who), guest)

    async def move_room(self, call: Call[wire.Position]) -> Nothing:
        """Let the room look at another position."""
        room = call.path("id")
        found, place = await self._own(call)
        if place != found.leader:
            raise ApiError(403, "not-leading")
        await self._check(found.table_id, call.who, call.body)
        async with self._database.writing() as connection:
            await store.set_position(connection, room, call.body)
            await self._database.notifier.tell(connection, NEWS, room)
        self._hub.publish(room)
        return Nothing()

    async def give_lead(self, call: Call[wire.LeadGiven]) -> wire.Room:
        """Hand over the lead; anybody may take it from a leader who is not here."""
        room, wanted = call.path("id"), call.body.place
        found, place = await self._own(call)
        present = self._present(found)
        if place != found.leader and (found.leader in present or wanted != place):
            raise ApiError(403, "not-leading")
        if wanted not in [one.place for one in found.people]:
            raise ApiError(422, "no-person")
        async with self._database.writing() as connection:
            await store.set_leader(connection, room, wanted)
            await self._database.notifier.tell(connection, NEWS, room)
        self._hub.publish(room)
        return self._shown(await self.room(room, call.who), call.who.guest)

    async def read_room_chat(self, call: Call[None]) -> Chat:
        """Return the chat of a room."""
        found, place = await self._own(call)
        return await self.chat(found, place, call.number("since") or 0)

    async def say_in_room(self, call: Call[wire.SaidInRoom]) -> Line:
        """Write a line."""
        room = call.path("id")
        text, said = checked(call.body.text, call.body.phrase)
        found, place = await self._own(call)
        guest = found.people_by_place[place]
        self._limits.check_chat(guest)
        await check_ban(self._database, guest)
        async with self._database.writing() as connection:
            line = await self._lines.write(connection, found.table_id, place, guest, text, said, room=room)
            await self._database.notifier.tell(connection, CHAT_NEWS, room)
        self._hub.publish_chat(room)
        return line

    async def block_in_room(self, call: Call[wire.PersonBlocked]) -> Chat:
        """Block or unblock a person."""
        found, place = await self._own(call)
        guest, other = found.people_by_place[place], found.people_by_place.get(call.body.place)
        if other is None or other == guest:
            raise ApiError(422, "no-block")
        async with self._database.writing() as connection:
            await set_block(connection, guest, other, call.body.blocked, self._now())
        return await self.chat(found, place)

    async def report_in_room(self, call: Call[Reported]) -> Nothing:
        """Report a line to the operator."""
        found, place = await self._own(call)
        guest = found.people_by_place[place]
        self._limits.check_chat(guest)
        await self._lines.report(found.table_id, guest, call.body.number, call.body.reason, room=found.id)
        return Nothing()

    async def room(self, room: str, who: Who) -> RoomRow:
        """A room, if the client may see its game."""
        found = await self._database.read(lambda connection: store.read_room(connection, room))
        if found is None:
            raise ApiError(404, "unknown-room")
        await self._check(found.table_id, who)
        return found

    async def seen(self, call: Call[None]) -> wire.Room:
        """A room as one of its people sees it."""
        return self._shown((await self._own(call))[0], call.who.guest)

    async def lines(self, call: Call[None], since: int) -> list[Line]:
        """The lines of a room after one, for one of its people."""
        found, place = await self._own(call)
        return (await self.chat(found, place, since)).lines

    async def chat(self, found: RoomRow, place: int, since: int = 0) -> Chat:
        """The lines of a room after one, without those of people whom the client has blocked."""
        guest = found.people_by_place[place]
        lines, blocked = await self._lines.read(found.table_id, guest, since, room=found.id)
        hidden = [one.place for one in found.people if one.guest in blocked]
        return Chat(lines, list(PHRASES), hidden, may_write=True, private=False)

    async def run(self) -> None:
        """End rooms in which nobody has been for a while, for ever."""
        while True:
            try:
                await self.end_empty()
            except Exception:
                LOG.exception("empty rooms could not be ended; the next attempt comes soon")
            await asyncio.sleep(PAUSE)

    async def end_empty(self) -> None:
        """Note in which rooms somebody is, and end those in which nobody has been for a while."""
        here, at = [*self._hub.subscriptions], self._now()
        async with self._database.writing() as connection:
            if here:
                await store.set_alive(connection, here, at)
            await store.end_rooms(connection, at - EMPTY)

    async def _check(self, table_id: str, who: Who, position: wire.Position | None = None) -> None:
        """Refuse a game that the client may not see as a whole, and a position that it does not have."""
        play = await self._tables.watched(table_id)
        check_over(play, who)
        if position and position.move > play.table.moves:
            raise ApiError(422, "no-move", most=play.table.moves)
        if position and position.seat is not None:
            check_seat(play, position.seat)

    async def _own(self, call: Call[Any]) -> tuple[RoomRow, int]:
        """A room and the client's place there."""
        found = await self.room(call.path("id"), call.who)
        place = found.place_of(call.who.guest)
        if place is None:
            raise ApiError(403, "not-in-room")
        return found, place

    def _present(self, found: RoomRow) -> set[int]:
        """The places of the people who are here now."""
        guests = {who.guest for who in self._hub.clients(found.id)}
        return {one.place for one in found.people if one.guest in guests}

    def _shown(self, found: RoomRow, guest: str | None) -> wire.Room:
        """A room as a guest sees it."""
        present = self._present(found)
        people = [
            wire.PersonShown(one.place, one.name, shown_profile(one.guest), one.place in present, one.guest == guest)
            for one in found.people
        ]
        position = wire.Position(found.move, found.moment, found.seat)
        return wire.Room(found.id, found.table_id, position, found.step, found.leader, people)

    def _visited(self, room: str, who: Who) -> None:
        """A stream has opened or ended."""
        count = self._hub.own_clients(room).count(who)
        if count == 0:
            self._elsewhere.go(room, who)
        elif count == 1:
            self._elsewhere.come(room, who)
        self._hub.publish_presence(room)
