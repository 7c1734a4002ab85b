"""Reported chat messages, for the host of a server."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import select

from guanxi.server.people.guests import profile_of
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import GUESTS, LINES, REPORTS


class Report(Struct, frozen=True):
    """A message that a player has reported."""

    at: str
    table: str
    number: int
    author: str | None  # the name they use
    profile: str  # their public id
    text: str  # the message, or the name of a phrase
    reason: str


async def read_reports(url: str) -> list[Report]:
    """All reports in the database of a server, the newest last."""
    query = (
        select(REPORTS, LINES.c.guest.label("author"), LINES.c.text, LINES.c.phrase, GUESTS.c.name)
        .join(LINES, (LINES.c.table_id == REPORTS.c.table_id) & (LINES.c.number == REPORTS.c.number))
        .join(GUESTS, GUESTS.c.guest == LINES.c.guest, isouter=True)
        .order_by(REPORTS.c.at, REPORTS.c.table_id, REPORTS.c.number)
    )
    async with open_database(url) as database, database.reading() as connection:
        rows = (await connection.execute(query)).all()
    return [
        Report(
            row.at, row.table_id, row.number, row.name, profile_of(row.author), row.text or row.phrase or "", row.reason
        )
        for row in rows
    ]
