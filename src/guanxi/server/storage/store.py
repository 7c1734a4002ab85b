"""The store: headers, seats and log entries in a database.  What is written has been committed when a call returns."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from anyio import CancelScope
from sqlalchemy import and_, bindparam, event, exists, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from guanxi.engine.events import Left, Returned
from guanxi.engine.log import Origin
from guanxi.server.clocks.clocks import Clock, Control
from guanxi.server.learning.lessons import TUTOR
from guanxi.server.notices.outbox import Notice, write_notices
from guanxi.server.people.ratings import Ending, write_ending
from guanxi.server.seats.seats import SeatRow, profile_of
from guanxi.server.storage.migrations import upgrade
from guanxi.server.storage.schema import CLOCKS, ENTRIES, GUESTS, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from sqlalchemy import ColumnElement

    from guanxi.server.seats.seats import Who

ENCODED = ("options", "time", "proposal", "origin", "incidents")  # what is stored of a header as JSON
COLUMNS = [column.name for column in ENTRIES.c]
NOTE = update(TABLES).where(TABLES.c.id == bindparam("noted"))
CLOCK = update(CLOCKS).where((CLOCKS.c.table_id == bindparam("of")) & (CLOCKS.c.seat == bindparam("at")))


class Proposal(msgspec.Struct):
    """A seat would like another time control, and these others have agreed."""

    seat: int
    control: Control | None
    agreed: list[int]


class Incident(msgspec.Struct, frozen=True):
    """Something beside the game that its log tells: how long the log was, and what happened."""

    length: int
    event: Left | Returned


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
    time: Control | None = None
    absent: Literal["bot", "forfeit"] = "bot"  # what is done about seats whose owners are gone
    proposal: Proposal | None = None
    changes: int = 0  # how often something beside the log has changed
    creator: str | None = None  # the guest who made it
    private: bool = False  # only those who sit there may look
    language: Literal["en", "fr", "it"] | None = None  # what is spoken there
    origin: Origin | None = None  # the moment of another game that it goes on from
    parent: str | None = None  # the table of that game
    hinted: bool = False  # somebody has asked for a hint
    closed: bool = False  # its maker has closed it before the game began
    incidents: list[Incident] = []  # those who left and came back


class Filters(msgspec.Struct, frozen=True):
    """Which tables of a list are wanted."""

    game: str | None = None
    language: str | None = None
    pace: str | None = None
    time: Control | None = None

    def fit(self) -> ColumnElement[bool]:
        """As the database knows it."""
        wanted: list[ColumnElement[bool]] = [true()]
        if self.game is not None:
            wanted.append(TABLES.c.game == self.game)
        if self.language is not None:
            wanted.append(TABLES.c.language == self.language)
        if self.pace == "none":
            wanted.append(TABLES.c.time.is_(None))
        elif self.pace is not None:
            wanted.append(TABLES.c.time.startswith(f'{{"kind":"{self.pace}"'))
        if self.time is not None:
            wanted.append(TABLES.c.time == msgspec.json.encode(self.time).decode())
        return and_(*wanted)


ALL = Filters()


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log."""

    table_id: str
    number: int
    seat: int
    entry: str
    client: str
    at: str
    over: bool  # the game ends with it
    agreed: bool = False  # an undo of what was not free to take back


class Written(msgspec.Struct):
    """An entry with what is written in the same transaction."""

    entry: Entry
    clocks: Sequence[Clock]
    notices: Sequence[Notice]
    ending: Ending | None


