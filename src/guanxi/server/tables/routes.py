"""The routes of a table: its state and stream, moves and undo, and what is left of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response, StreamingResponse

from guanxi.engine.text import LANGUAGES
from guanxi.server.chat import chat
from guanxi.server.clocks.wire import PlanMade
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import MOVE, SEAT, TABLE, get, post
from guanxi.server.people.wire import MomentWanted
from guanxi.server.tables import continuing, downloads, moves, wire
from guanxi.server.tables.play import Play
from guanxi.server.tables.state import check_may_look, eyes, moments_shown, state, state_for
from guanxi.server.tables.updates import compressed_stream, look
from guanxi.server.tables.wire import State, Undo

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.people.wire import Line
    from guanxi.server.tables.updates import Shown


async def table(call: Call) -> State:
    """A table as it is now."""
    async with call.house.tables.opened(call.table_id) as opened:
        return state_for(opened, call.who, call.number("seat"))


async def stream(call: Call) -> Response:
    """The states of a table as they come."""
    asked = call.number("seat")
    async with call.house.tables.opened(call.table_id) as opened:
        eyes(opened, call.who, asked)

    class Watcher:
        """Looks and listens as who the asker is at that moment."""

        language = call.language

        async def look(self, before: Shown | None, seen: str) -> tuple[Shown, bytes]:
            async with call.house.tables.opened(call.table_id) as opened:
                return look(opened, call.who, asked, before, seen)

        async def listen(self, since: int) -> list[Line]:
            return (await chat.chat(call.house, call.table_id, call.who, since)).lines

    seen = call.request.headers.get("last-event-id", "")
    states = call.house.hub.stream(call.table_id, call.who, Watcher(), seen, call.house.settings.heartbeat)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if "gzip" in call.request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        states = compressed_stream(states)
    return StreamingResponse(states, media_type="text/event-stream", headers=headers)


async def log(call: Call) -> Response:
    """The document of a finished game, to keep."""
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        text = opened.table.log.to_json()
    headers = {"Content-Disposition": f'attachment; filename="{opened.header.game}-{opened.header.id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def replay(call: Call) -> State:
    """A moment of a finished game."""
    moves, seat = call.number("move") or 0, call.number("seat")
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        if moves > opened.table.moves:
            raise ApiError(422, "no-move", most=opened.table.moves)
        if seat is not None and seat >= len(opened.seats):
            raise ApiError(422, "no-seat", most=len(opened.seats) - 1)
        earlier = Play(opened.header, opened.seats, opened.standing[:moves])
        shown = state(earlier, seat, call.who)
        moments = moments_shown(earlier, seat, moves - 1)
        seed = opened.table.seed
    return msgspec.structs.replace(shown, legal=[], moments=moments, seed=seed, undo=Undo(False, False, None, moves))


def check_over(call: Call, opened: Play) -> None:
    """The whole of a game is shown only when it is over, and of a private one only to those who sit there."""
    check_may_look(opened, call.who)
    if not opened.table.over:
        raise ApiError(409, "not-over", state_for(opened, call.who))


async def transcript(call: Call) -> Response:
    """A finished game in sentences."""
    language = call.word("language") or call.language
    if language not in LANGUAGES:
        raise ApiError(422, "unknown-language", languages=", ".join(LANGUAGES))
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        name = f"{opened.header.game}-{opened.header.id}.txt"
        return download(downloads.transcript(opened, language), "text/plain", name)


async def statistics(call: Call) -> Response:
    """A finished game in numbers."""
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        name = f"{opened.header.game}-{opened.header.id}.csv"
        return download(downloads.statistics(opened), "text/csv", name)


def download(text: str, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


LANGUAGE = ("language", "en, fr or it; else as the browser says.")
ROUTES = (
    get(
        TABLE,
        table,
        State,
        "A table as a seat sees it, or as a spectator does.",
        (403, 404, 409, 422),
        query=(SEAT,),
    ),
    post(
        f"{TABLE}/moves",
        moves.make_move,
        wire.MoveMade,
        State,
        "Make a move.  The same id again gives the same answer; a stale length is a conflict.",
        (404, 409, 503),
    ),
    post(
        f"{TABLE}/undo",
        moves.ask_undo,
        wire.UndoAsked,
        State,
        "Take back one's last decisions, or ask the others whether one may.",
        (404, 409, 503),
    ),
    post(
        f"{TABLE}/undo/answer",
        moves.answer_undo,
        wire.UndoAnswered,
        State,
        "Agree to an undo, or refuse it.",
        (404, 409, 503),
    ),
    post(
        f"{TABLE}/plan",
        moves.make_plan,
        PlanMade,
        State,
        "Leave an answer for a question to come, or take it back.",
        (404, 409, 503),
    ),
    get(
        f"{TABLE}/stream",
        stream,
        None,
        "The table's state now, then what is new after every change, as Server-Sent Events.",
        (403, 404, 409, 422),
        query=(SEAT,),
        kind="text/event-stream",
    ),
    get(f"{TABLE}/log", log, None, "The log of a finished game, with its seed.", (403, 404, 409)),
    get(
        f"{TABLE}/replay",
        replay,
        State,
        "A finished game after some of its moves, seen by any seat.",
        (403, 404, 409, 422),
        query=(MOVE, ("seat", "Through whose eyes; none: a spectator's.")),
    ),
    post(
        f"{TABLE}/continue",
        continuing.continue_from,
        MomentWanted,
        wire.Created,
        "Go on from a moment of a finished game, against bots.",
        (404, 409),
        201,
    ),
    get(
        f"{TABLE}/transcript",
        transcript,
        None,
        "A finished game in sentences.",
        (403, 404, 409, 422),
        kind="text/plain",
        filters=(LANGUAGE,),
    ),
    get(
        f"{TABLE}/statistics",
        statistics,
        None,
        "A finished game in numbers, a line a seat.",
        (403, 404, 409),
        kind="text/csv",
    ),
)
