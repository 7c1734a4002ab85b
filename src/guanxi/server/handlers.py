"""What each route does: from a call to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response, StreamingResponse

from guanxi.server import chat, lobby, people, play, seating, shelf
from guanxi.server.errors import Refused
from guanxi.server.live import Play
from guanxi.server.state import check_may_look, eyes, moments_shown, state, state_for, summary
from guanxi.server.updates import compressed_stream, look
from guanxi.server.wire import Created, GameCard, Health, Joined, Lists, Me, State, Summary, Texts, Undo

if TYPE_CHECKING:
    from guanxi.server.call import Call
    from guanxi.server.updates import Shown
    from guanxi.server.wire_people import Line

MOST_LISTED = 30


async def document(call: Call) -> Response:
    """The OpenAPI document."""
    return Response(call.request.app.state.document, media_type="application/json")


async def health(_call: Call) -> Health:
    """The server is there."""
    return Health(True)


async def me(call: Call) -> Me:
    """Who the asker is; a browser gets its cookie."""
    return await people.me(call.house, call.guest(), call.language)


async def games(_call: Call) -> list[GameCard]:
    """The games on the shelf."""
    return shelf.game_cards()


async def texts(call: Call) -> Texts:
    """The words of a language."""
    return shelf.texts(call.request.path_params["language"])


async def create_table(call: Call) -> Created:
    """A new table."""
    return await seating.create_table(call.house, call.guest(), call.body)


async def tables(call: Call) -> Lists:
    """The tables to go on with, to join and to watch."""
    store, who = call.house.store, call.who
    filters = lobby.read_filters(*(call.word(name) for name in ("game", "language", "pace", "time")))
    return Lists(
        mine=await summaries(call, await store.tables_of(who, MOST_LISTED)),
        open=await summaries(call, await store.open_tables(MOST_LISTED, filters)),
        running=await summaries(call, await store.watched_tables(MOST_LISTED, filters)),
    )


async def summaries(call: Call, table_ids: list[str]) -> list[Summary]:
    """Tables for a list; one that cannot be opened is left out."""
    found = []
    for table_id in table_ids:
        try:
            async with call.house.tables.opened(table_id) as opened:
                found.append(summary(opened, call.who))
        except Refused:
            continue
    return found


async def table(call: Call) -> State:
    """A table as it is now."""
    async with call.house.tables.opened(call.table_id) as opened:
        return state_for(opened, call.who, call.number("seat"))


async def take_seat(call: Call) -> State:
    """An open seat is taken."""
    return await seating.take_seat(call.house, call.guest(), call.table_id, call.body)


async def join(call: Call) -> Joined:
    """A link is used."""
    return await seating.join(call.house, call.guest(), call.body)


async def look_at_link(call: Call) -> Summary:
    """Where a link leads."""
    return await seating.look_at_link(call.house, call.who, call.body.token)


async def make_move(call: Call) -> State:
    """A move is made."""
    return await play.make_move(call.house, call.table_id, call.who, call.body)


async def ask_undo(call: Call) -> State:
    """Somebody wants a decision back."""
    return await play.ask_undo(call.house, call.table_id, call.who, call.body)


async def answer_undo(call: Call) -> State:
    """Somebody else agrees, or not."""
    return await play.answer_undo(call.house, call.table_id, call.who, call.body)


async def rematch(call: Call) -> Created:
    """The same again."""
    return await seating.rematch(call.house, call.who, call.table_id)


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
            raise Refused(422, "no-move", most=opened.table.moves)
        if seat is not None and seat >= len(opened.seats):
            raise Refused(422, "no-seat", most=len(opened.seats) - 1)
        earlier = Play(opened.header, opened.seats, opened.standing[:moves])
        shown = state(earlier, seat, call.who)
        moments = moments_shown(earlier, seat, moves - 1)
        seed = opened.table.seed
    return msgspec.structs.replace(shown, legal=[], moments=moments, seed=seed, undo=Undo(False, False, None, moves))


def check_over(call: Call, opened: Play) -> None:
    """The whole of a game is shown only when it is over, and of a private one only to those who sit there."""
    check_may_look(opened, call.who)
    if not opened.table.over:
        raise Refused(409, "not-over", state_for(opened, call.who))
