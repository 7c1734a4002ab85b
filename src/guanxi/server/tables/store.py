"""Tables in the database: headers, seats, clocks and log entries.

An entry is written together with all that must not be lost without it: clocks, the summary in the header, notices
and, at the end of a game, results and ratings.
"""

from __future__ import annotations

from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from guanxi.server.boards.store import read_files
from guanxi.server.clocks.clocks import Clock, Control
from guanxi.server.notices.outbox import Notice, write_notices
from guanxi.server.people.ratings import GameResult, write_result
from guanxi.server.seats.seats import SeatRow
from guanxi.server.storage.database import GroupCommit
from guanxi.server.storage.leases import NOW
from guanxi.server.storage.schema import CHOICES, CLOCKS, ENTRIES, LEASES, SEATS, SNAPSHOTS, TABLES
from guanxi.server.tables.campaigns import Earned, write_earned
from guanxi.server.tables.records import Choice, Entry, Header

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.metrics import Metrics
    from guanxi.server.storage.database import Database

ENCODED = {  # header fields stored as JSON
    "options",
    "time",
    "proposal",
    "motion",
    "question",
    "rematch_asked",
    "origin",
    "incidents",
    "to_move",
    "winners",
}
# Header fields that change with every entry.
SUMMARY = (
    "updated",
    "over",
    "ends",
    "question",
    "discussed",
    "owed",
    "digest",
    "choices",
    "moves",
    "to_move",
    "winners",
)
# The version is the last guard against a process that has lost its lock.
UPDATE_TABLE = update(TABLES).where(
    (TABLES.c.id == bindparam("this_table")) & (TABLES.c.version == bindparam("this_version"))
)
COUNT_CHANGE = update(TABLES).where(TABLES.c.id == bindparam("this_table")).values(version=TABLES.c.version + 1)
INSERT_ENTRY = insert(ENTRIES)
INSERT_CHOICE = insert(CHOICES)
UPDATE_CLOCK = update(CLOCKS).where(
    (CLOCKS.c.table_id == bindparam("this_table")) & (CLOCKS.c.seat == bindparam("this_seat"))
)
SELECT_TABLE = select(TABLES).where(TABLES.c.id == bindparam("this_table"))
SELECT_SEATS = select(SEATS).where(SEATS.c.table_id == bindparam("this_table")).order_by(SEATS.c.seat)
SELECT_VERSION = select(TABLES.c.version).where(TABLES.c.id == bindparam("this_table"))
SELECT_ENTRIES = (
    select(*(ENTRIES.c[name] for name in Entry.__struct_fields__))
    .where(ENTRIES.c.table_id == bindparam("this_table"), ENTRIES.c.number > bindparam("since"))
    .order_by(ENTRIES.c.number)
)
SELECT_CHOICES = (
    select(*(CHOICES.c[name] for name in Choice.__struct_fields__))
    .where(CHOICES.c.table_id == bindparam("this_table"), CHOICES.c.number > bindparam("since"))
    .order_by(CHOICES.c.number)
)
SELECT_CLOCKS = select(CLOCKS).where(CLOCKS.c.table_id == bindparam("this_table")).order_by(CLOCKS.c.seat)

SELECT_SNAPSHOT = select(SNAPSHOTS.c.content).where(SNAPSHOTS.c.table_id == bindparam("this_table"))
DELETE_SNAPSHOT = delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("this_table"))
INSERT_SNAPSHOT = insert(SNAPSHOTS)

STORED = tuple(name for name in Header.__struct_fields__ if name != "files")

Loaded = tuple[Header, list[SeatRow], list[Entry], list[Choice], list[Clock], bytes | None]
NEWS, OWED = "table", "owed"  # topics: a table has changed, and the server owes a move there


class Overtaken(Exception):
    """Another process has changed the table since it was read."""


class Appended(msgspec.Struct):
    """Entries, or a choice that waits, with all that is written in the same transaction."""

    header: Header
    entries: Sequence[Entry] = ()
    choice: Choice | None = None
    clocks: Sequence[Clock] = ()
    notices: Sequence[Notice] = ()
    result: GameResult | None = None
    earned: Earned | None = None
    snapshot: bytes | None = None  # of the table before the entries


