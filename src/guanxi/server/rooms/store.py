"""Rooms in the database: what they look at, and who is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update

from guanxi.server.storage.schema import GUESTS, ROOM_PEOPLE, ROOMS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.rooms.wire import Position

MOST_PEOPLE = 50  # in one room, over its life


class Person(Struct, frozen=True):
    """A person in a room."""

    place: int
    guest: str
    name: str | None


class RoomRow(Struct, frozen=True):
    """A room as it is stored, with its people in the order of their places."""

    id: str
    table_id: str
    move: int
    moment: int | None
    seat: int | None
    step: int
    leader: int
    people: list[Person]

    @property
    def people_by_place(self) -> dict[int, str]:
        """The guests by their places."""
        return {one.place: one.guest for one in self.people}

    def place_of(self, guest: str | None) -> int | None:
        """The place of a guest, if they are among its people."""
        return next((one.place for one in self.people if guest and one.guest == guest), None)


async def read_room(connection: AsyncConnection, room: str) -> RoomRow | None:
    """A room; None if there is none, or no longer."""
    found = (await connection.execute(select(ROOMS).where(ROOMS.c.id == room))).first()
    if found is None:
        return None
    query = (
        select(ROOM_PEOPLE.c.place, ROOM_PEOPLE.c.guest, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.guest == ROOM_PEOPLE.c.guest, isouter=True)
        .where(ROOM_PEOPLE.c.room == room)
        .order_by(ROOM_PEOPLE.c.place)
    )
    people = [Person(*row) for row in (await connection.execute(query)).all()]
    return RoomRow(found.id, found.table_id, found.move, found.moment, found.seat, found.step, found.leader, people)


async def write_room(
    connection: AsyncConnection, room: str, table_id: str, position: Position, guest: str, at: int
) -> None:
    """Store a new room with the guest who leads it."""
    row = {"id": room, "table_id": table_id, **shown(position), "step": 0, "leader": 0, "alive": at}
    await connection.execute(insert(ROOMS), row)
    await connection.execute(insert(ROOM_PEOPLE), {"room": room, "place": 0, "guest": guest})


async def add_person(connection: AsyncConnection, room: str, guest: str) -> bool:
    """Give a guest a place in a room; False if it has room for no more."""
    last = await connection.scalar(select(func.max(ROOM_PEOPLE.c.place)).where(ROOM_PEOPLE.c.room == room))
    place = 0 if last is None else last + 1
    if place >= MOST_PEOPLE:
        return False
    await connection.execute(insert(ROOM_PEOPLE), {"room": room, "place": place, "guest": guest})
    return True


async def set_position(connection: AsyncConnection, room: str, position: Position) -> None:
    """Store what a room looks at now."""
    values = {**shown(position), "step": ROOMS.c.step + 1}
    await connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(values))


async def set_leader(connection: AsyncConnection, room: str, place: int) -> None:
    """Store who leads a room."""
    await connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(leader=place))


async def set_alive(connection: AsyncConnection, rooms: list[str], at: int) -> None:
    """Store that somebody is in some rooms."""
    await connection.execute(update(ROOMS).where(ROOMS.c.id.in_(rooms)).values(alive=at))


async def end_rooms(connection: AsyncConnection, before: int) -> None:
    """Delete the rooms in which nobody has been since a time; what was said there stays with the table, unread."""
    empty = select(ROOMS.c.id).where(ROOMS.c.alive < before)
    await connection.execute(delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.room.in_(empty)))
    await connection.execute(delete(ROOMS).where(ROOMS.c.alive < before))


async def adopt_rooms(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's places to another."""
    await connection.execute(update(ROOM_PEOPLE).where(ROOM_PEOPLE.c.guest == old).values(guest=new))


def shown(position: Position) -> dict[str, Any]:
    """What a room looks at, as it is stored."""
    return {"move": position.move, "moment": position.moment, "seat": position.seat}
