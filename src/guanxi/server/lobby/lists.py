"""Lists of tables: the client's own, those with a free seat, and those that can be watched.

Each list is one query.  No table is opened, except those stored before there were summaries, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, exists, select, true

from guanxi.server.clocks.clocks import Control, Live, Slow
from guanxi.server.http.errors import ApiError, check_language
from guanxi.server.http.route import get
from guanxi.server.lobby import wire
from guanxi.server.people.blocks import keeps_apart
from guanxi.server.people.membership import in_sight_of
from guanxi.server.seats.seats import TUTOR, SeatRow
from guanxi.server.storage.schema import CLOCKS, SEATS, TABLES
from guanxi.server.tables.records import Header
from guanxi.server.tables.state import summary
from guanxi.server.tables.store import read_header, read_seat

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, RowMapping, Select
    from sqlalchemy.sql.schema import Table

    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.wire import Summary

MOST_LISTED = 30
PACES = ("none", "live", "slow")
FILTERS = (
    ("game", "Free and running tables of this game."),
    ("language", "… where this language is spoken: en, fr or it."),
    ("pace", "… without a clock, live or slow: none, live or slow."),
    ("time", "… with this clock: 600+5 is live, in seconds, 24h slow."),
)


class Filters(msgspec.Struct, frozen=True):
    """Which tables of a list are wanted; None means any."""

    game: str | None = None
    language: str | None = None
    pace: str | None = None
    time: Control | None = None

    def condition(self) -> ColumnElement[bool]:
        """The filters as a condition on the table `tables`."""
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


class Listed(msgspec.Struct):
    """A table in a list, as it is stored."""

    header: Header
    seats: list[SeatRow]
    deadlines: list[int | None]


class Lists:
    """Handles lists of tables."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                "/api/tables",
                self.tables,
                wire.Lists,
                "The client's tables, those with a free seat, and those that can be watched.",
                (422,),
                filters=FILTERS,
            ),
        )

    async def tables(self, call: Call[None]) -> wire.Lists:
        """Return the tables to continue, to join and to watch."""
        filters = read_filters(*(call.word(name) for name in ("game", "language", "pace", "time")))
        return wire.Lists(
            mine=await self._summaries(seated_at(call.who), call.who),
            open=await self._summaries(is_open(filters, call.who.guest), call.who),
            running=await self._summaries(is_watchable(filters, call.who.guest), call.who),
        )

    async def listed(self, where: ColumnElement[bool], most: int) -> list[Listed]:
        """Stored tables with their seats, newest first."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(listing(where, most))).mappings()
            found: dict[str, Listed] = {}
            for row in rows:
                table_id = row[TABLES.c.id]
                if table_id not in found:
                    found[table_id] = Listed(read_header(columns(row, TABLES)), [], [])
                found[table_id].seats.append(read_seat(columns(row, SEATS)))
                found[table_id].deadlines.append(row[CLOCKS.c.deadline])
        return list(found.values())

    async def _summaries(self, where: ColumnElement[bool], who: Who) -> list[Summary]:
        """The newest tables of a list; those without a summary get it now, or are left out if they cannot be opened."""
        summaries = []
        for one in await self.listed(where, MOST_LISTED):
            if one.header.to_move is None:
                try:
                    async with self._tables.opened(one.header.id) as play:
                        one.header = play.header
                except ApiError:
                    continue
            summaries.append(summary(one.header, one.seats, one.deadlines, who))
        return summaries


def listing(where: ColumnElement[bool], most: int) -> Select[tuple[object, ...]]:
    """The query for a list: a row for every seat of every table."""
    newest = (
        select(TABLES.c.id).where(where, ~TABLES.c.closed).order_by(TABLES.c.updated.desc(), TABLES.c.id).limit(most)
    )
    same_clock = (CLOCKS.c.table_id == SEATS.c.table_id) & (CLOCKS.c.seat == SEATS.c.seat)
    return (
        select(TABLES, SEATS, CLOCKS.c.deadline)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .outerjoin(CLOCKS, same_clock)
        .where(TABLES.c.id.in_(newest))
        .order_by(TABLES.c.updated.desc(), TABLES.c.id, SEATS.c.seat)
    )


def columns(row: RowMapping, table: Table) -> dict[str, object]:
    """The columns of one table in a joined row."""
    return {column.name: row[column] for column in table.c}


def seated_at(who: Who) -> ColumnElement[bool]:
    """Tables at which the client has a seat, except tutorials and steps of campaigns."""
    own = SEATS.c.token == who.token if who.token else SEATS.c.guest == (who.guest or "")
    tutorial = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.bot == TUTOR)
    return exists().where(SEATS.c.table_id == TABLES.c.id, own) & TABLES.c.campaign.is_(None) & ~tutorial


def is_open(filters: Filters, guest: str | None = None) -> ColumnElement[bool]:
    """Tables with a seat that anybody may take; for a guest, none with people from whom a block keeps them apart."""
    free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.open, SEATS.c.taken.is_(False))
    # The boards of an exhibition are taken on its own page.
    found = free & TABLES.c.exhibition.is_(None) & TABLES.c.over.is_(False) & in_sight_of(guest) & filters.condition()
    return found & ~keeps_apart(guest) if guest else found


def is_watchable(filters: Filters, guest: str | None = None) -> ColumnElement[bool]:
    """Running tables that began as open ones, so that everybody may watch, and those of a guest's clubs."""
    free = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.taken.is_(False))
    return TABLES.c.open & TABLES.c.over.is_(False) & ~free & in_sight_of(guest) & filters.condition()


def read_filters(game: str | None, language: str | None, pace: str | None, time: str | None) -> Filters:
    """The filters in a query."""
    if language is not None:
        check_language(language, 422)
    if pace not in (None, *PACES):
        raise ApiError(422, "unknown-pace", paces=", ".join(PACES))
    return Filters(game, language, pace, None if time is None else read_control(time))


def read_control(text: str) -> Control:
    """A time control as it is written in a query: “600+5” is live, in seconds, and “24h” slow."""
    try:
        if text.endswith("h"):
            return msgspec.convert({"kind": "slow", "hours": int(text[:-1])}, Slow)
        game, _, move = text.replace(" ", "+").partition("+")  # in a query a plus may be decoded as a blank
        return msgspec.convert({"kind": "live", "game": int(game), "move": int(move or 0)}, Live)
    except (ValueError, msgspec.ValidationError):
        raise ApiError(422, "bad-time") from None
