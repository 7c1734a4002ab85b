"""The table chat: players write, everybody who may watch reads, and nobody reads people whom they have blocked.

Where a game lets players negotiate, they may also write to one another.  Such a line is shown to the two guests only,
whoever sits in their seats later, and it is stored nowhere but here: logs, replays and downloads have no chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.chat import wire
from guanxi.server.chat.lines import PHRASES, checked
from guanxi.server.chat.wire import Line
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import set_block
from guanxi.server.tables.access import check_may_watch, check_seat, own_seat

if TYPE_CHECKING:
    from guanxi.engine.text import Phrase
    from guanxi.server.chat.lines import Lines
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

NEWS = "chat"  # the topic of what other processes are told


class Chat:
    """Handles the chats of all tables."""

    def __init__(self, database: Database, lines: Lines, tables: Tables, hub: Hub, limits: Limits, now: Now) -> None:
        self._database = database
        self._lines = lines
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
        text, said = checked(wanted.text, wanted.phrase)
        async with self._tables.opened(table_id) as play:
            guest = owner(play, own_seat(play, call.who, wanted.seat))
            self._limits.check_chat(guest)
            await check_ban(self._database, guest)
            if wanted.to is not None:
                check_recipient(play, wanted.seat, wanted.to)
            return await self._write(play, wanted.seat, wanted.to, text, said)

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
            written = await self._lines.write(connection, table_id, seat, owner(play, seat), text, said, to, recipient)
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
        await self._lines.report(table_id, guest, wanted.number, wanted.reason)
        return Nothing()

    async def chat(self, table_id: str, who: Who, since: int = 0) -> wire.Chat:
        """The lines of a table after one, without those of people whom the client has blocked."""
        play = await self._tables.watched(table_id)
        check_may_watch(play, who)
        guest, own = reader(play, who), play.held_by(who)
        seats = [(seat.seat, seat.guest) for seat in play.seats]
        private = bool(own) and play.table.game.may_whisper(play.table.options)
        lines, blocked = await self._lines.read(table_id, guest, since)
        hidden = [seat for seat, other in seats if other in blocked]
        return wire.Chat(lines, list(PHRASES), hidden, bool(own), private)


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
