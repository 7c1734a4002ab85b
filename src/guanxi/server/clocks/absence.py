"""Those who are gone: their time is out or they have left, and a bot or nobody plays for them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from guanxi.engine.events import Left, Returned
from guanxi.server.clocks.clocks import DAY, RETURNED, SECOND, Live, joined, moment, set_clocks, stop, whole
from guanxi.server.http.errors import ApiError
from guanxi.server.tables.state import own_seat, state
from guanxi.server.tables.undo import others_to_ask

if TYPE_CHECKING:
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State

LOG = logging.getLogger("guanxi.server")
MOST_AWAY = 30 * DAY  # in one game
FARTHEST = 366 * DAY


class Sweeper:
    """Looks for clocks that have run out, also while the server was not there, and for questions nobody answers."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lost: set[str] = set()  # tables that cannot be opened
        self.questions: dict[str, int] = {}  # since when a table talks about an undo

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.sweep()
            except Exception:
                LOG.exception("clocks cannot be looked at; the next look comes soon")
            await asyncio.sleep(self._house.settings.sweep)

    async def sweep(self) -> None:
        """Look once."""
        at = self._house.tables.now()
        late = await self._house.store.tables_out_of_time(at)
        self._lost.intersection_update(late)
        for table_id in late:
            if table_id not in self._lost:
                await self._end_time(table_id)
        patience = round(self._house.settings.question_patience * SECOND)
        for table_id, since in list(self.questions.items()):
            if since + patience <= at:
                del self.questions[table_id]
                await self._end_question(table_id)

    async def _end_time(self, table_id: str) -> None:
        try:
            async with self._house.tables.opened(table_id) as play:
                await end_time(self._house, play)
        except ApiError as wrong:
            if wrong.status != 503:
                self._lost.add(table_id)
            LOG.error("table %s: its clocks cannot be looked at: %s", table_id, wrong.error)

    async def _end_question(self, table_id: str) -> None:
        """A bot that is to move waits no longer."""
        async with self._house.tables.opened(table_id) as play:
            if play.question and any(not play.seats[seat].present for seat in play.to_move):
                play.question = None
        self._house.changed(table_id)


async def end_time(house: House, play: Play) -> None:
    """If the time of seats is out, they are taken over, or forfeit, as the table's policy says."""
    late = [clock.seat for clock in play.clocks if clock.out(house.tables.now())]
    if late:
        async with house.tables.changing(play) as at:
            for seat in late:
                depart(play, seat, at)
        house.changed(play.header.id)


def depart(play: Play, seat: int, at: int) -> None:
    """A seat's owner is gone from now on; what waits for their consent waits no longer."""
    row, proposal = play.seats[seat], play.header.proposal
    stop(play.clocks[seat], play.header.time, at)
    row.absent, row.plan = play.header.absent, None
    play.report(Left(seat, play.header.absent))
    if play.question and (play.question.seat == seat or seat in play.question.waits_for):
        play.question = None
    if proposal and proposal.seat == seat:
        play.header.proposal = None
    elif proposal and not others_to_ask(play, proposal.seat) - set(proposal.agreed):
        change_control(play, at)


def change_control(play: Play, at: int) -> None:
    """The proposed time control applies, with fresh clocks."""
    assert play.header.proposal
    for clock in play.clocks:
        stop(clock, play.header.time, at)
    play.header.time, play.header.proposal = play.header.proposal.control, None
    set_clocks(play.clocks, play.header.time)


async def leave(call: Call) -> State:
    """A player gives up a seat; before the game it is free again."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        row = play.seats[seat]
        if play.table.over:
            raise ApiError(409, "over", state(play, seat, who))
        if not play.started:
            if not (row.open or row.link):
                raise ApiError(409, "not-started", state(play, seat, who))
            async with house.tables.changing(play):
                row.taken, row.guest, row.token = False, None, None
        elif row.present:
            async with house.tables.changing(play) as at:
                depart(play, seat, at)
        answer = state(play, seat if who.holds(row) else None, who)
    house.changed(table_id)
    return answer


async def come_back(call: Call) -> State:
    """A player takes their seat back from the bot."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        row, clock = play.seats[seat], play.clocks[seat]
        if row.absent == "forfeit":
            raise ApiError(409, "forfeited", state(play, seat, who))
        if row.absent:
            async with house.tables.changing(play) as at:
                row.absent = None
                play.report(Returned(seat))
                stop(clock, play.header.time, at)
                if isinstance(play.header.time, Live):
                    clock.left = max(clock.left or 0, RETURNED)
                else:
                    clock.left = whole(play.header.time)
        answer = state(play, seat, who)
    house.changed(table_id)
    return answer


async def set_absences(call: Call) -> State:
    """A player's calendar from now on; what is past stays, and counts."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        await end_time(house, play)
        clock, at = play.clocks[seat], house.tables.now()
        past = [(since, min(until, at)) for since, until in clock.absences]
        coming = [(max(moment(away.since), at), min(moment(away.until), at + FARTHEST)) for away in wanted.absences]
        absences = joined(past + coming)
        if sum(until - since for since, until in absences) > MOST_AWAY:
            raise ApiError(422, "too-long-away", state(play, seat, who), most=MOST_AWAY // DAY)
        async with house.tables.changing(play) as at:
            stop(clock, play.header.time, at)
            clock.absences = absences
        answer = state(play, seat, who)
    house.changed(table_id)
    return answer


def check_there(play: Play, seat: int, who: Who) -> None:
    """Who decides must still have the seat."""
    if play.seats[seat].absent == "forfeit":
        raise ApiError(409, "forfeited", state(play, seat, who))
    if play.seats[seat].absent:
        raise ApiError(409, "stood-in", state(play, seat, who))
