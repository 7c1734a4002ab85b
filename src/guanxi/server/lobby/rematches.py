"""Rematches: proposed by one player, and begun when all the others have agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.server.http.route import TABLE, post
from guanxi.server.lobby import wire
from guanxi.server.people.bans import check_ban
from guanxi.server.people.blocks import check_company
from guanxi.server.seats.colours import colours
from guanxi.server.seats.seats import stand_in
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.checks import check_no_tournament
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.records import Rematch, new_header
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


class Rematches:
    """Handles proposals for a rematch.  Bots agree at once; nothing begins for a person who has not."""

    def __init__(self, database: Database, tables: Tables, now: Now) -> None:
        self._database = database
        self._tables = tables
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(
                f"{TABLE}/rematch",
                self.rematch,
                wire.RematchWanted,
                State,
                "Propose the same game again or agree to it; refuse it or withdraw it.",
                (404, 409, 503),
            ),
        )

    async def rematch(self, call: Call[wire.RematchWanted]) -> State:
        """Propose a rematch or answer a proposal; once everybody has agreed, all players get the same new table."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.body.seat)
            if not play.over:
                raise TableError(409, "not-over", state(play, seat, who))
            check_no_tournament(play, seat, who)
            if play.header.rematch is None and call.body.agree:
                guest = play.seats[seat].guest or ""
                await check_ban(self._database, guest)
                await check_company(self._database, guest, (other.guest for other in play.seats))
                await self._agree(play, seat)
            elif play.header.rematch is None:
                await self._refuse(play, seat, who)
            return state(play, seat, who)

    async def _agree(self, play: Play, seat: int) -> None:
        """Agree to the proposal, or make one."""
        asked = play.header.rematch_asked
        if asked is None or asked.refused is not None:
            asked = Rematch(seat)
        if seat not in (asked.seat, *asked.agreed):
            asked.agreed.append(seat)
        async with self._tables.changing(play):
            play.header.rematch_asked = asked
        if not play.partners(asked.seat) - set(asked.agreed):
            await self._begin(play, asked.seat)

    async def _refuse(self, play: Play, seat: int, who: Who) -> None:
        """Refuse the proposal; the seat that made it withdraws it."""
        asked = play.header.rematch_asked
        if asked is None or asked.refused is not None:
            raise TableError(409, "no-question", state(play, seat, who))
        async with self._tables.changing(play):
            if seat == asked.seat:
                play.header.rematch_asked = None
            else:
                asked.refused = seat

    async def _begin(self, play: Play, seat: int) -> None:
        """Create the table of the rematch."""
        old = play.header
        header = new_header(guanxi.game(old.game), old.options, old.open, self._now(), old.files)
        header.time, header.absent, header.patience = old.time, old.absent, old.patience
        header.private, header.language, header.club = old.private, old.language, old.club
        header.delay = old.delay
        header.creator = play.seats[seat].guest
        async with self._tables.created(header, rotated(play.seats), rematch_of=old.id):
            old.rematch = header.id
            old.version += 1
            play.publish()


def rotated(seats: list[SeatRow]) -> list[SeatRow]:
    """Everybody moves on by one seat and keeps their colour; cookies and tokens stay valid, a tutor plays as a bot."""
    looks = zip(*colours(seats), strict=True)
    dressed = [
        msgspec.structs.replace(row, colour=colour, pattern=pattern)
        for row, (colour, pattern) in zip(seats, looks, strict=True)
    ]
    fresh = {"link": None, "absent": None, "plan": None}
    return [
        msgspec.structs.replace(row, seat=seat, bot=row.bot and stand_in(row.bot), **fresh)
        for seat, row in enumerate(dressed[1:] + dressed[:1])
    ]
