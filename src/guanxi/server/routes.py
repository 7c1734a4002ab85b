"""Every route of the API in one table: from it come the application and its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.server import handlers, wire

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from guanxi.server.call import Call

    Handler = Callable[[Call], Awaitable[Any]]

SEAT = ("seat", "Through whose eyes: one of the asker's own seats.")
MOVE = ("move", "How many of the standing moves have been made.")


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One route: what is asked, by whom it is handled, and what can come back."""

    method: str
    path: str
    handler: Handler
    about: str
    answer: Any = None  # the type of the answer; None: a document of its own kind
    kind: str = "application/json"
    status: int = 200
    body: type[wire.Body] | None = None
    query: tuple[tuple[str, str], ...] = ()
    refusals: tuple[int, ...] = ()


TABLE = "/api/tables/{id}"
WAYS = (
    Way(method="GET", path="/api", handler=handlers.document, about="This document."),
    Way(method="GET", path="/api/health", handler=handlers.health, about="Is the server there?", answer=wire.Health),
    Way(method="GET", path="/api/me", handler=handlers.me, about="Who the asker is.", answer=wire.Me),
    Way(
        method="GET",
        path="/api/games",
        handler=handlers.games,
        about="The games, with their options and bots.",
        answer=list[wire.GameCard],
    ),
    Way(
        method="GET",
        path="/api/texts/{language}",
        handler=handlers.texts,
        about="Every word a player reads, in a language.",
        answer=wire.Texts,
        refusals=(404,),
    ),
    Way(
        method="POST",
        path="/api/tables",
        handler=handlers.create_table,
        about="Make a table.",
        body=wire.TableWanted,
        answer=wire.Created,
        status=201,
    ),
    Way(
        method="GET",
        path="/api/tables",
        handler=handlers.tables,
        about="The asker's tables, those with a free seat, and those that can be watched.",
        answer=wire.Lists,
    ),
    Way(
        method="GET",
        path=TABLE,
        handler=handlers.table,
        about="A table as a seat sees it, or as a spectator does.",
        query=(SEAT,),
        answer=wire.State,
        refusals=(403, 404, 409, 422),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/seats",
        handler=handlers.take_seat,
        about="Take a seat that anybody may take.",
        body=wire.SeatTaken,
        answer=wire.State,
        refusals=(404, 409),
    ),
    Way(
        method="POST",
        path="/api/join",
        handler=handlers.join,
        about="Take the seat that a link leads to.",
        body=wire.LinkUsed,
        answer=wire.Joined,
        refusals=(404, 409),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/moves",
        handler=handlers.make_move,
        about="Make a move.  The same id again gives the same answer; a stale length is a conflict.",
        body=wire.MoveMade,
        answer=wire.State,
        refusals=(404, 409, 503),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/undo",
        handler=handlers.ask_undo,
        about="Take back one's last decisions, or ask the others whether one may.",
        body=wire.UndoAsked,
        answer=wire.State,
        refusals=(404, 409, 503),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/undo/answer",
        handler=handlers.answer_undo,
        about="Agree to an undo, or refuse it.",
        body=wire.UndoAnswered,
        answer=wire.State,
        refusals=(404, 409, 503),
    ),
    Way(
        method="GET",
        path=f"{TABLE}/stream",
        handler=handlers.stream,
        about="The table's state now and after every change, as Server-Sent Events.",
        query=(SEAT,),
        kind="text/event-stream",
        refusals=(403, 404, 409, 422),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/rematch",
        handler=handlers.rematch,
        about="The same again, with the seats moved on by one.",
        body=wire.Nothing,
        answer=wire.Created,
        status=201,
        refusals=(404, 409),
    ),
    Way(
        method="GET",
        path=f"{TABLE}/log",
        handler=handlers.log,
        about="The log of a finished game, with its seed.",
        refusals=(404, 409),
    ),
    Way(
        method="GET",
        path=f"{TABLE}/replay",
        handler=handlers.replay,
        about="A finished game after some of its moves, seen by any seat.",
        query=(MOVE, ("seat", "Through whose eyes; none: a spectator's.")),
        answer=wire.State,
        refusals=(404, 409, 422),
    ),
)
