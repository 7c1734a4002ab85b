"""Challenges: a table with a seat that is kept for one person, who takes it or declines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from guanxi.server.clocks.clocks import DAY, HOUR, Live, iso
from guanxi.server.friends import wire
from guanxi.server.friends.friends import check_other, person_of
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import hashed
from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.lobby.invitations import invitation
from guanxi.server.lobby.lists import Filters, seated_at
from guanxi.server.lobby.wire import TableWanted
from guanxi.server.notices.outbox import Notice, write_notices
from guanxi.server.notices.texts import Turn
from guanxi.server.people.blocks import blocked_by
from guanxi.server.storage.schema import CHALLENGES, GUESTS, TABLES
from guanxi.server.tables.state import summary
from guanxi.server.tables.wire import Created, State, Summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from sqlalchemy import ColumnElement, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Control, Now
    from guanxi.server.friends.here import Here
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.lobby.lists import Lists
    from guanxi.server.lobby.new_tables import NewTables
    from guanxi.server.lobby.seating import Seating
    from guanxi.server.notices.outbox import Message
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables

    Answer = Literal["waiting", "declined", "late"]

MOST_WAITING = 10  # challenges of one guest
MOST_PLAYING = 10  # live games that are shown
LIVE_LASTS, SLOW_LASTS = HOUR, 3 * DAY
NO_REASON = "none"


class Challenges:
    """Handles challenges.  The challenge to a person who has blocked the challenger is stored and never shown."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        lists: Lists,
        new_tables: NewTables,
        seating: Seating,
        here: Here,
        now: Now,
        notice_delay: int,
        address: str,
    ) -> None:
        self._database = database
        self._tables = tables
        self._lists = lists
        self._new_tables = new_tables
        self._seating = seating
        self._here = here
        self._now = now
        self._notice_delay = notice_delay
        self._link = f"{address.rstrip('/')}/friends"

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                "/api/challenges",
                self.challenges,
                wire.Challenges,
                "The client's challenges and live games; shows that it is here.",
            ),
            post(
                "/api/people/{person}/challenge",
                self.challenge,
                TableWanted,
                Created,
                "Create a table whose first seat for a friend is kept for a person.",
                (404, 409),
                201,
            ),
            post(
                "/api/challenges/{id}/accept",
                self.accept,
                wire.ChallengeAccepted,
                State,
                "Take the seat of a challenge.",
                (404, 409, 503),
            ),
            post(
                "/api/challenges/{id}/decline",
                self.decline,
                wire.ChallengeDeclined,
                Nothing,
                "Decline a challenge.",
                (404,),
            ),
            post(
                "/api/challenges/{id}/withdraw",
                self.withdraw,
                Nothing,
                Nothing,
                "Withdraw a challenge, or forget one that was declined.",
                (404, 409, 503),
            ),
        )

    async def challenges(self, call: Call[None]) -> wire.Challenges:
        """Return the challenges to the client, those that the client has made, and its live games."""
        guest = call.who.guest
        if guest is None:
            return wire.Challenges([], [], [])
        self._here.note(guest)
        async with self._database.reading() as connection:
            received = (await connection.execute(those(CHALLENGES.c.rival == guest, CHALLENGES.c.guest))).all()
            sent = (await connection.execute(those(CHALLENGES.c.guest == guest, CHALLENGES.c.rival))).all()
            blocked = await blocked_by(connection, guest) if received else set()
        at = self._now()
        waiting = [row for row in received if row.guest not in blocked and row.declined is None and row.until > at]
        playing = await self._playing(call.who)
        return wire.Challenges(await self._shown(waiting, call.who), await self._shown(sent, call.who), playing)

    async def challenge(self, call: Call[TableWanted]) -> Created:
        """Create a table with a seat that is kept for a person, and tell them."""
        guest, wanted = call.guest(), call.body
        async with self._database.reading() as connection:
            person = await person_of(connection, call.path("person"))
            check_other(guest, person)
            if person.guest in await blocked_by(connection, guest):
                raise ApiError(422, "you-blocked")
            await check_may_challenge(connection, guest, self._now())
            hidden = guest in await blocked_by(connection, person.guest)
        seat = next((seat for seat, wish in enumerate(wanted.seats) if wish.kind == "friend"), None)
        if seat is None:
            raise ApiError(422, "no-rival")
        wanted.seats[seat].name = person.name
        made = await self._new_tables.create(guest, wanted, kept=seat)
        at = self._now()
        row = {"table_id": made.table, "seat": seat, "guest": guest, "rival": person.guest, "at": at}
        async with self._database.writing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.guest == guest, is_settled()))
            await connection.execute(insert(CHALLENGES), {**row, "until": at + lasts(wanted.time)})
            if not hidden:
                notice = Notice(made.table, 0, seat, person.guest, at, at + self._notice_delay)
                await write_notices(connection, [notice], "invite")
        return made

    async def accept(self, call: Call[wire.ChallengeAccepted]) -> State:
        """Take the seat of a challenge."""
        guest = call.guest()
        row = await self._waiting(call.table_id, guest)
        shown = await self._seating.take_kept(guest, row.table_id, row.seat, call.body.name)
        await self._forget(row.table_id)
        return shown

    async def decline(self, call: Call[wire.ChallengeDeclined]) -> Nothing:
        """Decline a challenge; the challenger sees it, with the reason if one is given."""
        row = await self._waiting(call.table_id, call.guest())
        async with self._database.writing() as connection:
            this = CHALLENGES.c.table_id == row.table_id
            await connection.execute(update(CHALLENGES).where(this).values(declined=call.body.reason or NO_REASON))
        return Nothing()

    async def withdraw(self, call: Call[Nothing]) -> Nothing:
        """Forget a challenge, and close its table unless somebody else waits there."""
        guest = call.guest()
        own = (CHALLENGES.c.table_id == call.table_id) & (CHALLENGES.c.guest == guest)
        async with self._database.reading() as connection:
            row = (await connection.execute(select(CHALLENGES).where(own))).first()
        if row is None:
            raise ApiError(404, "unknown-challenge")
        await self._release(row.table_id, row.seat, guest)
        await self._forget(row.table_id)
        return Nothing()

    async def pending(self, message: Message, guest: str) -> Turn | None:
        """The text of a notice about a challenge; None if it was answered, or the person is here and sees it."""
        async with self._database.reading() as connection:
            this = (CHALLENGES.c.table_id == message.about) & (CHALLENGES.c.rival == guest)
            row = (await connection.execute(those(this, CHALLENGES.c.guest))).first()
            hidden = row is not None and row.guest in await blocked_by(connection, guest)
        if row is None or hidden or row.declined or row.until <= self._now() or self._here.has(guest):
            return None
        return Turn(row.table_id, row.game, [row.name or ""], self._link, kind="invite")

    async def _playing(self, who: Who) -> list[Summary]:
        """The live games of a guest that are being played."""
        live = Filters(pace="live").condition() & ~TABLES.c.over
        found = await self._lists.listed(seated_at(who) & live, MOST_PLAYING)
        shown = [summary(one.header, one.seats, one.deadlines, who) for one in found]
        return [one for one in shown if one.started and any(seat.yours and not seat.absent for seat in one.seats)]

    async def _waiting(self, table_id: str, guest: str) -> Row[tuple[object, ...]]:
        """A challenge to a guest that is not answered yet."""
        this = (CHALLENGES.c.table_id == table_id) & (CHALLENGES.c.rival == guest)
        open_ = CHALLENGES.c.declined.is_(None) & (CHALLENGES.c.until > self._now())
        async with self._database.reading() as connection:
            row = (await connection.execute(select(CHALLENGES).where(this, open_))).first()
        if row is None:
            raise ApiError(404, "unknown-challenge")
        return row

    async def _shown(self, rows: Sequence[Row[tuple[object, ...]]], who: Who) -> list[wire.Challenge]:
        """Challenges at whose tables the seat is still free, the newest first."""
        listed = await self._lists.listed(TABLES.c.id.in_([row.table_id for row in rows]), len(rows)) if rows else []
        tables = {one.header.id: one for one in listed}
        shown = []
        for row in rows:
            table = tables.get(row.table_id)
            if table and not table.seats[row.seat].taken:
                answer: Answer = "declined" if row.declined else "late" if row.until <= self._now() else "waiting"
                reason = None if row.declined == NO_REASON else row.declined
                person = wire.Person(row.profile, row.name)
                about = summary(table.header, table.seats, table.deadlines, who)
                shown.append(wire.Challenge(about, row.seat, person, iso(row.until), answer, reason))
        return shown

    async def _release(self, table_id: str, seat: int, guest: str) -> None:
        """Close the table of a challenge, or let its seat be taken by link if somebody else waits there."""
        try:
            async with self._tables.opened(table_id) as play:
                if play.started or play.seats[seat].taken:
                    return
                others = any(row.guest not in (None, guest) for row in play.seats)
                async with self._tables.changing(play):
                    if others:
                        row = play.seats[seat]
                        row.name, row.link = None, hashed(invitation(play.header.seed, seat, row.issue))
                    else:
                        play.header.closed = True
        except ApiError:
            return  # closed already

    async def _forget(self, table_id: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.table_id == table_id))


