"""Clubs: made by anybody, joined by invitation or by anybody, led by their organisers."""

from __future__ import annotations

import secrets
import unicodedata
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert, select, update

import guanxi
from guanxi.server.clocks.clocks import iso
from guanxi.server.clubs import wire
from guanxi.server.clubs.store import (
    MOST_ORGANISED,
    ORGANISER,
    add_member,
    club_where,
    clubs_where,
    remove_club,
    remove_member,
    role_of,
    set_role,
)
from guanxi.server.clubs.wire import Club, ClubPage
from guanxi.server.friends.friends import person_of
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import hashed
from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.lobby.invitations import invitation
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import kept_apart
from guanxi.server.people.names import clean_name
from guanxi.server.people.profiles import check_game, ranking_where
from guanxi.server.people.wire import Ranked
from guanxi.server.storage.schema import CLUBS, GUESTS, MEMBERS, RATINGS, TABLES
from guanxi.server.tables.records import new_id
from guanxi.server.tables.state import summary

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.friends.here import Here
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.lobby.lists import Lists
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.wire import Summary

LONGEST_NAME, LONGEST_TEXT = 40, 1000
MOST_TABLES, MOST_FINISHED = 30, 8
CLUB = "/api/clubs/{id}"
FIRST = 1  # the issue of the invitation that a club begins with