class Store:
    """All tables there are.

    Entries of several tables that wait at the same time are written in one transaction, so that many tables share the
    cost of a safe commit.
    """

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._waiting: list[tuple[Written, asyncio.Future[None]]] = []
        self._writing = asyncio.Lock()

    async def start(self) -> None:
        """Bring the schema up to date."""
        async with self._engine.begin() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look something up; who gives up in the middle waits for the end, or it is lost."""
        with CancelScope(shield=True):
            async with aclosing(await self._opened()) as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of one's own, committed at its end; who leaves a page in the middle waits for that."""
        async with self._writing:
            with CancelScope(shield=True):
                async with aclosing(await self._opened()) as connection, connection.begin():
                    yield connection

    async def _opened(self) -> AsyncConnection:
        """A connection that has been opened to the end even if nobody waits for it any more: half open it is lost."""
        opening = asyncio.ensure_future(self._engine.connect())
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await (await opening).close()
            raise

    async def create(
        self,
        header: Header,
        seats: Sequence[SeatRow],
        clocks: Sequence[Clock] | None = None,
        notices: Sequence[Notice] = (),
        rematch_of: str | None = None,
    ) -> None:
        """Write down a new table; it may be the rematch of another."""
        clocks = [Clock(seat.seat) for seat in seats] if clocks is None else clocks
        async with self.writing() as connection:
            await connection.execute(insert(TABLES), encoded(header))
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
        """Write down all that can change of a table beside its log."""
        async with self.writing() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == header.id).values(encoded(header)))
            for seat in seats:
                where = (SEATS.c.table_id == header.id) & (SEATS.c.seat == seat.seat)
                await connection.execute(update(SEATS).where(where).values(msgspec.structs.asdict(seat)))
            await write_clocks(connection, header.id, clocks)
            await write_notices(connection, notices)

    async def set_plan(self, table_id: str, seat: int, plan: str | None) -> None:
        """Write down a seat's plan, or that it has none."""
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat)
        async with self.writing() as connection:
            await connection.execute(update(SEATS).where(where).values(plan=plan))

    async def append(
        self,
        entry: Entry,
        clocks: Sequence[Clock] = (),
        notices: Sequence[Notice] = (),
        ending: Ending | None = None,
    ) -> None:
        """Add an entry to a table's log; raises if the log has grown in another way."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Written(entry, clocks, notices, ending), done))
        async with self._writing:
            waiting, self._waiting = self._waiting, []
            if waiting:
                # Somebody who gives up must not break off what is written for others.
                await asyncio.shield(asyncio.create_task(self._write(waiting)))
        await done

    async def _write(self, waiting: list[tuple[Written, asyncio.Future[None]]]) -> None:
        """Write what waits, together; one that fails does not take the others with it."""
        try:
            async with self._engine.begin() as connection:
                await write_entries(connection, [written.entry for written, _ in waiting])
                for written, _ in waiting:
                    await write_clocks(connection, written.entry.table_id, written.clocks)
                    await write_notices(connection, written.notices)
                    if written.ending:
                        await write_ending(connection, written.ending)
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

    async def load(self, table_id: str) -> tuple[Header, list[SeatRow], list[Entry], list[Clock]] | None:
        """All there is of a table, or None."""
        async with self.reading() as connection:
            header = (await connection.execute(select(TABLES).where(TABLES.c.id == table_id))).mappings().first()
            if header is None:
                return None
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat))
            entries = await connection.execute(
                select(ENTRIES).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.number)
            )
            clocks = await connection.execute(
                select(CLOCKS).where(CLOCKS.c.table_id == table_id).order_by(CLOCKS.c.seat)
            )
            return (
                decoded(dict(header)),
                [seat_row(dict(row)) for row in seats.mappings()],
                [Entry(**row, over=False) for row in entries.mappings()],
                [clock_of(dict(row)) for row in clocks.mappings()],
            )

    async def table_of_link(self, link: str) -> tuple[str, int] | None:
        """The table and seat that a link's hash leads to."""
        async with self.reading() as connection:
            found = (
                await connection.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.link == link))
            ).first()
            return (found[0], found[1]) if found else None

    async def tables_of(self, who: Who, most: int) -> list[str]:
        """The tables somebody sits at, but for tutorials, the newest first."""
        mine = SEATS.c.token == who.token if who.token else SEATS.c.guest == (who.guest or "")
        learning = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.bot == TUTOR)
        return await self._newest(exists().where(SEATS.c.table_id == TABLES.c.id, mine) & ~learning, most)

    async def open_tables(self, most: int, filters: Filters = ALL) -> list[str]:
        """Tables with a seat that anybody may take, the newest first."""
        free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.open, SEATS.c.taken.is_(False))
        return await self._newest(free & TABLES.c.over.is_(False) & filters.fit(), most)

    async def watched_tables(self, most: int, filters: Filters = ALL) -> list[str]:
        """Running tables that began as open ones: everybody may look on, the newest first."""
        free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.taken.is_(False))
        return await self._newest(TABLES.c.open & TABLES.c.over.is_(False) & ~free & filters.fit(), most)

    async def tables_with_bots(self) -> list[str]:
        """Unfinished tables at which a bot sits, somebody is gone, or has left a plan."""
        alone = (SEATS.c.kind == "bot") | SEATS.c.absent.is_not(None) | SEATS.c.plan.is_not(None)
        bot = exists().where(SEATS.c.table_id == TABLES.c.id, alone)
        return await self._newest(bot & TABLES.c.over.is_(False), None)

    async def tables_out_of_time(self, at: int) -> list[str]:
        """Tables at which a clock has run out."""
        query = select(CLOCKS.c.table_id).where(CLOCKS.c.deadline <= at).distinct()
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _newest(self, where: ColumnElement[bool], most: int | None) -> list[str]:
        query = select(TABLES.c.id).where(where, ~TABLES.c.closed).order_by(TABLES.c.updated.desc()).limit(most)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def guest_name(self, guest: str) -> str | None:
        """The name a guest used last."""
        async with self.reading() as connection:
            query = select(GUESTS.c.name).where(GUESTS.c.guest == guest)
            name: str | None = (await connection.execute(query)).scalar()
            return name

    async def wishes(self, guest: str) -> tuple[int | None, int | None]:
        """The colour and the pattern that a guest would like to have."""
        async with self.reading() as connection:
            query = select(GUESTS.c.colour, GUESTS.c.pattern).where(GUESTS.c.guest == guest)
            found = (await connection.execute(query)).first()
            return (found[0], found[1]) if found else (None, None)

    async def remember_guest(self, guest: str, name: str | None, at: str) -> None:
        """Note that a guest is here, and the name they use."""
        async with self.reading() as connection:
            known = (await connection.execute(select(GUESTS.c.name).where(GUESTS.c.guest == guest))).first()
        if known and name in (None, known.name):
            return
        async with self.writing() as connection:
            if (await connection.execute(select(GUESTS.c.guest).where(GUESTS.c.guest == guest))).first() is None:
                row = {"guest": guest, "name": name, "profile": profile_of(guest), "since": at}
                await connection.execute(insert(GUESTS), row)
            elif name:
                await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(name=name))


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


