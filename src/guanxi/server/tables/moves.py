"""The doors by which a table changes: moves, undo and the answers to it.  People and bots use the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.server.clocks.absence import check_there, end_time
from guanxi.server.http.errors import ApiError, IllegalMoveError
from guanxi.server.learning.tutorials import check_step
from guanxi.server.tables.plans import leave_plan, plannable
from guanxi.server.tables.play import Question
from guanxi.server.tables.state import own_seat, state, state_since
from guanxi.server.tables.undo import is_free, must_agree, undo_to

if TYPE_CHECKING:
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State


async def make_move(call: Call) -> State:
    """A move: granted once for each id, refused if the log has grown since the client looked."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        if (seat, wanted.id) in play.clients:
            return state_since(play, seat, who, wanted.length)
        await end_time(house, play)
        check_ready(play, seat, who, wanted.length)
        check_step(play, seat, wanted.move, who)
        try:
            await house.tables.append(play, seat, wanted.id, lambda table: table.play(seat, wanted.move))
        except IllegalMove as wrong:
            raise IllegalMoveError(wrong, play.table.names, state_since(play, seat, who, wanted.length)) from None
        answer = state_since(play, seat, who, wanted.length)
    house.changed(table_id)
    return answer


async def make_plan(call: Call) -> State:
    """Leave an answer for a question to come, or take it back; nobody else is told."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        check_there(play, seat, who)
        if wanted.move is not None and wanted.move not in [offer.notation for offer in plannable(play, seat)]:
            raise ApiError(422, "not-plannable", state(play, seat, who))
        await leave_plan(house, play, seat, wanted.move)
        return state(play, seat, who)


async def ask_undo(call: Call) -> State:
    """Take back one's last decisions, at once if nobody has to agree; otherwise the others are asked."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        if (seat, wanted.id) in play.clients:
            return state_since(play, seat, who, wanted.length)
        await end_time(house, play)
        check_ready(play, seat, who, wanted.length)
        to = undo_to(play, seat)
        if to is None:
            raise ApiError(409, "no-undo", state(play, seat, who))
        if play.question and play.question.seat != seat:
            raise ApiError(409, "undo-asked", state(play, seat, who))
        waits_for = must_agree(play, seat, to)
        if waits_for:
            play.question = Question(seat, to, wanted.id, waits_for)
            house.sweeper.questions[table_id] = house.tables.now()
        else:
            await take_back(house, play, seat, wanted.id, to)
        answer = state_since(play, seat, who, wanted.length)
    house.changed(table_id)
    return answer


async def answer_undo(call: Call) -> State:
    """Agree to an undo, or refuse it; it happens when all have agreed."""
    house, table_id, who, wanted = call.house, call.table_id, call.who, call.body
    async with house.tables.opened(table_id) as play:
        seat = own_seat(play, who, wanted.seat)
        check_ready(play, seat, who, wanted.length)
        question = play.question
        if question is None or seat not in question.waits_for:
            raise ApiError(409, "no-question", state(play, seat, who))
        question.waits_for.discard(seat)
        if not wanted.agree:
            play.question = None
        elif not question.waits_for:
            forget_time(play)
            await take_back(house, play, question.seat, question.client, question.to)
        answer = state_since(play, seat, who, wanted.length)
    house.changed(table_id)
    return answer


async def take_back(house: House, play: Play, seat: int, client: str, to: int) -> None:
    """Write an undo into the log."""
    agreed = not is_free(play, seat, to)
    await house.tables.append(play, seat, client, lambda table: table.undo(table.moves - to), agreed=agreed)


def forget_time(play: Play) -> None:
    """Who must decide anew by consent gets the time for it anew."""
    for clock in play.clocks:
        clock.given = -1


def check_ready(play: Play, seat: int, who: Who, length: int) -> None:
    """The game has begun, the seat is still the client's to decide for, and the client has seen all of the log."""
    if not play.started:
        raise ApiError(409, "not-started", state(play, seat, who))
    check_there(play, seat, who)
    if not play.has_seen(seat, length):
        raise ApiError(409, "conflict", state_since(play, seat, who, length))
