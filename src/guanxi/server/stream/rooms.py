"""The stream of a room: what it looks at, who is there, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get
from guanxi.server.rooms.rooms import ROOM
from guanxi.server.storage.database import UNAVAILABLE
from guanxi.server.stream.event_stream import EventStream
from guanxi.server.stream.stream import HEARTBEAT, RETRY
from guanxi.server.stream.updates import encode

if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import AsyncGenerator

    from starlette.responses import Response

    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.rooms.rooms import Rooms
    from guanxi.server.rooms.wire import Room
    from guanxi.server.tables.hub import Hub


class RoomStreams:
    """Handles the streams of all rooms."""

    def __init__(self, rooms: Rooms, hub: Hub, limits: Limits, heartbeat: float) -> None:
        self._rooms = rooms
        self._hub = hub
        self._limits = limits
        self._heartbeat = heartbeat

    @property
    def routes(self) -> tuple[Route, ...]:
        about = "What a room looks at, who is there and what they say, as Server-Sent Events."
        return (get(f"{ROOM}/stream", self.stream_room, None, about, (403, 404, 409), kind="text/event-stream"),)

    async def stream_room(self, call: Call[None]) -> Response:
        """Stream a room from now on."""
        self._limits.check_stream(call.client)
        await self._rooms.seen(call)
        packed = "gzip" in call.request.headers.get("accept-encoding", "")
        return EventStream(lambda gone: self._messages(call, gone), packed)

    async def _messages(self, call: Call[None], gone: Future[None]) -> AsyncGenerator[bytes]:
        """The room and its chat, each time something is new."""
        yield RETRY
        shown: Room | None = None
        last_line, room = 0, call.path("id")
        with self._limits.streaming(call.client), self._hub.subscribed(room, call.who, call.browser) as news:
            gone.add_done_callback(lambda _: news.leave())
            while not (self._hub.closed or news.gone or call.is_replaced()):
                chat = news.chat
                news.changed = news.chat = news.presence = False
                try:
                    now = await self._rooms.seen(call)
                    lines = await self._rooms.lines(call, last_line) if chat else []
                except ApiError as wrong:
                    yield b"event: refused\ndata: %s\n\n" % encode(wrong.answer(call.language))
                    return
                except UNAVAILABLE:
                    return  # the client comes back
                if now != shown:
                    shown = now
                    yield b"event: room\ndata: %s\n\n" % encode(now)
                if lines:
                    last_line = lines[-1].number
                    yield b"event: chat\ndata: %s\n\n" % encode(lines)
                while not (await news.news(self._heartbeat) or call.is_replaced()):
                    yield HEARTBEAT
