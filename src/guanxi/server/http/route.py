"""What one route is: from such records come the application and its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from guanxi.server.http.call import Call
    from guanxi.server.http.wire import Body

    Handler = Callable[[Call], Awaitable[Any]]

TABLE = "/api/tables/{id}"
SEAT = ("seat", "Through whose eyes: one of the asker's own seats.")
MOVE = ("move", "How many of the standing moves have been made.")


class Route(msgspec.Struct, frozen=True, kw_only=True):
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


def get(path: str, handler: Handler, answer: Any, about: str, refusals: tuple[int, ...] = (), **more: Any) -> Route:
    """A route that shows something."""
    return Route(method="GET", path=path, handler=handler, about=about, answer=answer, refusals=refusals, **more)


def post(
    path: str,
    handler: Handler,
    body: type[Body],
    answer: Any,
    about: str,
    refusals: tuple[int, ...] = (),
    status: int = 200,
) -> Route:
    """A route that changes something."""
    return Route(
        method="POST",
        path=path,
        handler=handler,
        about=about,
        body=body,
        answer=answer,
        status=status,
        refusals=refusals,
    )