class TableStore:
    """Reads and writes tables.

    With other processes on the database, callers hold the lock of a table when they write it, and its version is
    checked: so writes of different tables do not wait for each other.
    """

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._metrics = metrics
        self._appending = GroupCommit(database, self._write_appended)

    def locked(self, table_id: str) -> AbstractAsyncContextManager[int | None]:
        """Keep other processes from a table; yields its stored version, or None if no other process can change it."""
        return self._locked(table_id) if self._database.shared else nullcontext()

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[int | None]:
        async with self._database.locked(f"table {table_id}") as connection:
            yield await connection.scalar(SELECT_VERSION, {"this_table": table_id})

    async def create(
        self,
        header: Header,
        seats: Sequence[SeatRow],
        clocks: Sequence[Clock],
        notices: Sequence[Notice] = (),
        rematch_of: str | None = None,
    ) -> None:
        """Store a new table; it may be the rematch of another."""
        async with self._database.writing(in_turn=False) as connection:
            await connection.execute(insert(TABLES), header_row(header))
            await connection.execute(
                insert(SEATS), [{"table_id": header.id, **msgspec.structs.asdict(seat)} for seat in seats]
            )
            await connection.execute(insert(CLOCKS), [{"table_id": header.id, **clock_row(clock)} for clock in clocks])
            await write_notices(connection, notices)
            await self._tell(connection, header)
            if rematch_of:
                await connection.execute(update(TABLES).where(TABLES.c.id == rematch_of).values(rematch=header.id))
                await self.count_change(connection, rematch_of)

    async def save(
        self, header: Header, seats: Sequence[SeatRow], clocks: Sequence[Clock], notices: Sequence[Notice]
    ) -> None:
        """Store everything that can change of a table except its log."""
        async with self._database.writing(in_turn=False) as connection:
            await update_tables(connection, [update_row(header, STORED)])
            for seat in seats:
                where = (SEATS.c.table_id == header.id) & (SEATS.c.seat == seat.seat)
                await connection.execute(update(SEATS).where(where).values(msgspec.structs.asdict(seat)))
            await write_clocks(connection, header.id, clocks)
            await write_notices(connection, notices)
            await self._tell(connection, header)
        header.version += 1

    async def count_change(self, connection: AsyncConnection, table_id: str) -> None:
        """Let other processes know that something stored of a table has changed besides its header and its log."""
        await connection.execute(COUNT_CHANGE, {"this_table": table_id})
        await self._database.notifier.tell(connection, NEWS, table_id)

    async def save_summary(self, header: Header) -> None:
        """Store the summary of a table from before there were summaries."""
        async with self._database.writing(in_turn=False) as connection:
            await update_tables(connection, [update_row(header)])
        header.version += 1

    async def set_plan(self, header: Header, seat: int, plan: str | None) -> None:
        """Store or delete a seat's plan."""
        await self._set(header, seat, plan=plan)

    async def set_seen(self, header: Header, seat: int, at: int) -> None:
        """Store when a player left the page of a table."""
        await self._set(header, seat, seen=at)

    async def _set(self, header: Header, seat: int, **values: str | int | None) -> None:
        where = (SEATS.c.table_id == header.id) & (SEATS.c.seat == seat)
        async with self._database.writing(in_turn=False) as connection:
            await connection.execute(update(SEATS).where(where).values(values))
            await self.count_change(connection, header.id)
        header.version += 1

    async def append(self, appended: Appended) -> None:
        """Append entries to a table's log, or store a choice; raises if the table has changed in another way."""
        with self._metrics.committing(appended.header.game):
            await self._appending.commit(appended)
        appended.header.version += 1

    async def _write_appended(self, connection: AsyncConnection, group: Sequence[Appended]) -> None:
        if any(one.result for one in group):
            await self._database.take_turn(connection)  # ratings depend on those before
        await write_appended(connection, group)
        await self._tell(connection, *(one.header for one in group))

    async def _tell(self, connection: AsyncConnection, *headers: Header) -> None:
        """Let other processes know that tables have changed, and at which of them a move is owed."""
        tell = self._database.notifier.tell
        await tell(connection, NEWS, *(header.id for header in headers))
        await tell(connection, OWED, *(header.id for header in headers if header.owed is not None))

    async def load(self, table_id: str, since: int = 0, chosen: int = 0) -> Loaded | None:
        """Everything that is stored of a table, with its log after an entry and a choice; or None."""
        return await self._database.read(lambda connection: read_table(connection, table_id, since, chosen))

    async def owed(self, until: int | None = None) -> list[str]:
        """Tables at which the server owes a move, since a time or longer, and which no process has a lease on."""
        leased = exists().where(LEASES.c.work == TABLES.c.id, LEASES.c.until >= NOW)
        query = select(TABLES.c.id).where(TABLES.c.owed.is_not(None), ~TABLES.c.closed).order_by(TABLES.c.owed.desc())
        if until is not None:
            query = query.where(TABLES.c.owed <= until)
        async with self._database.reading() as connection:
            return list(await connection.scalars(query.where(~leased) if self._database.shared else query))

    async def version_elsewhere(self, table_id: str) -> int | None:
        """The stored version of a table, or None if no other process can change it."""
        return await self.version(table_id) if self._database.shared else None

    async def version(self, table_id: str) -> int | None:
        """The stored version of a table."""
        async with self._database.reading() as connection:
            return await connection.scalar(SELECT_VERSION, {"this_table": table_id})

    async def bots_only(self, creator: str) -> tuple[int, int]:
        """The numbers of unfinished tables at which only bots play: a guest's, and all."""
        people = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "person")
        where = TABLES.c.owed.is_not(None) & ~TABLES.c.closed & TABLES.c.tournament.is_(None) & ~people
        count = func.count(TABLES.c.id)
        query = select(count.filter(TABLES.c.creator == creator), count).where(where)
        async with self._database.reading() as connection:
            own, all_ = (await connection.execute(query)).one()
        return own, all_

    async def expired(self, at: int) -> list[str]:
        """Tables at which a clock has run out."""
        query = select(CLOCKS.c.table_id).where(CLOCKS.c.deadline <= at)
        async with self._database.reading() as connection:
            return sorted({*await connection.scalars(query)})  # with DISTINCT, SQLite would look through all clocks

    async def discussed(self, at: int) -> list[str]:
        """Tables at which players have discussed an undo since this time or longer."""
        return await self._not_over(TABLES.c.discussed <= at)

    async def running(self) -> list[str]:
        """Tables whose game is not over."""
        query = select(TABLES.c.id).where(TABLES.c.over.is_(False), ~TABLES.c.closed)
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def idle(self, at: int) -> list[str]:
        """Tables at which nobody has played for so long that they end."""
        return await self._not_over(TABLES.c.ends <= at)

    async def _not_over(self, where: ColumnElement[bool]) -> list[str]:
        """Tables with a condition that few meet, whose game is not over.

        That is not asked of the database: SQLite would look through all tables that are not.
        """
        query = select(TABLES.c.id, TABLES.c.over).where(where, ~TABLES.c.closed)
        async with self._database.reading() as connection:
            return [table_id for table_id, over in await connection.execute(query) if not over]


