"""The routes about time: clocks, those who are gone, plans and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server import bodies_time as bodies
from guanxi.server import handlers_time as handlers
from guanxi.server import wire
from guanxi.server.way import TABLE, Way

if TYPE_CHECKING:
    from guanxi.server.way import Handler


def change(path: str, handler: Handler, body: type[wire.Body], about: str) -> Way:
    """A route by which a seat changes something of its table."""
    return Way(
        method="POST",
        path=f"{TABLE}/{path}",
        handler=handler,
        about=about,
        body=body,
        answer=wire.State,
        refusals=(404, 409, 503),
    )


TIME_WAYS = (
    Way(method="GET", path="/api/now", handler=handlers.now, about="What time the server has.", answer=bodies.Now),
    change("time", handlers.ask_time, bodies.TimeAsked, "Propose another time control; all people must agree."),
    change("time/answer", handlers.answer_time, bodies.TimeAnswered, "Agree to another time control, or refuse it."),
    change("absences", handlers.set_absences, bodies.AwayTimes, "Say when one is away: slow clocks stand then."),
    change("leave", handlers.leave, bodies.OfSeat, "Give up a seat: a bot takes it over, or it forfeits."),
    change("return", handlers.come_back, bodies.OfSeat, "Take one's seat back from a bot."),
    change("plan", handlers.make_plan, bodies.PlanMade, "Leave an answer for a question to come, or take it back."),
    Way(
        method="GET",
        path="/api/notices",
        handler=handlers.notices,
        about="How the asker is told that it is their turn.",
        answer=bodies.Notices,
    ),
    Way(
        method="POST",
        path="/api/notices",
        handler=handlers.add_channel,
        about="A new way to be told, or another hour for one there is.",
        body=bodies.ChannelWanted,
        answer=bodies.Notices,
        status=201,
    ),
    Way(
        method="POST",
        path="/api/notices/remove",
        handler=handlers.remove_channel,
        about="Not to be told by one of the ways any more.",
        body=bodies.ChannelLeft,
        answer=bodies.Notices,
    ),
    Way(
        method="GET",
        path="/api/letters/{token}",
        handler=handlers.letter,
        about="What the link in a letter is for; nothing changes yet.",
        kind="text/html",
        refusals=(404,),
    ),
    Way(
        method="POST",
        path="/api/letters/{token}",
        handler=handlers.obey_letter,
        about="Do what the link in a letter is for: confirm an address, or send nothing more to it.",
        kind="text/html",
        refusals=(404,),
    ),
)
