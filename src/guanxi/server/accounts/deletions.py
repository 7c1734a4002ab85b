"""Deleting people.  Games of others stay whole: a fresh random pseudonym keeps the person's seats, results and ratings.

A wish to be deleted is stored first, and fulfilled by a server, which keeps tables in memory: at once if the person
wants it in the browser, and within seconds, or at the next start, if the host does.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, or_, select, update

from guanxi.server.accounts.exports import person
from guanxi.server.clubs.store import leave_all_clubs
from guanxi.server.http.errors import ApiError
from guanxi.server.insights.store import forget_player
from guanxi.server.people.actions import record
from guanxi.server.people.guests import profile_of, pseudonym
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import (
    ACTIONS,
    BANS,
    BLOCKS,
    BOARDS,
    CAMPAIGN_STARS,
    CHALLENGES,
    CHANNELS,
    CLOCKS,
    DELETIONS,
    ENTRANTS,
    FOLLOWS,
    GUESTS,
    LINES,
    LINKS,
    OUTBOX,
    PUZZLE_RATINGS,
    PUZZLE_TRIES,
    RATINGS,
    REPORTS,
    RESULTS,
    ROOM_PEOPLE,
    SEATS,
    TABLES,
    TOURNAMENTS,
)
from guanxi.server.tables.departures import depart
from guanxi.server.tables.play import names_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.people.browsers import Browsers
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore

LOG = logging.getLogger("guanxi.server")
SOMEBODY = "a deleted person"  # what the host's log says instead of a profile
THEMSELVES = "wanted by themselves"
NOTHING = {"name": None, "token": None, "link": None, "plan": None, "seen": None, "nudged": None}  # of a seat


class Deletions:
    """Deletes the people who are to be deleted."""

    def __init__(
        self,
        database: Database,
        store: TableStore,
        tables: Tables,
        browsers: Browsers,
        hub: Hub,
        interval: float,
    ) -> None:
        self._database = database
        self._store = store
        self._tables = tables
        self._browsers = browsers
        self._hub = hub
        self._interval = interval

    async def run(self) -> None:
        """Look for people who are to be deleted at intervals, for ever."""
        while True:
            try:
                await self.check()
            except Exception:
                LOG.exception("people could not be deleted; the next attempt comes soon")
            await asyncio.sleep(self._interval)

    async def check(self) -> None:
        """Delete everybody who is to be deleted, also those of whom an earlier attempt left something."""
        async with self._database.reading() as connection:
            wanted = (await connection.execute(select(DELETIONS))).all()
        for one in wanted:
            await self._delete(one.guest, one.pseudonym)

    async def delete(self, guest: str) -> None:
        """Delete a person who wants it."""
        async with self._database.writing() as connection:
            await note_wish(connection, guest, THEMSELVES)
        await self.check()

    async def _delete(self, guest: str, stand_in: str) -> None:
        """Delete a person; if this is interrupted, it can be done again."""
        for device in await self._browsers.forget(guest):
            self._hub.end_streams(device)
        async with self._database.reading() as connection:
            seated = await connection.scalars(select(SEATS.c.table_id).where(SEATS.c.guest == guest).distinct())
            created = await connection.scalars(select(TABLES.c.id).where(TABLES.c.creator == guest))
            tables = sorted({*seated, *created})
        for table_id in tables:
            try:
                await self._leave(table_id, guest, stand_in)
            except ApiError as wrong:
                if wrong.status == 503:
                    raise
                LOG.info("table %s cannot be opened, and a person is deleted there: %s", table_id, wrong.error)
        async with self._database.writing() as connection:
            await delete_rows(connection, guest, stand_in)

    async def _leave(self, table_id: str, guest: str, stand_in: str) -> None:
        """Put a pseudonym in a person's seats; a game that is not over goes on as its policy says."""
        async with self._tables.opened(table_id) as play:
            if not play.over and any(seat.guest == guest for seat in play.seats):
                async with self._tables.changing(play) as at:
                    give_up(play, guest, at)
            own = [seat for seat in play.seats if seat.guest == guest]
            async with self._database.writing() as connection:
                await blank_seats(connection, guest, stand_in, table_id)
                await self._store.count_change(connection, table_id)
            play.header.version += 1
            for seat in own:
                seat.guest, play.clocks[seat.seat].absences = stand_in, []
                for name, value in NOTHING.items():
                    setattr(seat, name, value)
            if play.header.creator == guest:
                play.header.creator = None
            play.table.names = names_of(play.seats)
            play.publish()


