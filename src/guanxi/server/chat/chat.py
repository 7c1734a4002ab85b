"""The table chat: players write, everybody who may watch reads, and nobody reads people whom they have blocked.

Where a game lets players negotiate, they may also write to one another.  Such a line is shown to the two guests only,
whoever sits in their seats later, and it is stored nowhere but here: logs, replays and downloads have no chat.
"""

from __future__ import annotations

import logging
import unicodedata
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from guanxi.engine.text import Phrase, phrase
from guanxi.server.chat import wire
from guanxi.server.chat.wire import Line
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import blocked_by, set_block
from guanxi.server.storage.schema import LINES, REPORTS
from guanxi.server.tables.access import check_may_watch, check_seat, own_seat

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
NEWS = "chat"  # the topic of what other processes are told
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
SELECT_LINES = (  # made once: every stream that opens reads them
    select(LINES)
    .where(LINES.c.table_id == bindparam("this_table"), LINES.c.number > bindparam("since"))
    .where(LINES.c.guest.not_in(bindparam("blocked", expanding=True)), READABLE, SAID)
    .order_by(LINES.c.number.desc())
    .limit(MOST_LINES)
)
JOINER = "\u200d"  # joins several characters into one emoji


class Chat:
    """Handles the chats of all tables."""

    def __init__(self, database: Database, tables: Tables, hub: Hub, limits: Limits, now: Now) -> None:
        self._database = database
        self._tables = tables
        self._hub = hub
        self._limits = limits
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        since = ("since", "Only lines after this one.")
        return (
            get(f"{TABLE}/chat", self.read, wire.Chat, "The chat of a table.", (403, 404, 409, 422), query=(since,)),
            post(f"{TABLE}/chat", self.say, wire.Said, Line, "Write a chat line.", (404, 409)),
            post(
                f"{TABLE}/chat/block",
                self.block_seat,
                wire.SeatBlocked,
                wire.Chat,
                "Block the person in a seat, or unblock them.",
                (404, 409),
            ),
            post(f"{TABLE}/chat/report", self.report, wire.Reported, Nothing, "Report a line.", (404, 409)),
        )

    async def read(self, call: Call[None]) -> wire.Chat:
        """Return the chat of a table."""
        return await self.chat(call.table_id, call.who, call.number("since") or 0)

    async def say(self, call: Call[wire.Said]) -> Line:
        """Write a line from one of the client's seats."""
        table_id, wanted = call.table_id, call.body
        if (wanted.text is None) == (wanted.phrase is None):
            raise ApiError(422, "text-or-phrase")
        if wanted.phrase not in (None, *PHRASES):
            raise ApiError(422, "unknown-phrase", phrases=", ".join(PHRASES))
        text = None if wanted.text is None else clean_line(wanted.text)
        async with self._tables.opened(table_id) as play:
            guest = owner(play, own_seat(play, call.who, wanted.seat))
            self._limits.check_chat(guest)
            await check_ban(self._database, guest)
            if wanted.to is not None:
                check_recipient(play, wanted.seat, wanted.to)
            spoken = phrase(wanted.phrase) if wanted.phrase else None
            return await self._write(play, wanted.seat, wanted.to, text, spoken)

    async def remark(self, play: Play, seat: int, to: int, said: Phrase) -> None:
        """Write a bot's line to one player."""
        if play.seats[to].present and play.table.game.may_whisper(play.table.options):
            await self._write(play, seat, to, None, said)

    async def speak(self, play: Play, seat: int, said: Phrase) -> None:
        """Write a bot's line to everybody."""
        await self._write(play, seat, None, None, said)

    async def _write(self, play: Play, seat: int, to: int | None, text: str | None, said: Phrase | None) -> Line:
        """Add a line to the chat of an opened table."""
        table_id = play.header.id
        recipient = "" if to is None else owner(play, to)
        async with self._database.writing() as connection:
            last = await connection.scalar(select(func.max(LINES.c.number)).where(LINES.c.table_id == table_id))
            written = Line((last or 0) + 1, seat, iso(self._now()), text, said, to)
            row = msgspec.structs.asdict(written) | {
                "phrase": said.id if said else None,
                "params": msgspec.json.encode(said.params).decode() if said and said.params else None,
            }
            await connection.execute(
                insert(LINES), {**row, "table_id": table_id, "guest": owner(play, seat), "recipient": recipient}
            )
            await self._database.notifier.tell(connection, NEWS, table_id)
        self._hub.publish_chat(table_id)
        return written

    async def block_seat(self, call: Call[wire.SeatBlocked]) -> wire.Chat:
        """Block or unblock the person in a seat."""
        async with self._tables.opened(call.table_id) as play:
            check_may_watch(play, call.who)
            check_seat(play, call.body.seat)
            guest, other = reader(play, call.who), owner(play, call.body.seat)
        if not guest or not other or guest == other:
            raise ApiError(422, "no-block")
        async with self._database.writing() as connection:
            await set_block(connection, guest, other, call.body.blocked, self._now())
        return await self.chat(call.table_id, call.who)

    async def report(self, call: Call[wire.Reported]) -> Nothing:
        """Report a line to the operator; a second report by the same guest replaces the first."""
        table_id, wanted = call.table_id, call.body
        async with self._tables.opened(table_id) as play:
            check_may_watch(play, call.who)
            guest = reader(play, call.who)
        if not guest:
            raise ApiError(403, "not-your-seat")
        self._limits.check_chat(guest)
        key = (REPORTS.c.table_id == table_id) & (REPORTS.c.number == wanted.number) & (REPORTS.c.guest == guest)
        async with self._database.writing() as connection:
            said = select(LINES.c.number).where(LINES.c.table_id == table_id, LINES.c.number == wanted.number, READABLE)
            if await connection.scalar(said, {"reader": guest}) is None:
                raise ApiError(404, "unknown-line")
            await connection.execute(delete(REPORTS).where(key))
            row = {"table_id": table_id, "number": wanted.number, "guest": guest}
            await connection.execute(insert(REPORTS), {**row, "at": iso(self._now()), "reason": wanted.reason})
        LOG.warning("table %s: chat line %d was reported", table_id, wanted.number)
        return Nothing()

    async def chat(self, table_id: str, who: Who, since: int = 0) -> wire.Chat:
        """The lines of a table after one, without those of people whom the client has blocked."""
        play = await self._tables.watched(table_id)
        check_may_watch(play, who)
        guest, own = reader(play, who), play.held_by(who)
        seats = [(seat.seat, seat.guest) for seat in play.seats]
        private = bool(own) and play.table.game.may_whisper(play.table.options)
        lines, blocked = await self._database.read(lambda connection: read_lines(connection, table_id, guest, since))
        hidden = [seat for seat, other in seats if other in blocked]
        return wire.Chat(lines[::-1], list(PHRASES), hidden, bool(own), private)


