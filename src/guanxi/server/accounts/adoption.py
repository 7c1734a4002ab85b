"""Adoption: a browser becomes another guest under a new cookie, and may bring everything along that it had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from guanxi.server.boards.store import adopt_boards
from guanxi.server.chat.lines import adopt_chat
from guanxi.server.clubs.store import adopt_memberships
from guanxi.server.friends.challenges import adopt_challenges
from guanxi.server.http.identity import hashed
from guanxi.server.notices.channels import adopt_channels
from guanxi.server.people.bans import adopt_ban
from guanxi.server.people.pairs import adopt_pairs
from guanxi.server.people.ratings import adopt_results
from guanxi.server.rooms.store import adopt_rooms
from guanxi.server.storage.schema import BLOCKS, FOLLOWS, SEATS, TABLES
from guanxi.server.tables.campaigns import adopt_stars
from guanxi.server.tournaments.store import adopt_tournaments

if TYPE_CHECKING:
    from typing import Any

    from guanxi.server.http.call import Call
    from guanxi.server.people.browsers import Browsers
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore


class Adoption:
    """Makes browsers other guests."""

    def __init__(
        self, database: Database, store: TableStore, tables: Tables, guests: Guests, browsers: Browsers, hub: Hub
    ) -> None:
        self._database = database
        self._store = store
        self._tables = tables
        self._guests = guests
        self._browsers = browsers
        self._hub = hub

    async def become(self, call: Call[Any], guest: str, adopts: bool) -> None:
        """Make a browser a guest; what it had may move along, but never what belongs to an account."""
        before = self._browsers.guest_of(call.device())
        await self.renew_cookie(call, guest)  # first: no stream must see a table whose seats have moved on
        if adopts and before and before != guest:
            row = await self._guests.row(before)
            if row is None or row.account is None:
                await self._adopt(before, guest)

    async def renew_cookie(self, call: Call[Any], guest: str) -> str:
        """Let a browser stand for a guest under a new cookie: a cookie planted by somebody else gives them nothing.

        Streams that were opened with the old cookie end, and the browser opens them again with the new one.
        """
        old, secret = call.device(), call.next_secret()
        await self._browsers.replace(old, hashed(secret), guest)
        call.renew(secret)
        self._hub.end_streams(old)
        return hashed(secret)

    async def _adopt(self, old: str, new: str) -> None:
        """Give everything of a guest to another: tables, tournaments, results, chat, channels, follows and blocks."""
        async with self._database.reading() as connection:
            seated = await connection.scalars(select(SEATS.c.table_id).where(SEATS.c.guest == old).distinct())
            created = await connection.scalars(select(TABLES.c.id).where(TABLES.c.creator == old))
            tables = sorted({*seated, *created})
        for table_id in tables:
            await self._adopt_table(table_id, old, new)
        async with self._database.writing() as connection:
            await adopt_ban(connection, old, new)
            await adopt_results(connection, old, new)
            await adopt_chat(connection, old, new)
            await adopt_challenges(connection, old, new)
            await adopt_memberships(connection, old, new)
            for pairs in (BLOCKS, FOLLOWS):
                await adopt_pairs(connection, pairs, old, new)
            await adopt_channels(connection, old, new)
            await adopt_boards(connection, old, new)
            await adopt_tournaments(connection, old, new)
            await adopt_rooms(connection, old, new)
            await adopt_stars(connection, old, new)

    async def _adopt_table(self, table_id: str, old: str, new: str) -> None:
        """Give a guest's seats at a table to another, in the database and in memory under its lock."""
        async with self._tables.opened(table_id) as play:
            async with self._database.writing() as connection:
                seats = (SEATS.c.table_id == table_id) & (SEATS.c.guest == old)
                await connection.execute(update(SEATS).where(seats).values(guest=new))
                tables = (TABLES.c.id == table_id) & (TABLES.c.creator == old)
                await connection.execute(update(TABLES).where(tables).values(creator=new))
                await self._store.count_change(connection, table_id)
            play.header.version += 1
            for seat in play.seats:
                seat.guest = new if seat.guest == old else seat.guest
            if play.header.creator == old:
                play.header.creator = new
            play.publish()
