"""What one route is: from such records come the application and its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from guanxi.server.call import Call
    from guanxi.server.wire import Body

    Handler = Callable[[Call], Awaitable[Any]]

TABLE = "/api/tables/{id}"
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
    body: type[Body] | None = None
    query: tuple[tuple[str, str], ...] = ()  # whole numbers
    filters: tuple[tuple[str, str], ...] = ()  # words
    refusals: tuple[int, ...] = ()
