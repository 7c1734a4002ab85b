"""Tables in the database: headers, seats, clocks and log entries.

An entry is written together with all that must not be lost without it: clocks, the summary in the header, notices
and, at the end of a game, results and ratings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from guanxi.server.clocks.clocks import Clock, Control
from guanxi.server.notices.outbox import Notice, write_notices
from guanxi.server.people.ratings import GameResult, write_result
from guanxi.server.seats.seats import SeatRow
from guanxi.server.storage.database import GroupCommit
from guanxi.server.storage.schema import CLOCKS, ENTRIES, SEATS, SNAPSHOTS, TABLES
from guanxi.server.tables.records import Entry, Header

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.storage.database import Database

ENCODED = (  # header fields stored as JSON
    "options",
    "time",
    "proposal",
    "motion",
    "rematch_asked",
    "origin",
    "incidents",
    "to_move",
    "winners",
)
SUMMARY = ("updated", "over", "ends", "moves", "to_move", "winners")  # header fields that change with every entry
UPDATE_TABLE = update(TABLES).where(TABLES.c.id == bindparam("this_table"))
INSERT_ENTRY = insert(ENTRIES)
UPDATE_CLOCK = update(CLOCKS).where(
    (CLOCKS.c.table_id == bindparam("this_table")) & (CLOCKS.c.seat == bindparam("this_seat"))
)
SELECT_TABLE = select(TABLES).where(TABLES.c.id == bindparam("this_table"))
SELECT_SEATS = select(SEATS).where(SEATS.c.table_id == bindparam("this_table")).order_by(SEATS.c.seat)
SELECT_ENTRIES = (
    select(*(ENTRIES.c[name] for name in Entry.__struct_fields__))
    .where(ENTRIES.c.table_id == bindparam("this_table"))
    .order_by(ENTRIES.c.number)
)
SELECT_CLOCKS = select(CLOCKS).where(CLOCKS.c.table_id == bindparam("this_table")).order_by(CLOCKS.c.seat)

SELECT_SNAPSHOT = select(SNAPSHOTS.c.content).where(SNAPSHOTS.c.table_id == bindparam("this_table"))
DELETE_SNAPSHOT = delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("this_table"))
INSERT_SNAPSHOT = insert(SNAPSHOTS)

Loaded = tuple[Header, list[SeatRow], list[Entry], list[Clock], bytes | None]


class Appended(msgspec.Struct):
    """An entry with all that is written in the same transaction."""

    entry: Entry
    header: Header
    clocks: Sequence[Clock] = ()
    notices: Sequence[Notice] = ()
    result: GameResult | None = None
    snapshot: bytes | None = None  # of the table before the entry


class TableStore:
    """Reads and writes tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._appending = GroupCommit(database, write_appended)

    async def create(
        self,
        header: Header,
        seats: Sequence[SeatRow],
        clocks: Sequence[Clock],
        notices: Sequence[Notice] = (),
        rematch_of: str | None = None,
    ) -> None:
        """Store a new table; it may be the rematch of another."""
        async with self._database.writing() as connection:
            await connection.execute(insert(TABLES), header_row(header))
            await connection.execute(
                insert(SEATS), [{"table_id": header.id, **msgspec.structs.asdict(seat)} for seat in seats]
            )
            await connection.execute(insert(CLOCKS), [{"table_id": header.id, **clock_row(clock)} for clock in clocks])
            await write_notices(connection, notices)
            if rematch_of:
                await connection.execute(update(TABLES).where(TABLES.c.id == rematch_of).values(rematch=header.id))

    async def save(
        self, header: Header, seats: Sequence[SeatRow], clocks: Sequence[Clock], notices: Sequence[Notice]
    ) -> None:
        """Store everything that can change of a table except its log."""
        async with self._database.writing() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == header.id).values(header_row(header)))
            for seat in seats:
                where = (SEATS.c.table_id == header.id) & (SEATS.c.seat == seat.seat)
                await connection.execute(update(SEATS).where(where).values(msgspec.structs.asdict(seat)))
            await write_clocks(connection, header.id, clocks)
            await write_notices(connection, notices)

    async def save_summary(self, header: Header) -> None:
        """Store the summary of a table from before there were summaries."""
        async with self._database.writing() as connection:
            await connection.execute(UPDATE_TABLE, [summary_row(header)])

    async def set_plan(self, table_id: str, seat: int, plan: str | None) -> None:
        """Store or delete a seat's plan."""
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat)
        async with self._database.writing() as connection:
            await connection.execute(update(SEATS).where(where).values(plan=plan))

    async def set_seen(self, table_id: str, seat: int, at: int) -> None:
        """Store when a player left the page of a table."""
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat)
        async with self._database.writing() as connection:
            await connection.execute(update(SEATS).where(where).values(seen=at))

    async def append(self, appended: Appended) -> None:
        """Append an entry to a table's log; raises if the log has grown in another way."""
        await self._appending.commit(appended)

    async def load(self, table_id: str) -> Loaded | None:
        """Everything that is stored of a table, or None."""
        return await self._database.read(lambda connection: read_table(connection, table_id))

    async def tables_of_bots(self) -> list[str]:
        """Unfinished tables at which the server may owe a move: for a bot, an absent player or a plan."""
        automatic = (SEATS.c.kind == "bot") | SEATS.c.absent.is_not(None) | SEATS.c.plan.is_not(None)
        where = exists().where(SEATS.c.table_id == TABLES.c.id, automatic) & TABLES.c.over.is_(False) & ~TABLES.c.closed
        async with self._database.reading() as connection:
            return list(await connection.scalars(select(TABLES.c.id).where(where).order_by(TABLES.c.updated.desc())))

    async def bots_only(self, creator: str) -> tuple[int, int]:
        """The numbers of unfinished tables at which only bots play: a guest's, and all."""
        people = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "person")
        where = TABLES.c.over.is_(False) & ~TABLES.c.closed & ~people
        count = func.count(TABLES.c.id)
        query = select(count.filter(TABLES.c.creator == creator), count).where(where)
        async with self._database.reading() as connection:
            own, all_ = (await connection.execute(query)).one()
        return own, all_

    async def expired(self, at: int) -> list[str]:
        """Tables at which a clock has run out."""
        query = select(CLOCKS.c.table_id).where(CLOCKS.c.deadline <= at).distinct()
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def idle(self, at: int) -> list[str]:
        """Tables at which nobody has played for so long that they end."""
        query = select(TABLES.c.id).where(TABLES.c.ends <= at, TABLES.c.over.is_(False), ~TABLES.c.closed)
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))


