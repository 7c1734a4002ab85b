"""Guests.  A browser is a guest of its own until a device link or a log-in makes it somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from guanxi.server.clocks.clocks import iso
from guanxi.server.http.identity import hashed, new_secret
from guanxi.server.storage.schema import DEVICES, GUESTS, KNOWN

if TYPE_CHECKING:
    from sqlalchemy import Row

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.storage.database import Database


class Guests:
    """Who each browser is, and what is stored of each guest."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._guests: dict[str, str] = {}  # by browser; only those that are not the guest they began as

    async def start(self) -> None:
        """Load which browsers belong to whom."""
        async with self._database.reading() as connection:
            self._guests = {row.device: row.guest for row in await connection.execute(select(DEVICES))}

    def guest_of(self, device: str) -> str:
        """The guest that a browser stands for."""
        return self._guests.get(device, device)

    def devices_of(self, guest: str) -> list[str]:
        """The browsers that stand for a guest."""
        own = [device for device, other in self._guests.items() if other == guest]
        return own if guest in self._guests else [guest, *own]

    async def assign(self, device: str, guest: str) -> None:
        """Let a browser stand for a guest."""
        async with self._database.writing() as connection:
            await connection.execute(delete(DEVICES).where(DEVICES.c.device == device))
            if device != guest:
                await connection.execute(insert(DEVICES), {"device": device, "guest": guest})
        self._guests.pop(device, None)
        if device != guest:
            self._guests[device] = guest

    async def detach(self, device: str) -> None:
        """Make a browser the guest it began as again; one that is that guest now becomes a new one."""
        await self.assign(device, hashed(new_secret()) if self.guest_of(device) == device else device)

    async def knows(self, device: str, guest: str) -> bool:
        """Has a browser stood for a guest before?"""
        if guest in (device, self.guest_of(device)):
            return True
        query = select(KNOWN.c.guest).where(KNOWN.c.device == device, KNOWN.c.guest == guest)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def recognize(self, device: str, guest: str) -> None:
        """Remember that a browser has stood for a guest."""
        if not await self.knows(device, guest):
            async with self._database.writing() as connection:
                await connection.execute(insert(KNOWN), {"device": device, "guest": guest})

    async def row(self, guest: str) -> Row[tuple[object, ...]] | None:
        """What is stored of a guest."""
        async with self._database.reading() as connection:
            return (await connection.execute(select(GUESTS).where(GUESTS.c.guest == guest))).first()

    async def name(self, guest: str) -> str | None:
        """The name a guest used last."""
        row = await self.row(guest)
        return row.name if row else None

    async def set_appearance(self, seat: SeatRow) -> None:
        """Give a seat the colour and the pattern that its owner prefers."""
        row = await self.row(seat.guest) if seat.guest else None
        if row:
            seat.colour, seat.pattern = row.colour, row.pattern

    async def remember(self, guest: str, name: str | None) -> None:
        """Store a guest, with the name they use if it is given."""
        known = await self.row(guest)
        if known and name in (None, known.name):
            return
        async with self._database.writing() as connection:
            if (await connection.execute(select(GUESTS.c.guest).where(GUESTS.c.guest == guest))).first() is None:
                row = {"guest": guest, "name": name, "profile": profile_of(guest), "since": iso(self._now())}
                await connection.execute(insert(GUESTS), row)
            elif name:
                await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(name=name))


def profile_of(guest: str) -> str:
    """The public id of a guest, which says nothing about their cookie."""
    return hashed(f"profile {guest}")[:12]
