"""Absences: players who leave, return, or enter in their calendar when they are away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.events import Returned
from guanxi.server.absences import wire
from guanxi.server.clocks.clocks import DAY, RETURNED, Live, merged, milliseconds, stop, whole
from guanxi.server.http.route import TABLE, post
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.departures import depart
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.tables.registry import Tables

MOST_AWAY = 30 * DAY  # in one game
FARTHEST = 366 * DAY


class Absences:
    """Handles players who leave and return."""

    def __init__(self, tables: Tables, now: Now) -> None:
        self._tables = tables
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        refusals = (404, 409, 503)
        return (
            post(
                f"{TABLE}/absences",
                self.set_absences,
                wire.AwayTimes,
                State,
                "Enter when you are away: slow clocks are paused then.",
                refusals,
            ),
            post(
                f"{TABLE}/leave",
                self.leave,
                wire.OfSeat,
                State,
                "Give up a seat: a bot takes it over, or it forfeits.",
                refusals,
            ),
            post(f"{TABLE}/return", self.come_back, wire.OfSeat, State, "Take your seat back from a bot.", refusals),
        )

    async def leave(self, call: Call[wire.OfSeat]) -> State:
        """Give up a seat; before the game begins it becomes free again."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.body.seat)
            row = play.seats[seat]
            if play.over:
                raise TableError(409, "over", state(play, seat, who))
            if not play.started:
                if not (row.open or row.link):
                    raise TableError(409, "not-started", state(play, seat, who))
                async with self._tables.changing(play):
                    row.taken, row.guest, row.token = False, None, None
            elif row.present:
                async with self._tables.changing(play) as at:
                    depart(play, seat, at)
            return state(play, seat if row.held_by(who) else None, who)

    async def come_back(self, call: Call[wire.OfSeat]) -> State:
        """Take a seat back from the bot."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.body.seat)
            row, clock = play.seats[seat], play.clocks[seat]
            if row.absent == "forfeit":
                raise TableError(409, "forfeited", state(play, seat, who))
            if row.absent:
                async with self._tables.changing(play) as at:
                    row.absent, row.came = None, True
                    play.report(Returned(seat))
                    stop(clock, play.header.time, at)
                    live = isinstance(play.header.time, Live)
                    clock.left = max(clock.left or 0, RETURNED) if live else whole(play.header.time)
            return state(play, seat, who)

    async def set_absences(self, call: Call[wire.AwayTimes]) -> State:
        """Replace a player's calendar from now on; past absences remain and count."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.body.seat)
            await self._tables.end_time(play)
            clock, at = play.clocks[seat], self._now()
            past = [(since, min(until, at)) for since, until in clock.absences]
            coming = [
                (max(milliseconds(away.since), at), min(milliseconds(away.until), at + FARTHEST))
                for away in call.body.absences
            ]
            absences = merged(past + coming)
            if sum(until - since for since, until in absences) > MOST_AWAY:
                raise TableError(422, "too-long-away", state(play, seat, who), most=MOST_AWAY // DAY)
            async with self._tables.changing(play) as at:
                stop(clock, play.header.time, at)
                clock.absences = absences
            return state(play, seat, who)
