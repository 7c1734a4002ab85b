"""The routes about time: clocks, absences, and players who leave and return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.clocks import absence, switching, wire
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.route import TABLE, Route, get, post
from guanxi.server.http.wire import Body
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Handler


async def now(call: Call) -> wire.Now:
    """The server's time."""
    return wire.Now(iso(call.house.tables.now()))


def change(path: str, handler: Handler, body: type[Body], about: str) -> Route:
    """A route by which a seat changes something of its table."""
    return post(f"{TABLE}/{path}", handler, body, State, about, (404, 409, 503))


ROUTES = (
    get("/api/now", now, wire.Now, "The server's time."),
    change("time", switching.ask_time, wire.TimeAsked, "Propose another time control; all people must agree."),
    change("time/answer", switching.answer_time, wire.TimeAnswered, "Accept or refuse another time control."),
    change("absences", absence.set_absences, wire.AwayTimes, "Say when one is away: slow clocks stop then."),
    change("leave", absence.leave, wire.OfSeat, "Give up a seat: a bot takes it over, or it forfeits."),
    change("return", absence.come_back, wire.OfSeat, "Take one's seat back from a bot."),
)
