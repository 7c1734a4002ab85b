"""Following and blocking people, and the list of those whom a guest follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, insert, select

from guanxi.server.clocks.clocks import iso
from guanxi.server.friends import wire
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who
from guanxi.server.http.route import get, post
from guanxi.server.lobby.lists import Filters, is_open, is_watchable
from guanxi.server.people.blocks import blocked_by, set_block
from guanxi.server.storage.schema import BLOCKS, FOLLOWS, GUESTS, SEATS, TABLES
from guanxi.server.tables.state import summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.friends.here import Here
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.lobby.lists import Lists
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.wire import Summary

    PersonRow = Row[tuple[object, ...]]

MOST_FOLLOWED = 200
MOST_TABLES = 200  # of all people whom a guest follows


class Friends:
    """Handles the people whom guests follow and block."""

    def __init__(self, database: Database, lists: Lists, hub: Hub, here: Here, now: Now) -> None:
        self._database = database
        self._lists = lists
        self._hub = hub
        self._here = here
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/friends", self.friends, wire.Friends, "The people whom the client follows or has blocked."),
            get("/api/people/{person}/relation", self.relation, wire.Relation, "How you stand to a person.", (404,)),
            post(
                "/api/people/{person}/follow",
                self.follow,
                wire.FollowWanted,
                wire.Relation,
                "Follow a person, or no longer.",
                (404, 409),
            ),
            post(
                "/api/people/{person}/block",
                self.block,
                wire.BlockWanted,
                wire.Relation,
                "Block a person, or unblock them; they are not told.",
                (404,),
            ),
        )

    async def friends(self, call: Call[None]) -> wire.Friends:
        """Return the people whom the client follows and those whom they have blocked."""
        guest = call.who.guest
        if guest is None:
            return wire.Friends([], [])
        async with self._database.reading() as connection:
            rows = (await connection.execute(followed_by(guest))).all()
            blocked = await connection.execute(
                select(GUESTS.c.profile, GUESTS.c.name)
                .join(BLOCKS, BLOCKS.c.blocked == GUESTS.c.guest)
                .where(BLOCKS.c.guest == guest)
                .order_by(GUESTS.c.name, GUESTS.c.profile)
            )
            people = [wire.Person(row.profile, row.name) for row in blocked]
        shown = [row.guest for row in rows if row.shown and not row.keeps_out]
        here = {guest for guest in shown if self._here.has(guest)}
        tables = await self._tables_of(shown, call.who)
        friends = [wire.Friend(row.profile, row.name, row.guest in here, tables.get(row.guest, [])) for row in rows]
        return wire.Friends(sorted(friends, key=lambda friend: not (friend.here or friend.tables)), people)

    async def relation(self, call: Call[None]) -> wire.Relation:
        """Return how the client stands to a person."""
        async with self._database.reading() as connection:
            person = await person_of(connection, call.path("person"))
            return await self._relation(connection, call.who.guest or "", person)

    async def follow(self, call: Call[wire.FollowWanted]) -> wire.Relation:
        """Follow a person, or stop following them."""
        guest = call.guest()
        async with self._database.writing() as connection:
            person = await person_of(connection, call.path("person"))
            check_other(guest, person)
            own = (FOLLOWS.c.guest == guest) & (FOLLOWS.c.followed == person.guest)
            known = (await connection.execute(select(FOLLOWS.c.at).where(own))).first()
            if not call.body.follow:
                await connection.execute(delete(FOLLOWS).where(own))
            elif known is None:
                await check_may_follow(connection, guest, person.guest)
                row = {"guest": guest, "followed": person.guest, "at": iso(self._now())}
                await connection.execute(insert(FOLLOWS), row)
            return await self._relation(connection, guest, person)

    async def block(self, call: Call[wire.BlockWanted]) -> wire.Relation:
        """Block a person, whom the client then no longer follows, or unblock them."""
        guest = call.guest()
        async with self._database.writing() as connection:
            person = await person_of(connection, call.path("person"))
            check_other(guest, person)
            await set_block(connection, guest, person.guest, call.body.blocked, self._now())
            return await self._relation(connection, guest, person)

    async def _relation(self, connection: AsyncConnection, guest: str, person: PersonRow) -> wire.Relation:
        own = (FOLLOWS.c.guest == guest) & (FOLLOWS.c.followed == person.guest)
        follows = await connection.scalar(select(FOLLOWS.c.at).where(own))
        blocked = person.guest in await blocked_by(connection, guest)
        kept_out = guest in await blocked_by(connection, person.guest)
        here = person.shown and not kept_out and self._here.has(person.guest)
        return wire.Relation(follows is not None, blocked, here)

    async def _tables_of(self, guests: Sequence[str], who: Who) -> dict[str, list[Summary]]:
        """Public tables that people have open now, by guest."""
        everybody = Filters()
        seated = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.guest.in_(guests))
        public = is_watchable(everybody, who.guest) | is_open(everybody, who.guest)
        found: dict[str, list[Summary]] = {}
        for one in await self._lists.listed(seated & public, MOST_TABLES) if guests else []:
            attending = {client.guest for client in self._hub.clients(one.header.id)}
            for seat in one.seats:
                if seat.guest in guests and seat.guest in attending:
                    shown = summary(one.header, one.seats, one.deadlines, who)
                    found.setdefault(seat.guest or "", []).append(shown)
        return found


def followed_by(guest: str) -> Select[Any]:
    """The query for the people whom a guest follows, and whether they keep the guest out."""
    keeps_out = exists().where(BLOCKS.c.guest == GUESTS.c.guest, BLOCKS.c.blocked == guest)
    return (
        select(GUESTS.c.guest, GUESTS.c.profile, GUESTS.c.name, GUESTS.c.shown, keeps_out.label("keeps_out"))
        .join(FOLLOWS, FOLLOWS.c.followed == GUESTS.c.guest)
        .where(FOLLOWS.c.guest == guest)
        .order_by(GUESTS.c.name, GUESTS.c.profile)
    )


async def person_of(connection: AsyncConnection, profile: str) -> PersonRow:
    """The person with a profile."""
    person = (await connection.execute(select(GUESTS).where(GUESTS.c.profile == profile))).first()
    if person is None:
        raise ApiError(404, "unknown-person")
    return person


def check_other(guest: str, person: PersonRow) -> None:
    """Refuse what nobody can do with themselves."""
    if person.guest == guest:
        raise ApiError(422, "yourself")


async def check_may_follow(connection: AsyncConnection, guest: str, other: str) -> None:
    """Refuse to follow a person who is blocked, or too many people."""
    if other in await blocked_by(connection, guest):
        raise ApiError(422, "you-blocked")
    count = await connection.scalar(select(func.count()).select_from(FOLLOWS).where(FOLLOWS.c.guest == guest))
    if (count or 0) >= MOST_FOLLOWED:
        raise ApiError(422, "follow-many", most=MOST_FOLLOWED)