def give_up(play: Play, guest: str, at: int) -> None:
    """Let a person leave a game; before it begins, their seats become free, or the table is closed."""
    for row in play.seats:
        if row.guest != guest:
            continue
        if play.started:
            if row.present:
                depart(play, row.seat, at)
        elif row.open or row.link:
            row.taken, row.guest, row.token, row.name = False, None, None, None
        else:
            play.header.closed = True


async def blank_seats(connection: AsyncConnection, guest: str, stand_in: str, table_id: str | None = None) -> None:
    """Put a pseudonym in the seats of a person at a table, or at all, with nothing that belongs to them."""
    own = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.guest == guest)
    created = update(TABLES).where(TABLES.c.creator == guest).values(creator=None)
    if table_id:
        own, created = own.where(SEATS.c.table_id == table_id), created.where(TABLES.c.id == table_id)
    for row in (await connection.execute(own)).all():
        clock = (CLOCKS.c.table_id == row.table_id) & (CLOCKS.c.seat == row.seat)
        await connection.execute(update(CLOCKS).where(clock).values(absences="[]"))
        seat = (SEATS.c.table_id == row.table_id) & (SEATS.c.seat == row.seat)
        await connection.execute(update(SEATS).where(seat).values(guest=stand_in, **NOTHING))
    await connection.execute(created)


async def delete_rows(connection: AsyncConnection, guest: str, stand_in: str) -> None:
    """Delete all rows about a person, or put the pseudonym into those that others need."""
    await blank_seats(connection, guest, stand_in)
    await forget_player(connection, guest)
    for results in (RESULTS, RATINGS):
        await connection.execute(update(results).where(results.c.player == guest).values(player=stand_in))
    await connection.execute(update(BOARDS).where(BOARDS.c.guest == guest).values(guest=stand_in))
    said = (REPORTS.c.table_id == LINES.c.table_id) & (REPORTS.c.number == LINES.c.number) & (LINES.c.guest == guest)
    about = select(LINES.c.number).where(said).exists()
    await connection.execute(delete(REPORTS).where(or_(REPORTS.c.guest == guest, about)))
    blank = {"guest": stand_in, "text": "", "phrase": None, "params": None}
    await connection.execute(update(LINES).where(LINES.c.guest == guest).values(blank))
    await connection.execute(update(LINES).where(LINES.c.recipient == guest).values(recipient=stand_in))
    for pairs in (BLOCKS, FOLLOWS):
        await connection.execute(delete(pairs).where(or_(*(column == guest for column in pairs.primary_key.columns))))
    await connection.execute(delete(CHALLENGES).where(or_(CHALLENGES.c.guest == guest, CHALLENGES.c.rival == guest)))
    await leave_all_clubs(connection, guest)
    gone = {"guest": stand_in, "name": None, "playing": False}
    await connection.execute(update(ENTRANTS).where(ENTRANTS.c.guest == guest).values(gone))
    await connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.organiser == guest).values(organiser=stand_in))
    own_channels = select(CHANNELS.c.id).where(CHANNELS.c.guest == guest)
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.channel.in_(own_channels)))
    await connection.execute(delete(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.player == guest))
    for owned in (CHANNELS, LINKS, PUZZLE_TRIES, CAMPAIGN_STARS, ROOM_PEOPLE, GUESTS, DELETIONS):
        await connection.execute(delete(owned).where(owned.c.guest == guest))
    profile = profile_of(guest)
    await connection.execute(delete(BANS).where(BANS.c.profile == profile))
    await connection.execute(update(ACTIONS).where(ACTIONS.c.about == profile).values(about=SOMEBODY))


async def note_wish(connection: AsyncConnection, guest: str, reason: str) -> None:
    """Store that a person is to be deleted, and log it without saying who it is."""
    if await connection.scalar(select(DELETIONS.c.guest).where(DELETIONS.c.guest == guest)) is None:
        await connection.execute(insert(DELETIONS), {"guest": guest, "pseudonym": pseudonym()})
        await record(connection, "delete", SOMEBODY, reason)


async def want_deleted(url: str, profile: str, reason: str) -> None:
    """Store that the person with a profile is to be deleted."""
    async with open_database(url) as database, database.writing() as connection:
        await note_wish(connection, await person(connection, profile), reason)
