"""Changes of the time control, by consent of all people at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.absences import wire
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.checks import check_no_tournament, check_present
from guanxi.server.tables.departures import apply_proposal
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.records import Proposal
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


class TimeControls:
    """Handles proposals for another time control."""

    def __init__(self, tables: Tables, now: Now) -> None:
        self._tables = tables
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        refusals = (404, 409, 503)
        return (
            get("/api/now", self.now, wire.Now, "The server's time."),
            post(
                f"{TABLE}/time",
                self.ask_time,
                wire.TimeAsked,
                State,
                "Propose another time control; all people must agree.",
                refusals,
            ),
            post(
                f"{TABLE}/time/answer",
                self.answer_time,
                wire.TimeAnswered,
                State,
                "Accept or refuse another time control.",
                refusals,
            ),
        )

    async def now(self, _call: Call[None]) -> wire.Now:
        """Return the server's time."""
        return wire.Now(iso(self._now()))

    async def ask_time(self, call: Call[wire.TimeAsked]) -> State:
        """Propose another time control; if there is nobody to ask, it applies at once."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = await self._deciding_seat(play, who, call.body.seat)
            check_no_tournament(play, seat, who)
            if play.header.proposal and play.header.proposal.seat != seat:
                raise TableError(409, "time-asked", state(play, seat, who))
            async with self._tables.changing(play) as at:
                play.header.proposal = Proposal(seat, call.body.control, [])
                if not play.others(seat):
                    apply_proposal(play, at)
            return state(play, seat, who)

    async def answer_time(self, call: Call[wire.TimeAnswered]) -> State:
        """Agree to the proposed time control, or refuse it; the seat that proposed it may withdraw it."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = await self._deciding_seat(play, who, wanted.seat)
            proposal = play.header.proposal
            if proposal is None or proposal.control != wanted.control or (seat == proposal.seat and wanted.agree):
                raise TableError(409, "no-question", state(play, seat, who))
            async with self._tables.changing(play) as at:
                proposal.agreed.append(seat)
                if not wanted.agree:
                    play.header.proposal = None
                elif not play.others(proposal.seat) - set(proposal.agreed):
                    apply_proposal(play, at)
            return state(play, seat, who)

    async def _deciding_seat(self, play: Play, who: Who, wanted: int) -> int:
        """The client's seat at a table that is being played."""
        seat = own_seat(play, who, wanted)
        await self._tables.end_time(play)
        check_present(play, seat, who)
        if play.over:
            raise TableError(409, "over", state(play, seat, who))
        return seat