async def write_clocks(connection: AsyncConnection, table_id: str, clocks: Sequence[Clock]) -> None:
    """Write down how clocks stand or run."""
    if clocks:
        await connection.execute(CLOCK, [{"of": table_id, "at": clock.seat, **clock_row(clock)} for clock in clocks])


def encoded(header: Header) -> dict[str, Any]:
    """A header as it is stored."""
    row = msgspec.structs.asdict(header)
    return row | {name: None if row[name] is None else msgspec.json.encode(row[name]).decode() for name in ENCODED}


def decoded(row: dict[str, Any]) -> Header:
    """A header as it was stored."""
    for name in ENCODED:
        if row[name] is not None:
            row[name] = msgspec.json.decode(row[name])
    return msgspec.convert({str(name): value for name, value in row.items()}, Header)


def clock_row(clock: Clock) -> dict[str, Any]:
    """A clock as it is stored."""
    return msgspec.structs.asdict(clock) | {"absences": msgspec.json.encode(clock.absences).decode()}


def clock_of(row: dict[str, Any]) -> Clock:
    """A clock as it was stored."""
    del row["table_id"]
    return Clock(**row | {"absences": msgspec.json.decode(row["absences"], type=list[tuple[int, int]])})


def seat_row(row: dict[str, Any]) -> SeatRow:
    """A seat as it was stored."""
    del row["table_id"]
    return SeatRow(**row)