class Clubs:
    """Handles clubs, their members and their pages."""

    def __init__(self, database: Database, guests: Guests, lists: Lists, here: Here, now: Now) -> None:
        self._database = database
        self._guests = guests
        self._lists = lists
        self._here = here
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        refusals = (403, 404, 409)
        return (
            get("/api/clubs", self.clubs, wire.Clubs, "The client's clubs, and those that anybody may join."),
            post("/api/clubs", self.create_club, wire.ClubWanted, Club, "Create a club.", (409,), 201),
            get(CLUB, self.club_page, ClubPage, "A club with its members and tables.", (403, 404)),
            post(CLUB, self.change_club, wire.ClubWanted, Club, "Change a club that you organise.", (404,)),
            get(
                f"{CLUB}/ratings/{{game}}",
                self.club_ranking,
                list[Ranked],
                "The members of a club by their rating in a game.",
                (403, 404),
            ),
            post(f"{CLUB}/join", self.join_club, wire.ClubJoined, Club, "Join a club that is open.", refusals),
            post(f"{CLUB}/leave", self.leave_club, Nothing, Nothing, "Leave a club.", refusals),
            post(f"{CLUB}/remove", self.remove, wire.MemberNamed, ClubPage, "Remove a member.", refusals),
            post(f"{CLUB}/role", self.change_role, wire.RoleWanted, ClubPage, "Change a member's role.", refusals),
            post(f"{CLUB}/handover", self.hand_over, wire.MemberNamed, ClubPage, "Hand a club over.", refusals),
            post(f"{CLUB}/close", self.close_club, Nothing, Nothing, "Close a club for good.", refusals),
        )

    async def clubs(self, call: Call[None]) -> wire.Clubs:
        """Return the client's clubs and those that are open."""
        guest = call.who.guest
        own = CLUBS.c.id.in_(select(MEMBERS.c.club_id).where(MEMBERS.c.guest == (guest or "")))
        async with self._database.reading() as connection:
            mine = await clubs_where(connection, own, guest)
            return wire.Clubs(mine, await clubs_where(connection, CLUBS.c.open & ~own, guest))

    async def create_club(self, call: Call[wire.ClubWanted]) -> Club:
        """Create a club, whose organiser the client becomes."""
        guest, id_, since = call.guest(), new_id(), iso(self._now())
        await check_ban(self._database, guest)
        values = checked_values(call.body)
        await self._guests.remember(guest, clean_name(call.body.player))
        organised = select(MEMBERS.c.club_id).where(MEMBERS.c.guest == guest, MEMBERS.c.role == ORGANISER)
        secret = secrets.token_hex(32)
        link = hashed(invitation(secret, 0, FIRST))
        row = {**values, "id": id_, "secret": secret, "issue": FIRST, "link": link, "created": since}
        async with self._database.writing() as connection:
            if len(list(await connection.scalars(organised))) >= MOST_ORGANISED:
                raise ApiError(409, "many-organised", most=MOST_ORGANISED)
            await connection.execute(insert(CLUBS), row)
            await add_member(connection, id_, guest, "organiser", since)
            return await seen_by(connection, CLUBS.c.id == id_, guest)

    async def change_club(self, call: Call[wire.ClubWanted]) -> Club:
        """Change what a club says about itself."""
        guest, id_ = call.guest(), call.path("id")
        await check_ban(self._database, guest)
        values = checked_values(call.body)
        async with self._database.writing() as connection:
            await check_organiser(connection, id_, guest)
            await connection.execute(update(CLUBS).where(CLUBS.c.id == id_).values(values))
            return await seen_by(connection, CLUBS.c.id == id_, guest)

    async def club_page(self, call: Call[None]) -> ClubPage:
        """Return a club; only members see its tables, and that the client is here."""
        if call.who.guest:
            self._here.note(call.who.guest)
        return await self._page(call.path("id"), call.who)

    async def club_ranking(self, call: Call[None]) -> list[Ranked]:
        """Return the members of a club by the lower bound of their rating."""
        game = check_game(call.path("game"))
        async with self._database.reading() as connection:
            club = await visible_club(connection, call.path("id"), call.who.guest)
            members = select(MEMBERS.c.guest).where(MEMBERS.c.club_id == club.id)
            return await ranking_where(connection, game, RATINGS.c.player.in_(members))

    async def join_club(self, call: Call[wire.ClubJoined]) -> Club:
        """Join a club that anybody may join."""
        guest = call.guest()
        async with self._database.reading() as connection:
            club = await visible_club(connection, call.path("id"), guest)
        return await self.admit(club.id, guest, call.body.name)

    async def admit(self, club: str, guest: str, name: str | None) -> Club:
        """Let a guest join a club."""
        await check_ban(self._database, guest)
        await self._guests.remember(guest, clean_name(name))
        async with self._database.writing() as connection:
            await add_member(connection, club, guest, "member", iso(self._now()))
            return await seen_by(connection, CLUBS.c.id == club, guest)

    async def leave_club(self, call: Call[Nothing]) -> Nothing:
        """Leave a club; its last organiser hands it over first, or closes it."""
        guest, id_ = call.guest(), call.path("id")
        async with self._database.writing() as connection:
            if await role_of(connection, id_, guest) is None:
                raise ApiError(404, "unknown-club")
            await remove_member(connection, id_, guest)
        return Nothing()

    async def remove(self, call: Call[wire.MemberNamed]) -> ClubPage:
        """Remove a member."""
        async with self._database.writing() as connection:
            other = await self._member(connection, call, call.body.person)
            await remove_member(connection, call.path("id"), other)
        return await self._page(call.path("id"), call.who)

    async def change_role(self, call: Call[wire.RoleWanted]) -> ClubPage:
        """Make a member an organiser, or an organiser a member again."""
        async with self._database.writing() as connection:
            other = await self._member(connection, call, call.body.person)
            await set_role(connection, call.path("id"), other, call.body.role)
        return await self._page(call.path("id"), call.who)

    async def hand_over(self, call: Call[wire.MemberNamed]) -> ClubPage:
        """Make a member an organiser in the client's place."""
        async with self._database.writing() as connection:
            other = await self._member(connection, call, call.body.person)
            await set_role(connection, call.path("id"), other, "organiser")
            if other != call.who.guest:
                await set_role(connection, call.path("id"), call.guest(), "member")
        return await self._page(call.path("id"), call.who)

    async def close_club(self, call: Call[Nothing]) -> Nothing:
        """Close a club; running games go on."""
        async with self._database.writing() as connection:
            await check_organiser(connection, call.path("id"), call.guest())
            await remove_club(connection, call.path("id"))
        return Nothing()

    async def _member(self, connection: AsyncConnection, call: Call[Any], profile: str) -> str:
        """A member whom the client, an organiser, wants to do something with."""
        await check_organiser(connection, call.path("id"), call.guest())
        person = await person_of(connection, profile)
        if await role_of(connection, call.path("id"), person.guest) is None:
            raise ApiError(404, "unknown-member")
        return str(person.guest)

    async def _page(self, id_: str, who: Who) -> ClubPage:
        async with self._database.reading() as connection:
            club = await visible_club(connection, id_, who.guest)
            apart = await kept_apart(connection, who.guest) if who.guest else set()
            rows = await connection.execute(
                select(MEMBERS.c.role, GUESTS)
                .join(GUESTS, GUESTS.c.guest == MEMBERS.c.guest)
                .where(MEMBERS.c.club_id == id_)
                .order_by(MEMBERS.c.role.desc(), GUESTS.c.name, GUESTS.c.profile)
            )
            members = [
                wire.Member(
                    row.profile,
                    row.name,
                    row.role,
                    row.shown and row.guest not in apart and self._here.has(row.guest),
                    row.guest == who.guest,
                )
                for row in rows
            ]
        if club.role is None:
            return ClubPage(club, members, [], [], [])
        unfinished = await self._tables(id_, TABLES.c.over.is_(False), MOST_TABLES, who)
        finished = await self._tables(id_, TABLES.c.over, MOST_FINISHED, who)
        waiting = [table for table in unfinished if not table.started]
        return ClubPage(club, members, waiting, [table for table in unfinished if table.started], finished)

    async def _tables(self, id_: str, which: ColumnElement[bool], most: int, who: Who) -> list[Summary]:
        """Tables of a club that are not private, newest first."""
        found = await self._lists.listed((TABLES.c.club == id_) & TABLES.c.private.is_(False) & which, most)
        return [summary(one.header, one.seats, one.deadlines, who) for one in found]