async def read_table(connection: AsyncConnection, table_id: str) -> Loaded | None:
    """Everything that is stored of a table, or None."""
    which = {"this_table": table_id}
    header = (await connection.execute(SELECT_TABLE, which)).mappings().first()
    if header is None:
        return None
    seats = await connection.execute(SELECT_SEATS, which)
    entries = await connection.execute(SELECT_ENTRIES, which)
    clocks = await connection.execute(SELECT_CLOCKS, which)
    return (
        read_header(header),
        [read_seat(row) for row in seats.mappings()],
        [Entry(*row) for row in entries.all()],
        [read_clock(row) for row in clocks.mappings()],
        await connection.scalar(SELECT_SNAPSHOT, which),
    )


async def write_appended(connection: AsyncConnection, group: Sequence[Appended]) -> None:
    """Write the entries of several tables with everything that belongs to them."""
    await connection.execute(INSERT_ENTRY, [msgspec.structs.asdict(one.entry) for one in group])
    await connection.execute(UPDATE_TABLE, [summary_row(one.header) for one in group])
    await write_snapshots(connection, {one.entry.table_id: one.snapshot for one in group if one.snapshot})
    for one in group:
        await write_clocks(connection, one.entry.table_id, one.clocks)
        await write_notices(connection, one.notices)
        if one.result:
            await write_result(connection, one.result)


async def write_snapshots(connection: AsyncConnection, contents: Mapping[str, bytes]) -> None:
    """Store the snapshots of some tables in place of their old ones."""
    if contents:
        await connection.execute(DELETE_SNAPSHOT, [{"this_table": table_id} for table_id in contents])
        rows = [{"table_id": table_id, "content": content} for table_id, content in contents.items()]
        await connection.execute(INSERT_SNAPSHOT, rows)


async def write_clocks(connection: AsyncConnection, table_id: str, clocks: Sequence[Clock]) -> None:
    """Store how clocks stand or run."""
    if clocks:
        rows = [{"this_table": table_id, "this_seat": clock.seat, **clock_row(clock)} for clock in clocks]
        await connection.execute(UPDATE_CLOCK, rows)


def header_row(header: Header) -> dict[str, Any]:
    """A header as it is stored."""
    row = msgspec.structs.asdict(header)
    return row | {name: None if row[name] is None else msgspec.json.encode(row[name]).decode() for name in ENCODED}


def summary_row(header: Header) -> dict[str, Any]:
    """The part of a header that changes with every entry, as it is stored."""
    row = header_row(header)
    return {"this_table": header.id, **{name: row[name] for name in SUMMARY}}


def read_header(row: Mapping[Any, Any]) -> Header:
    """A header as it was stored."""
    values = {str(name): value for name, value in row.items()}
    for name in ENCODED:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    return msgspec.convert(values, Header)


def clock_row(clock: Clock) -> dict[str, Any]:
    """A clock as it is stored."""
    return msgspec.structs.asdict(clock) | {"absences": msgspec.json.encode(clock.absences).decode()}


def read_control(stored: str | None) -> Control | None:
    """A time control as it was stored in a header."""
    return msgspec.json.decode(stored, type=Control) if stored else None


def read_clock(row: Mapping[Any, Any]) -> Clock:
    """A clock as it was stored."""
    values = {name: value for name, value in row.items() if name != "table_id"}
    return Clock(**values | {"absences": msgspec.json.decode(row["absences"], type=list[tuple[int, int]])})


def read_seat(row: Mapping[Any, Any]) -> SeatRow:
    """A seat as it was stored."""
    return SeatRow(**{name: value for name, value in row.items() if name != "table_id"})
