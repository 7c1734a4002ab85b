"""The live stream: every client gets its own state as a Server-Sent Event, and after each change what is new in it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from random import randint
from typing import TYPE_CHECKING

from starlette.responses import Response

from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import SEAT, TABLE, get
from guanxi.server.storage.database import UNAVAILABLE
from guanxi.server.stream.event_stream import EventStream
from guanxi.server.stream.screenings import Screenings
from guanxi.server.stream.updates import encode, next_message
from guanxi.server.tables.access import check_may_see_hands, viewing_seat

if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from contextlib import AbstractAsyncContextManager

    from guanxi.server.chat.chat import Chat
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.presence import Presence
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.wire import Attending

    States = Callable[[], Awaitable[bytes]]

LOG = logging.getLogger("guanxi.server")
RETRY = b"retry: 1000\n\n"
RETURN = (1000, 4000)  # milliseconds, in which clients come back to a server that was restarted
ENTERING = 2  # streams that are let in at the same time: after a restart thousands come at once, and moves go first
HEARTBEAT = b": still here\n\n"


class Streams:
    """Handles the streams of all tables."""

    def __init__(
        self, tables: Tables, chat: Chat, hub: Hub, presence: Presence, limits: Limits, heartbeat: float
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._chat = chat
        self._hub = hub
        self._limits = limits
        self._heartbeat = heartbeat
        self._screenings = Screenings(tables)
        self._entrance = asyncio.Semaphore(ENTERING)

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                f"{TABLE}/stream",
                self.stream,
                None,
                "The table's state now, then what is new after every change, as Server-Sent Events.",
                (403, 404, 409, 422),
                query=(SEAT,),
                kind="text/event-stream",
            ),
            get(
                f"{TABLE}/hands",
                self.hands,
                None,
                "A running game with all hands, for spectators, as soon as these are history, as Server-Sent Events.",
                (403, 404, 409),
                kind="text/event-stream",
            ),
        )

    async def stream(self, call: Call[None]) -> Response:
        """Stream a table from now on."""
        seat = call.number("seat")
        self._limits.check_stream(call.client)
        # Others wait here and not before the database, so that moves overtake them.
        async with self._entrance:
            viewing_seat(await self._tables.visited(call.table_id, call.who), call.who, seat)
        return self._streamed(call, self._seen_from(call, seat))

    async def hands(self, call: Call[None]) -> Response:
        """Stream a table with all hands to a spectator from now on."""
        self._limits.check_stream(call.client)
        async with self._entrance:
            check_may_see_hands(await self._tables.visited(call.table_id, call.who), call.who)
        return self._streamed(call, self._screened(call))

    def _streamed(self, call: Call[None], states: States) -> Response:
        packed = "gzip" in call.request.headers.get("accept-encoding", "")
        return EventStream(lambda gone: self._messages(call, states, gone), packed)

    def _seen_from(self, call: Call[None], seat: int | None) -> States:
        """What is new for the client of a live table, each time it is asked."""
        seen, shown = call.request.headers.get("last-event-id", ""), None

        async def news() -> bytes:
            nonlocal shown
            shown, message = next_message(await self._tables.watched(call.table_id), call.who, seat, shown, seen)
            return message

        return news

    def _screened(self, call: Call[None]) -> States:
        """What is new for a spectator who sees all hands later, each time it is asked."""
        screening, position = self._screenings.of(call.table_id), None

        async def news() -> bytes:
            nonlocal position
            position, message = await self._screenings.next(screening, call.table_id, call.who, position)
            return message

        return news

    async def _messages(self, call: Call[None], states: States, gone: Future[None]) -> AsyncGenerator[bytes]:
        """States, chat lines and presence as they come; a state that the client has seen already is skipped."""
        yield RETRY
        last_line, first = 0, True
        there: Attending | None = None
        loop = asyncio.get_running_loop()
        spoken = loop.time()
        with self._limits.streaming(call.client), self._hub.subscribed(call.table_id, call.who, call.browser) as news:
            gone.add_done_callback(lambda _: news.leave())
            while not (self._hub.closed or news.gone or call.is_replaced()):
                changed, chat, presence = news.changed, news.chat, news.presence
                news.changed = news.chat = news.presence = False
                lines, message, told, known_there = [], b"", False, there
                try:
                    if changed or presence:
                        async with self._turn(first):
                            if changed:
                                message, first = await states(), False
                            play = await self._tables.watched(call.table_id)
                            now_there = self._presence.attending(play, fresh=presence)
                        told = bool(message)
                        if message:
                            yield message
                            message = b""  # may be long, and this waits for long
                        if now_there != there:
                            there = now_there
                            yield b"event: presence\ndata: %s\n\n" % encode(there)
                    if chat:
                        lines = (await self._chat.chat(call.table_id, call.who, last_line)).lines
                except ApiError as wrong:
                    if call.is_replaced():
                        return  # the browser opens it again with its new cookie
                    # The client may no longer watch, or the table was closed.
                    yield b"event: refused\ndata: %s\n\n" % encode(wrong.answer(call.language))
                    return
                except UNAVAILABLE as wrong:
                    LOG.warning("table %s: a stream ends, and its client will come back: %s", call.table_id, wrong)
                    return
                if lines:
                    yield b"event: chat\ndata: %s\n\n" % encode(lines)
                    last_line = lines[-1].number
                if told or lines or there is not known_there:
                    spoken = loop.time()
                # A change that this client may not learn of must not delay the heartbeat either.
                while not await news.news(spoken + self._heartbeat - loop.time()):
                    yield HEARTBEAT
                    spoken = loop.time()
        if self._hub.closed:
            # The server stops: clients come back by themselves, but not all in the same moment.
            yield b"retry: %d\n\n" % randint(*RETURN)

    def _turn(self, first: bool) -> AbstractAsyncContextManager[None]:
        """The first state of a stream is the most expensive one and waits at the entrance; the others do not."""
        return self._entrance if first else nullcontext()
