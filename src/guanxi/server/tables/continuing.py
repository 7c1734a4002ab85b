"""Continue from here: a new table against bots, from any moment of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.bots import bot_names
from guanxi.engine.log import MOST_ORIGINS
from guanxi.server.http.errors import ApiError
from guanxi.server.learning.lessons import STAND_IN
from guanxi.server.seats.seating import apply_appearance, new_header, remember
from guanxi.server.seats.seats import SeatRow, Who, clean_name, hashed, new_secret
from guanxi.server.tables.state import check_may_look, state_for
from guanxi.server.tables.wire import Created

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.people.wire import MomentWanted
    from guanxi.server.tables.play import Play


async def continue_from(call: Call) -> Created:
    """The asker sits down in a seat of the finished game, and bots in all others."""
    house, guest, who, table_id, wanted = call.house, call.guest(), call.who, call.table_id, call.body
    bot = wanted.bot or STAND_IN
    if bot not in bot_names():
        raise ApiError(422, "unknown-bot", bots=", ".join(bot_names()))
    name, token = clean_name(wanted.name), new_secret()
    async with house.tables.opened(table_id) as play:
        check_moment(play, who, wanted)
        header = new_header(house, play.table.game, play.header.options, False)
        header.origin = play.table.origin_at(wanted.move, wanted.seat if wanted.hidden == "redrawn" else None)
        header.parent, header.creator, header.private = table_id, guest, play.header.private
        count = len(play.seats)
    own = name or await house.store.guest_name(guest)
    rows = [SeatRow(seat, "bot", open=False, taken=True, bot=bot) for seat in range(count)]
    rows[wanted.seat] = SeatRow(wanted.seat, "person", False, True, own, guest=guest, token=hashed(token))
    await apply_appearance(house, rows[wanted.seat])
    await house.tables.create(header, rows)
    await remember(house, guest, name)
    async with house.tables.opened(header.id) as play:
        shown = state_for(play, Who(guest))
    house.changed(header.id)
    return Created(header.id, {}, {str(wanted.seat): token}, shown)


def check_moment(play: Play, who: Who, wanted: MomentWanted) -> None:
    """The game is over, the moment is before its end, and the seat is one of it."""
    check_may_look(play, who)
    if not play.table.over:
        raise ApiError(409, "not-over", state_for(play, who))
    if wanted.move >= play.table.moves:
        raise ApiError(422, "no-move", most=play.table.moves - 1)
    if wanted.seat >= len(play.seats):
        raise ApiError(422, "no-seat", most=len(play.seats) - 1)
    if play.header.origin and play.header.origin.depth >= MOST_ORIGINS:
        raise ApiError(422, "too-deep", most=MOST_ORIGINS)
