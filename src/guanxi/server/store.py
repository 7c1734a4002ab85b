"""The store: headers, seats and log entries in a database.  What is written has been committed when a call returns."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, event, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from guanxi.server.migrations import upgrade
from guanxi.server.schema import ENTRIES, GUESTS, SEATS, TABLES
from guanxi.server.seats import SeatRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement

    from guanxi.server.seats import Who

COLUMNS = [column.name for column in ENTRIES.c]
NOTE = update(TABLES).where(TABLES.c.id == bindparam("noted"))


class Header(msgspec.Struct):
    """What a table is before its first move."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    open: bool
    created: str
    updated: str
    over: bool = False
    rematch: str | None = None


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log."""

    table_id: str
    number: int
    seat: int
    entry: str
    client: str
    at: str
    over: bool  # the game ends with it


def now() -> str:
    """The time as it is stored and sent."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """All tables there are.

    Entries of several tables that wait at the same time are written in one transaction, so that many tables share the
    cost of a safe commit.
    """

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._writing = asyncio.Lock()

    async def start(self) -> None:
        """Bring the schema up to date."""
        async with self._engine.begin() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    async def create(self, header: Header, seats: Sequence[SeatRow], rematch_of: str | None = None) -> None:
        """Write down a new table; it may be the rematch of another."""
        row = msgspec.structs.asdict(header) | {"options": msgspec.json.encode(header.options).decode()}
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(insert(TABLES), row)
            await connection.execute(
                insert(SEATS), [{"table_id": header.id, **msgspec.structs.asdict(seat)} for seat in seats]
            )
            if rematch_of:
                await connection.execute(update(TABLES).where(TABLES.c.id == rematch_of).values(rematch=header.id))

    async def take_seat(self, table_id: str, seat: SeatRow) -> None:
        """Write down who sits there now."""
        row = msgspec.structs.asdict(seat)
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat.seat)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(update(SEATS).where(where).values(row))
            await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(updated=now()))

    async def append(self, entry: Entry) -> None:
        """Add an entry to a table's log; raises if the log has grown in another way."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        async with self._writing:
            waiting, self._waiting = self._waiting, []
            if waiting:
                # Somebody who gives up must not break off what is written for others.
                await asyncio.shield(asyncio.create_task(self._write(waiting)))
        await done

    async def _write(self, waiting: list[tuple[Entry, asyncio.Future[None]]]) -> None:
        """Write what waits, together; one that fails does not take the others with it."""
        try:
            async with self._engine.begin() as connection:
                await write_entries(connection, [entry for entry, _ in waiting])
        except Exception as wrong:
            if len(waiting) > 1:
                for one in waiting:
                    await self._write([one])
            elif not waiting[0][1].done():
                waiting[0][1].set_exception(wrong)
        else:
            for _, done in waiting:
                if not done.done():
                    done.set_result(None)

    async def load(self, table_id: str) -> tuple[Header, list[SeatRow], list[Entry]] | None:
        """All there is of a table, or None."""
        async with self._engine.connect() as connection:
            header = (await connection.execute(select(TABLES).where(TABLES.c.id == table_id))).mappings().first()
            if header is None:
                return None
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat))
            entries = await connection.execute(
                select(ENTRIES).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.number)
            )
            return (
                Header(**{**header, "options": msgspec.json.decode(header["options"])}),
                [seat_row(dict(row)) for row in seats.mappings()],
                [Entry(**row, over=False) for row in entries.mappings()],
            )

    async def table_of_link(self, link: str) -> tuple[str, int] | None:
        """The table and seat that a link's hash leads to."""
        async with self._engine.connect() as connection:
            found = (
                await connection.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.link == link))
            ).first()
            return (found[0], found[1]) if found else None

    async def tables_of(self, who: Who, most: int) -> list[str]:
        """The tables somebody sits at, the newest first."""
        mine = SEATS.c.token == who.token if who.token else SEATS.c.guest == (who.guest or "")
        return await self._newest(exists().where(SEATS.c.table_id == TABLES.c.id, mine), most)

    async def open_tables(self, most: int) -> list[str]:
        """Tables with a seat that anybody may take, the newest first."""
        free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.open, SEATS.c.taken.is_(False))
        return await self._newest(free & TABLES.c.over.is_(False), most)

    async def watched_tables(self, most: int) -> list[str]:
        """Running tables that began as open ones: everybody may look on, the newest first."""
        free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.taken.is_(False))
        return await self._newest(TABLES.c.open & TABLES.c.over.is_(False) & ~free, most)

    async def tables_with_bots(self) -> list[str]:
        """Unfinished tables at which a bot sits."""
        bot = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "bot")
        return await self._newest(bot & TABLES.c.over.is_(False), None)

    async def _newest(self, where: ColumnElement[bool], most: int | None) -> list[str]:
        query = select(TABLES.c.id).where(where).order_by(TABLES.c.updated.desc()).limit(most)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def guest_name(self, guest: str) -> str | None:
        """The name a guest used last."""
        async with self._engine.connect() as connection:
            query = select(GUESTS.c.name).where(GUESTS.c.guest == guest)
            name: str | None = (await connection.execute(query)).scalar()
            return name

    async def remember_guest(self, guest: str, name: str) -> None:
        """Note the name a guest uses."""
        async with self._writing, self._engine.begin() as connection:
            known = await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(name=name))
            if known.rowcount == 0:
                await connection.execute(insert(GUESTS), {"guest": guest, "name": name})


def open_engine(url: str) -> AsyncEngine:
    """The connections to a database; SQLite is told to be safe, and to let readers read while somebody writes."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", make_safe)
    return engine


def make_safe(connection: Any, _record: Any) -> None:
    """A commit is on the disk when it returns, and a log has always a table."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def write_entries(connection: AsyncConnection, entries: list[Entry]) -> None:
    """Insert entries and note on their tables when that was, and whether the game is over."""
    rows = [msgspec.structs.asdict(entry) for entry in entries]
    await connection.execute(insert(ENTRIES), [{name: row[name] for name in COLUMNS} for row in rows])
    await connection.execute(
        NOTE, [{"noted": row["table_id"], "updated": row["at"], "over": row["over"]} for row in rows]
    )


def seat_row(row: dict[str, Any]) -> SeatRow:
    """A seat as it was stored."""
    del row["table_id"]
    return SeatRow(**row)