async def read_table(connection: AsyncConnection, table_id: str, since: int = 0, chosen: int = 0) -> Loaded | None:
    """Everything that is stored of a table, or None; with an entry, only the log after it, and no snapshot."""
    which = {"this_table": table_id}
    header = (await connection.execute(SELECT_TABLE, which)).mappings().first()
    if header is None:
        return None
    found = read_header(header)
    found.files = await read_files(connection, found.game, found.options)
    choices: list[Choice] = []
    if header["choices"] > chosen:  # few games have any
        choices = [Choice(*row) for row in (await connection.execute(SELECT_CHOICES, which | {"since": chosen})).all()]
    seats = await connection.execute(SELECT_SEATS, which)
    entries = await connection.execute(SELECT_ENTRIES, which | {"since": since})
    clocks = await connection.execute(SELECT_CLOCKS, which)
    return (
        found,
        [read_seat(row) for row in seats.mappings()],
        [Entry(*row) for row in entries.all()],
        choices,
        [read_clock(row) for row in clocks.mappings()],
        None if since else await connection.scalar(SELECT_SNAPSHOT, which),
    )


async def write_appended(connection: AsyncConnection, group: Sequence[Appended]) -> None:
    """Write the entries and choices of several tables with everything that belongs to them."""
    if entries := [msgspec.structs.asdict(entry) for one in group for entry in one.entries]:
        await connection.execute(INSERT_ENTRY, entries)
    if choices := [msgspec.structs.asdict(one.choice) for one in group if one.choice]:
        await connection.execute(INSERT_CHOICE, choices)
    await update_tables(connection, [update_row(one.header) for one in group])
    await write_snapshots(connection, {one.header.id: one.snapshot for one in group if one.snapshot})
    for one in group:
        await write_clocks(connection, one.header.id, one.clocks)
        await write_notices(connection, one.notices)
        if one.result:
            await write_result(connection, one.result)
        if one.earned:
            await write_earned(connection, one.earned)


async def write_snapshots(connection: AsyncConnection, contents: Mapping[str, bytes]) -> None:
    """Store the snapshots of some tables in place of their old ones."""
    if contents:
        await connection.execute(DELETE_SNAPSHOT, [{"this_table": table_id} for table_id in contents])
        rows = [{"table_id": table_id, "content": content} for table_id, content in contents.items()]
        await connection.execute(INSERT_SNAPSHOT, rows)


async def update_tables(connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
    """Update rows of tables, each to its next version; raises if one of them has another version."""
    if (await connection.execute(UPDATE_TABLE, rows)).rowcount != len(rows):
        raise Overtaken


async def write_clocks(connection: AsyncConnection, table_id: str, clocks: Sequence[Clock]) -> None:
    """Store how clocks stand or run."""
    if clocks:
        rows = [{"this_table": table_id, "this_seat": clock.seat, **clock_row(clock)} for clock in clocks]
        await connection.execute(UPDATE_CLOCK, rows)


def header_row(header: Header, fields: Sequence[str] = STORED) -> dict[str, Any]:
    """A header as it is stored, or some fields of it."""
    row = {name: getattr(header, name) for name in fields}
    for name in ENCODED & row.keys():
        if row[name] is not None:
            row[name] = msgspec.json.encode(row[name]).decode()
    return row


def update_row(header: Header, fields: Sequence[str] = SUMMARY) -> dict[str, Any]:
    """The next version of a header, by default of the fields that change with every entry."""
    next_version = {"this_table": header.id, "this_version": header.version, "version": header.version + 1}
    return header_row(header, fields) | next_version


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
