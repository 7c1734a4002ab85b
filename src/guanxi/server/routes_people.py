"""The routes about people: who they are, whom they meet, and what they say to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.server import handlers_people as handlers
from guanxi.server import wire
from guanxi.server import wire_people as people
from guanxi.server.way import TABLE, Way

if TYPE_CHECKING:
    from guanxi.server.way import Handler

WORDS = ("language", "en, fr or it; else as the browser says.")


def post(
    path: str,
    handler: Handler,
    body: type[wire.Body],
    answer: Any,
    about: str,
    refusals: tuple[int, ...] = (),
    status: int = 200,
) -> Way:
    """A route that changes something."""
    return Way(
        method="POST",
        path=path,
        handler=handler,
        about=about,
        body=body,
        answer=answer,
        status=status,
        refusals=refusals,
    )


def get(path: str, handler: Handler, answer: Any, about: str, refusals: tuple[int, ...] = (), **more: Any) -> Way:
    """A route that shows something."""
    return Way(method="GET", path=path, handler=handler, about=about, answer=answer, refusals=refusals, **more)


ME_WAYS = (
    post("/api/me", handlers.wish, people.Wishes, wire.Me, "Change one's name, colour or pattern."),
    post(
        "/api/me/link",
        handlers.device_link,
        wire.Nothing,
        people.DeviceLink,
        "A link that makes another browser the same person, once and within ten minutes.",
    ),
    post("/api/device/look", handlers.look_at_device_link, people.TokenShown, people.Known, "Whom is it from?", (404,)),
    post(
        "/api/device",
        handlers.use_device_link,
        people.DeviceUsed,
        wire.Me,
        "Become the same person as the browser that a link is from.",
        (404,),
    ),
    post(
        "/api/account",
        handlers.make_account,
        people.AccountWanted,
        wire.Me,
        "A name and a password to come back with; all one has stays one's own.",
        (409,),
        201,
    ),
    post("/api/account/enter", handlers.enter, people.AccountEntered, wire.Me, "Log in."),
    post("/api/account/leave", handlers.log_out, people.AccountLeft, wire.Me, "Log out, here or everywhere.", (409,)),
    post(
        "/api/account/password",
        handlers.change_password,
        people.PasswordChanged,
        wire.Me,
        "Change the password; all other browsers are logged out.",
        (409,),
    ),
    get("/api/people/{person}", handlers.profile, people.Profile, "Somebody's ratings and results.", (404,)),
    get("/api/ratings/{game}", handlers.ranking, list[people.Ranked], "The best at a game, people and bots.", (404,)),
)

TABLE_WAYS = (
    post(
        "/api/match",
        handlers.match,
        people.MatchWanted,
        people.Matched,
        "Sit down at the open table that fits best, or open one.",
        (404, 409),
        201,
    ),
    get(
        f"{TABLE}/links",
        handlers.links,
        list[people.SeatLink],
        "The links to the free seats of a table one has made.",
        (403, 404, 409),
    ),
    post(
        f"{TABLE}/links",
        handlers.new_link,
        people.LinkWanted,
        people.SeatLink,
        "A new link to a free seat of a table one has made; the old one leads nowhere.",
        (404, 409, 503),
    ),
    post(
        f"{TABLE}/close",
        handlers.close,
        wire.Nothing,
        wire.Nothing,
        "Close a table one has made, before the game begins; it is gone for everybody.",
        (404, 409, 503),
    ),
    get(
        f"{TABLE}/chat",
        handlers.read_chat,
        people.Chat,
        "What was said at a table.",
        (403, 404, 409, 422),
        query=(("since", "After which line."),),
    ),
    post(f"{TABLE}/chat", handlers.say, people.Said, people.Line, "Say something.", (404, 409)),
    post(f"{TABLE}/chat/mute", handlers.mute, people.Muted, people.Chat, "Hear no more of somebody.", (404, 409)),
    post(f"{TABLE}/chat/report", handlers.report, people.Reported, wire.Nothing, "Report a line.", (404, 409)),
    post(
        f"{TABLE}/continue",
        handlers.continue_from,
        people.MomentWanted,
        wire.Created,
        "Go on from a moment of a finished game, against bots.",
        (404, 409),
        201,
    ),
    get(
        f"{TABLE}/transcript",
        handlers.transcript,
        None,
        "A finished game in sentences.",
        (403, 404, 409, 422),
        kind="text/plain",
        filters=(WORDS,),
    ),
    get(
        f"{TABLE}/statistics",
        handlers.statistics,
        None,
        "A finished game in numbers, a line a seat.",
        (403, 404, 409),
        kind="text/csv",
    ),
)

PEOPLE_WAYS = ME_WAYS + TABLE_WAYS