async def seen_by(connection: AsyncConnection, which: ColumnElement[bool], guest: str | None) -> Club:
    """A club as a guest sees it; refused if it does not exist."""
    club = await club_where(connection, which, guest)
    if club is None:
        raise ApiError(404, "unknown-club")
    return club


async def visible_club(connection: AsyncConnection, id_: str, guest: str | None) -> Club:
    """A club whose page a guest may see: one of theirs, or one that is open."""
    club = await seen_by(connection, CLUBS.c.id == id_, guest)
    if club.role is None and not club.open:
        raise ApiError(403, "closed-club")
    return club


async def check_organiser(connection: AsyncConnection, id_: str, guest: str) -> None:
    """Refuse all but the organisers of a club."""
    await seen_by(connection, CLUBS.c.id == id_, guest)
    if await role_of(connection, id_, guest) != ORGANISER:
        raise ApiError(403, "organisers-only")


def checked_values(wanted: wire.ClubWanted) -> dict[str, object]:
    """The stored data of a requested club."""
    known = guanxi.game_names()
    if not {*wanted.games, *wanted.clocks} <= {*known}:
        raise ApiError(422, "unknown-game", games=", ".join(known))
    return {
        "name": clean_name(wanted.name, LONGEST_NAME),
        "description": clean_text(wanted.description),
        "language": wanted.language,
        "games": msgspec.json.encode([game for game in known if game in wanted.games]).decode(),
        "clocks": msgspec.json.encode(wanted.clocks).decode(),
        "open": wanted.open,
    }


def clean_text(text: str) -> str:
    """A text of several lines; refused if it is too long or has characters that cannot be printed."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    hidden = any(unicodedata.category(sign)[0] == "C" and sign not in "\n\u200d" for sign in text)
    if len(text) > LONGEST_TEXT or hidden:
        raise ApiError(422, "bad-description", most=LONGEST_TEXT)
    return text