def those(which: ColumnElement[bool], other: ColumnElement[str]) -> Select[Any]:
    """The query for some challenges, with the game and the other person."""
    return (
        select(CHALLENGES, TABLES.c.game, GUESTS.c.name, GUESTS.c.profile)
        .join(TABLES, TABLES.c.id == CHALLENGES.c.table_id)
        .join(GUESTS, GUESTS.c.guest == other)
        .where(which)
        .order_by(CHALLENGES.c.at.desc(), CHALLENGES.c.table_id)
    )


def is_settled() -> ColumnElement[bool]:
    """The condition that a challenge needs no answer any more: its table is closed or its game has begun."""
    over = select(TABLES.c.id).where(TABLES.c.closed | TABLES.c.over | (TABLES.c.moves > 0))
    return CHALLENGES.c.table_id.in_(over)


async def check_may_challenge(connection: AsyncConnection, guest: str, at: int) -> None:
    """Limit the challenges of a guest that wait for an answer."""
    waiting = (CHALLENGES.c.guest == guest) & CHALLENGES.c.declined.is_(None) & (CHALLENGES.c.until > at)
    count = await connection.scalar(select(func.count()).select_from(CHALLENGES).where(waiting, ~is_settled()))
    if (count or 0) >= MOST_WAITING:
        raise ApiError(409, "challenge-many", most=MOST_WAITING)


def lasts(control: Control | None) -> int:
    """How long a challenge waits for an answer, in milliseconds."""
    return LIVE_LASTS if isinstance(control, Live) else SLOW_LASTS


async def adopt_challenges(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's challenges to another; one to themselves is gone."""
    for column in (CHALLENGES.c.guest, CHALLENGES.c.rival):
        await connection.execute(update(CHALLENGES).where(column == old).values({column.name: new}))
    await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.guest == CHALLENGES.c.rival))
