"""Guests: what is stored of each person."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from guanxi.server.clocks.clocks import iso
from guanxi.server.http.identity import hashed
from guanxi.server.storage.schema import GUESTS

if TYPE_CHECKING:
    from sqlalchemy import Row

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.storage.database import Database

GONE = "gone "  # prefix of the pseudonyms of deleted people; guests are hashes


class Guests:
    """The stored rows of guests."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def row(self, guest: str) -> Row[tuple[object, ...]] | None:
        """The stored data of a guest."""
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


def pseudonym() -> str:
    """A guest nobody can be, for the seats and results of a deleted person."""
    return f"{GONE}{secrets.token_hex(24)}"


def shown_profile(guest: str | None) -> str | None:
    """The public id of the owner of a seat; none for nobody and for a deleted person."""
    return profile_of(guest) if guest and not guest.startswith(GONE) else None


def profile_of(guest: str) -> str:
    """The public id of a guest, which says nothing about their cookie."""
    return hashed(f"profile {guest}")[:12]
