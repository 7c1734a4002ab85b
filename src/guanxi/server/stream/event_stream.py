"""The response that carries a stream: one task, and one that waits for the client to leave."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import aclosing
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from starlette.types import Receive, Scope, Send

    Messages = Callable[[asyncio.Future[None]], AsyncGenerator[bytes]]

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 4  # most of the possible compression, in a third of the time
SHORT, SMALL = 1 << 13, (-13, 6)  # setting up a whole window takes longer than compressing a short message with it
WHOLE = (-zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
SAME = 16  # messages that many clients get: each is compressed once


class EventStream(Response):
    """Server-Sent Events.  Starlette's own response for streams costs each of them several times the memory."""

    def __init__(self, messages: Messages, packed: bool) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
        if packed:
            headers["Content-Encoding"] = "gzip"
        super().__init__(None, 200, headers, "text/event-stream")
        del self.headers["content-length"]
        self._messages = messages
        self._packed = packed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send messages until there are no more; they are told when the client is gone."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if self._packed:
            await send({"type": "http.response.body", "body": GZIP_HEAD, "more_body": True})
        gone = asyncio.ensure_future(departure(receive))
        try:
            async with aclosing(self._messages(gone)) as messages:
                async for message in messages:
                    body = compressed(message) if self._packed else message
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                    del message, body  # the next one may be long in coming
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def departure(receive: Receive) -> None:
    """Wait until the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


@lru_cache(SAME)
def compressed(piece: bytes) -> bytes:
    """A piece of a gzip stream that can be read on arrival and refers to nothing before it.

    So a stream keeps no compressor, which would take more memory than all the rest of it.
    """
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, *(SMALL if len(piece) <= SHORT else WHOLE))
    return deflate.compress(piece) + deflate.flush(zlib.Z_SYNC_FLUSH)