def clean_line(text: str) -> str:
    """A line of text; refused if it is empty, too long, or has characters that cannot be printed."""
    text = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    hidden = any(unicodedata.category(sign)[0] == "C" and sign != JOINER for sign in text)
    if not 0 < len(text) <= LONGEST_LINE or hidden:
        raise ApiError(422, "bad-line", most=LONGEST_LINE)
    return text


def check_recipient(play: Play, seat: int, to: int) -> None:
    """Refuse a private line at a table without negotiation, or to oneself."""
    check_seat(play, to)
    if seat == to or not play.table.game.may_whisper(play.table.options):
        raise ApiError(422, "no-whisper")


def owner(play: Play, seat: int) -> str:
    """The guest who has a seat."""
    return play.seats[seat].guest or ""


def reader(play: Play, who: Who) -> str:
    """The guest who asks; a program stands for the owner of its seat."""
    own = play.held_by(who)
    return who.guest or (owner(play, own[0]) if own else "")


async def read_lines(connection: AsyncConnection, table_id: str, guest: str, since: int) -> tuple[list[Line], set[str]]:
    """The last lines of a table that a guest may read, newest first, and the people whom the guest has blocked."""
    blocked = await blocked_by(connection, guest)
    which = {"this_table": table_id, "since": since, "blocked": list(blocked), "reader": guest or None}
    return [line(row) for row in await connection.execute(SELECT_LINES, which)], blocked


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
