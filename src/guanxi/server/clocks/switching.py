"""Another time control for a table, by consent of all people at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.clocks.absence import change_control, check_there, end_time
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.store import Proposal
from guanxi.server.tables.state import own_seat, state
from guanxi.server.tables.undo import others_to_ask

if TYPE_CHECKING:
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State


async def ask_time(call: Call) -> State:
    """Propose another time control; with nobody else to ask, it applies at once."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = await who_decides(house, play, who, wanted.seat)
        if play.header.proposal and play.header.proposal.seat != seat:
            raise ApiError(409, "time-asked", state(play, seat, who))
        async with house.tables.changing(play) as at:
            play.header.proposal = Proposal(seat, wanted.control, [])
            if not others_to_ask(play, seat):
                change_control(play, at)
        answer = state(play, seat, who)
    house.changed(table_id)
    return answer


async def answer_time(call: Call) -> State:
    """Agree to the control that is named, or refuse it; who has asked may take it back."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = await who_decides(house, play, who, wanted.seat)
        proposal = play.header.proposal
        if proposal is None or proposal.control != wanted.control or (seat == proposal.seat and wanted.agree):
            raise ApiError(409, "no-question", state(play, seat, who))
        async with house.tables.changing(play) as at:
            proposal.agreed.append(seat)
            if not wanted.agree:
                play.header.proposal = None
            elif not others_to_ask(play, proposal.seat) - set(proposal.agreed):
                change_control(play, at)
        answer = state(play, seat, who)
    house.changed(table_id)
    return answer


async def who_decides(house: House, play: Play, who: Who, wanted: int) -> int:
    """The asker's seat at a table that is being played."""
    seat = own_seat(play, who, wanted)
    await end_time(house, play)
    check_there(play, seat, who)
    if play.table.over:
        raise ApiError(409, "over", state(play, seat, who))
    return seat
