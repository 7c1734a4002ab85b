"""Chat lines: what may be written, how it is stored, and who may read it."""

from __future__ import annotations

import logging
import unicodedata
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from guanxi.engine.text import Phrase, phrase
from guanxi.server.chat.wire import Line
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.people.blocks import blocked_by
from guanxi.server.storage.schema import LINES, REPORTS

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.storage.database import Database

LOG = logging.getLogger("guanxi.server")
LONGEST_LINE = 300
MOST_LINES = 200  # in one answer
PHRASES = (
    "chat.hello",
    "chat.luck",
    "chat.thanks",
    "chat.sorry",
    "chat.nice",
    "chat.wow",
    "chat.thinking",
    "chat.turn",
    "chat.back",
    "chat.leave",
    "chat.game",
    "chat.again",
)
SAID = func.coalesce(LINES.c.text, LINES.c.phrase) != ""  # what deleted people have said is blank
# A reader reads the lines to everybody, and private ones from or to them; nobody (NULL) only the former.
READABLE = or_(LINES.c.to.is_(None), LINES.c.guest == bindparam("reader"), LINES.c.recipient == bindparam("reader"))
SPOKEN_HERE = func.coalesce(LINES.c.room, "") == bindparam("this_room")  # in a room, or at the table itself
SELECT_LINES = (  # made once: every stream that opens reads them
    select(LINES)
    .where(LINES.c.table_id == bindparam("this_table"), LINES.c.number > bindparam("since"), SPOKEN_HERE)
    .where(LINES.c.guest.not_in(bindparam("blocked", expanding=True)), READABLE, SAID)
    .order_by(LINES.c.number.desc())
    .limit(MOST_LINES)
)
JOINER = "\u200d"  # joins several characters into one emoji


class Lines:
    """The lines of all chats.  They are numbered by table; those of a room belong to the table it looks at."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def write(
        self,
        connection: AsyncConnection,
        table_id: str,
        seat: int,
        guest: str,
        text: str | None,
        said: Phrase | None,
        to: int | None = None,
        recipient: str = "",
        room: str | None = None,
    ) -> Line:
        """Add a line, of a seat at the table or of a place in a room."""
        last = await connection.scalar(select(func.max(LINES.c.number)).where(LINES.c.table_id == table_id))
        written = Line((last or 0) + 1, seat, iso(self._now()), text, said, to)
        row = msgspec.structs.asdict(written) | {
            "phrase": said.id if said else None,
            "params": msgspec.json.encode(said.params).decode() if said and said.params else None,
        }
        owners = {"table_id": table_id, "guest": guest, "recipient": recipient, "room": room}
        await connection.execute(insert(LINES), {**row, **owners})
        return written

    async def read(self, table_id: str, guest: str, since: int, room: str | None = None) -> tuple[list[Line], set[str]]:
        """The last lines that a guest may read, and the people whom the guest has blocked."""
        return await self._database.read(lambda connection: read_lines(connection, table_id, guest, since, room))

    async def report(self, table_id: str, guest: str, number: int, reason: str, room: str | None = None) -> None:
        """Report a line to the operator; a second report by the same guest replaces the first."""
        key = (REPORTS.c.table_id == table_id) & (REPORTS.c.number == number) & (REPORTS.c.guest == guest)
        async with self._database.writing() as connection:
            said = select(LINES.c.number).where(
                LINES.c.table_id == table_id, LINES.c.number == number, READABLE, SPOKEN_HERE
            )
            if await connection.scalar(said, {"reader": guest, "this_room": room or ""}) is None:
                raise ApiError(404, "unknown-line")
            await connection.execute(delete(REPORTS).where(key))
            row = {"table_id": table_id, "number": number, "guest": guest}
            await connection.execute(insert(REPORTS), {**row, "at": iso(self._now()), "reason": reason})
        LOG.warning("table %s: chat line %d was reported", table_id, number)


def checked(text: str | None, wanted: str | None) -> tuple[str | None, Phrase | None]:
    """A text or a phrase as it may be written; refused unless it is exactly one of them."""
    if (text is None) == (wanted is None):
        raise ApiError(422, "text-or-phrase")
    if wanted not in (None, *PHRASES):
        raise ApiError(422, "unknown-phrase", phrases=", ".join(PHRASES))
    return None if text is None else clean_line(text), phrase(wanted) if wanted else None


def clean_line(text: str) -> str:
    """A line of text; refused if it is empty, too long, or has characters that cannot be printed."""
    text = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    hidden = any(unicodedata.category(sign)[0] == "C" and sign != JOINER for sign in text)
    if not 0 < len(text) <= LONGEST_LINE or hidden:
        raise ApiError(422, "bad-line", most=LONGEST_LINE)
    return text


async def read_lines(
    connection: AsyncConnection, table_id: str, guest: str, since: int, room: str | None
) -> tuple[list[Line], set[str]]:
    """The last lines that a guest may read, and the people whom the guest has blocked."""
    blocked = await blocked_by(connection, guest)
    which = {"this_table": table_id, "since": since, "this_room": room or "", "blocked": [*blocked]}
    rows = await connection.execute(SELECT_LINES, which | {"reader": guest or None})
    return [line(row) for row in rows][::-1], blocked


def line(row: Row[tuple[object, ...]]) -> Line:
    """A line as it was stored."""
    said = None
    if row.phrase:
        said = msgspec.convert({"id": row.phrase, "params": msgspec.json.decode(row.params or "{}")}, Phrase)
    return Line(row.number, row.seat, row.at, row.text, said, row.to)


async def adopt_chat(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's lines to another."""
    await connection.execute(update(LINES).where(LINES.c.guest == old).values(guest=new))
    await connection.execute(update(LINES).where(LINES.c.recipient == old).values(recipient=new))
