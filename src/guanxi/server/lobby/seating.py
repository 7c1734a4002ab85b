"""Seating: players take open seats or follow invitations; creators renew invitations and close tables."""

from __future__ import annotations

from contextlib import asynccontextmanager
from secrets import randbelow
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who, hashed, new_secret
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.lobby import wire
from guanxi.server.lobby.invitations import invitation
from guanxi.server.lobby.new_tables import check_bot
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import check_company
from guanxi.server.people.membership import check_member
from guanxi.server.people.names import clean_name
from guanxi.server.storage.schema import SEATS
from guanxi.server.tables.access import check_seat, created_by
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.state import state, state_for, summary
from guanxi.server.tables.wire import State, Summary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from guanxi.server.http.call import Call
    from guanxi.server.http.links import Links
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


class Seating:
    """Handles seats before the game begins."""

    def __init__(self, database: Database, tables: Tables, guests: Guests, links: Links) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._links = links

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(f"{TABLE}/seats", self.take_seat, wire.SeatTaken, State, "Take an open seat.", (404, 409)),
            post("/api/join", self.join, wire.LinkUsed, wire.Joined, "Take the seat of an invitation.", (404, 409)),
            post(
                "/api/join/look",
                self.look_at_link,
                wire.LinkShown,
                Summary,
                "The table that an invitation leads to.",
                (404, 409),
            ),
            get(
                f"{TABLE}/links",
                self.links,
                list[wire.SeatLink],
                "The invitations to the free seats of a table you have created.",
                (403, 404, 409),
            ),
            post(
                f"{TABLE}/links",
                self.new_link,
                wire.LinkWanted,
                wire.SeatLink,
                "A new invitation to a free seat of a table you have created; the old one stops working.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/bots",
                self.seat_bot,
                wire.BotWanted,
                State,
                "Seat a bot in a free seat of a table you have created, or take it away, before the game begins.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/close",
                self.close,
                Nothing,
                Nothing,
                "Close a table you have created, before the game begins; it is gone for everybody.",
                (404, 409, 503),
            ),
        )

    async def take_seat(self, call: Call[wire.SeatTaken]) -> State:
        """Take an open seat."""
        return await self.take(call.guest(), call.table_id, call.body)

    async def take(self, guest: str, table_id: str, wanted: wire.SeatTaken) -> State:
        """Put a guest into an open seat; does nothing if they have it already."""
        who = Who(guest)
        async with self._tables.opened(table_id) as play:
            check_seat(play, wanted.seat)
            seat = play.seats[wanted.seat]
            if not (seat.taken and seat.held_by(who)):
                if seat.taken or not seat.open:
                    raise TableError(409, "seat-taken", state_for(play, who))
                await check_member(self._database, play.header.club, guest)
                await self._sit_down(play, seat, guest, clean_name(wanted.name), new_secret())
            return state(play, wanted.seat, who)

    async def take_kept(self, guest: str, table_id: str, number: int, name: str | None) -> State:
        """Put a guest into the seat that a challenge keeps for them."""
        who = Who(guest)
        async with self._tables.opened(table_id) as play:
            seat = play.seats[number]
            if seat.taken:
                raise TableError(409, "seat-taken", state_for(play, who))
            await self._sit_down(play, seat, guest, clean_name(name), new_secret())
            return state(play, number, who)

    async def join(self, call: Call[wire.LinkUsed]) -> wire.Joined:
        """Take the seat of an invitation.  It works for one guest only: its sender cannot use it later."""
        guest, token = call.guest(), new_secret()
        who = Who(guest)
        async with self._invited(who, call.body.token) as (play, seat):
            await self._sit_down(play, seat, guest, clean_name(call.body.name), token)
            shown = state(play, seat.seat, who)
        return wire.Joined(shown.table, seat.seat, token, shown)

    async def look_at_link(self, call: Call[wire.LinkShown]) -> Summary:
        """Return the table of an invitation, even if it is private."""
        async with self._invited(call.who, call.body.token) as (play, _):
            return summary(play.header, play.seats, [clock.deadline for clock in play.clocks], call.who)

    async def links(self, call: Call[None]) -> list[wire.SeatLink]:
        """Return the invitations to all free seats of a table that the client has created."""
        async with self._tables.opened(call.table_id) as play:
            check_creator(play, call.who)
            return [self._seat_link(play, seat.seat, call.address) for seat in play.seats if not seat.taken]

    async def new_link(self, call: Call[wire.LinkWanted]) -> wire.SeatLink:
        """Renew the invitation to a free seat; the old one stops working."""
        seat = call.body.seat
        async with self._tables.opened(call.table_id) as play:
            check_creator(play, call.who)
            check_seat(play, seat)
            row = play.seats[seat]
            if row.taken:
                raise TableError(409, "seat-taken", state(play, None, call.who))
            async with self._tables.changing(play):
                row.issue += 1
                row.link = hashed(invitation(play.header.seed, seat, row.issue))
            return self._seat_link(play, seat, call.address)

    async def seat_bot(self, call: Call[wire.BotWanted]) -> State:
        """Seat a bot in a free seat, replace it by another, or free its seat again; the last seat begins the game."""
        wanted = call.body
        if wanted.bot is not None:
            check_bot(wanted.bot)
        async with self._tables.opened(call.table_id) as play:
            check_creator(play, call.who)
            check_seat(play, wanted.seat)
            row = play.seats[wanted.seat]
            if play.started:
                raise TableError(409, "started", state_for(play, call.who))
            if row.taken and row.kind == "person":
                raise TableError(409, "seat-taken", state_for(play, call.who))
            if wanted.bot and not any(other.kind == "person" for other in play.seats if other is not row):
                raise TableError(409, "bots-only", state_for(play, call.who))
            async with self._tables.changing(play):
                play.put_seat(with_bot(play, wanted) if wanted.bot else free_seat(play, row))
            return state_for(play, call.who)

    async def close(self, call: Call[Nothing]) -> Nothing:
        """Close a table at which no game has begun; players who wait there are told."""
        async with self._tables.opened(call.table_id) as play:
            check_creator(play, call.who)
            if play.started:
                raise TableError(409, "started", state_for(play, call.who))
            async with self._tables.changing(play):
                play.header.closed = True
        return Nothing()

    @asynccontextmanager
    async def _invited(self, who: Who, token: str) -> AsyncIterator[tuple[Play, SeatRow]]:
        """The table and the seat that an invitation leads to, unless somebody else has taken it."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.link == hashed(token))
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).first()
        if found is None:
            raise ApiError(404, "unknown-link")
        async with self._tables.opened(found.table_id) as play:
            seat = play.seats[found.seat]
            if seat.taken and not seat.held_by(who):
                raise TableError(409, "seat-taken", state_for(play, who))
            yield play, seat

    async def _sit_down(self, play: Play, seat: SeatRow, guest: str, name: str | None, token: str) -> None:
        """Give a seat to a guest, who may have no other seat at the table."""
        if any(other.guest == guest and other.seat != seat.seat for other in play.seats):
            raise TableError(409, "already-seated", state_for(play, Who(guest)))
        await check_ban(self._database, guest)
        await check_company(self._database, guest, (other.guest for other in play.seats))
        known = name or seat.name or await self._guests.name(guest)
        taken = msgspec.structs.replace(seat, taken=True, guest=guest, token=hashed(token), name=known)
        await self._guests.set_appearance(taken)
        async with self._tables.changing(play):
            play.put_seat(taken)
        await self._guests.remember(guest, name)

    def _seat_link(self, play: Play, seat: int, address: str) -> wire.SeatLink:
        """The invitation to a free seat, if it is known."""
        row = play.seats[seat]
        token = invitation(play.header.seed, seat, row.issue)
        if row.link != hashed(token):
            return wire.SeatLink(seat, row.name, None)
        link = self._links.to(f"/join/{token}", address)
        return wire.SeatLink(seat, row.name, f"/join/{token}", link.url, link.qr, link.local)


def with_bot(play: Play, wanted: wire.BotWanted) -> SeatRow:
    """A seat with a bot; if no character was chosen, the next after those of the other bots plays it."""
    row, character = play.seats[wanted.seat], wanted.character
    if character is None:
        others = [one.character for one in play.seats if one is not row and one.character is not None]
        character = max(others, default=randbelow(1000)) + 1
    return msgspec.structs.replace(row, kind="bot", taken=True, name=None, bot=wanted.bot, character=character)


def free_seat(play: Play, row: SeatRow) -> SeatRow:
    """A seat for a person: open if it was, and else with an invitation."""
    link = row.link if row.open else row.link or hashed(invitation(play.header.seed, row.seat, row.issue))
    return msgspec.structs.replace(row, kind="person", taken=False, bot=None, character=None, link=link)


def check_creator(play: Play, who: Who) -> None:
    """Refuse clients who have not created the table."""
    if not created_by(play, who):
        raise ApiError(403, "not-your-table")
