"""What is said at a table.  Who sits there may speak, everybody who may look may read, and nobody must hear all."""

from __future__ import annotations

import logging
import unicodedata
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select

from guanxi.engine.text import phrase
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.http.wire import Nothing
from guanxi.server.people.wire import Chat, Line
from guanxi.server.storage.schema import LINES, MUTES, REPORTS
from guanxi.server.tables.state import check_may_look, own_seat

if TYPE_CHECKING:
    from sqlalchemy import Row

    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Play

LOG = logging.getLogger("guanxi.server")
LONGEST_LINE = 300
MOST_LINES = 200  # sent at once
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
JOINER = "\u200d"  # makes one sign of several, in many emoji


def clean_line(text: str) -> str:
    """Words in one line; refused if there are none or too many, or if they hold what cannot be printed."""
    text = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    hidden = any(unicodedata.category(sign)[0] == "C" and sign != JOINER for sign in text)
    if not 0 < len(text) <= LONGEST_LINE or hidden:
        raise ApiError(422, "bad-line", most=LONGEST_LINE)
    return text


async def say(call: Call) -> Line:
    """Somebody who sits there says something."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    if (wanted.text is None) == (wanted.phrase is None):
        raise ApiError(422, "text-or-phrase")
    if wanted.phrase not in (None, *PHRASES):
        raise ApiError(422, "unknown-phrase", phrases=", ".join(PHRASES))
    text = None if wanted.text is None else clean_line(wanted.text)
    async with house.tables.opened(table_id) as play:
        guest = speaker(play, own_seat(play, who, wanted.seat))
        house.limits.check_chat(guest)
        async with house.store.writing() as connection:
            last = await connection.scalar(select(func.max(LINES.c.number)).where(LINES.c.table_id == table_id))
            spoken = phrase(wanted.phrase) if wanted.phrase else None
            said = Line((last or 0) + 1, wanted.seat, iso(house.tables.now()), text, spoken)
            row = msgspec.structs.asdict(said) | {"phrase": wanted.phrase}
            await connection.execute(insert(LINES), {**row, "table_id": table_id, "guest": guest})
    house.hub.speak(table_id)
    return said


def speaker(play: Play, seat: int) -> str:
    """The guest to whom a seat belongs."""
    return play.seats[seat].guest or ""


def listener(play: Play, who: Who) -> str:
    """The guest who asks; a program stands for who has its seat."""
    own = play.held_by(who)
    return who.guest or (speaker(play, own[0]) if own else "")


async def chat(house: House, table_id: str, who: Who, since: int = 0) -> Chat:
    """What was said at a table after a line, but for those whom the asker has muted."""
    async with house.tables.opened(table_id) as play:
        check_may_look(play, who)
        guest, own = listener(play, who), play.held_by(who)
        seats = [(seat.seat, seat.guest) for seat in play.seats]
    async with house.store.reading() as connection:
        muted = set(await connection.scalars(select(MUTES.c.muted).where(MUTES.c.guest == guest)))
        query = (
            select(LINES)
            .where(LINES.c.table_id == table_id, LINES.c.number > since, LINES.c.guest.not_in(muted))
            .order_by(LINES.c.number.desc())
            .limit(MOST_LINES)
        )
        lines = [line(row) for row in await connection.execute(query)]
    return Chat(lines[::-1], list(PHRASES), [seat for seat, other in seats if other in muted], bool(own))


def line(row: Row[tuple[object, ...]]) -> Line:
    """A line as it was stored."""
    return Line(row.number, row.seat, row.at, row.text, phrase(row.phrase) if row.phrase else None)


async def mute(call: Call) -> Chat:
    """Hear no more of somebody, at this table and at all others, or hear them again."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        check_may_look(play, who)
        if wanted.seat >= len(play.seats):
            raise ApiError(422, "no-seat", most=len(play.seats) - 1)
        guest, muted = listener(play, who), speaker(play, wanted.seat)
    if not guest or not muted or guest == muted:
        raise ApiError(422, "no-mute")
    async with house.store.writing() as connection:
        await connection.execute(delete(MUTES).where(MUTES.c.guest == guest, MUTES.c.muted == muted))
        if wanted.muted:
            await connection.execute(insert(MUTES), {"guest": guest, "muted": muted})
    return await chat(house, table_id, who)


async def report(call: Call) -> Nothing:
    """Report a line to those who run the server; once is enough."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        check_may_look(play, who)
        guest = listener(play, who)
    if not guest:
        raise ApiError(403, "not-your-seat")
    house.limits.check_chat(guest)
    key = (REPORTS.c.table_id == table_id) & (REPORTS.c.number == wanted.number) & (REPORTS.c.guest == guest)
    async with house.store.writing() as connection:
        said = select(LINES.c.number).where(LINES.c.table_id == table_id, LINES.c.number == wanted.number)
        if await connection.scalar(said) is None:
            raise ApiError(404, "unknown-line")
        await connection.execute(delete(REPORTS).where(key))
        row = {"table_id": table_id, "number": wanted.number, "guest": guest}
        await connection.execute(insert(REPORTS), {**row, "at": iso(house.tables.now()), "reason": wanted.reason})
    LOG.warning("table %s: line %d of the chat was reported", table_id, wanted.number)
    return Nothing()


async def read(call: Call) -> Chat:
    """What was said at a table."""
    return await chat(call.house, call.table_id, call.who, call.number("since") or 0)
