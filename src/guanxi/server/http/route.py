"""A route of the API: the application and its OpenAPI document are built from these records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.server.http.limits import LARGEST_BODY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from guanxi.server.http.call import Call
    from guanxi.server.http.wire import Body

    Handler = Callable[[Call[Any]], Awaitable[Any]]

TABLE = "/api/tables/{id}"
SEAT = ("seat", "Whose view: one of the client's own seats.")


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A route with its handler, its wire types and the errors it can answer with."""

    method: str
    path: str
    handler: Handler
    about: str
    answer: Any = None  # the type of the JSON answer; None for other media types
    kind: str = "application/json"
    status: int = 200
    body: type[Body] | None = None
    query: tuple[tuple[str, str], ...] = ()  # whole numbers: name and description
    filters: tuple[tuple[str, str], ...] = ()  # texts: name and description
    refusals: tuple[int, ...] = ()
    largest: int = LARGEST_BODY  # bytes of the body


def get(path: str, handler: Handler, answer: Any, about: str, refusals: tuple[int, ...] = (), **more: Any) -> Route:
    """A route that reads something."""
    return Route(method="GET", path=path, handler=handler, about=about, answer=answer, refusals=refusals, **more)


def post(
    path: str,
    handler: Handler,
    body: type[Body],
    answer: Any,
    about: str,
    refusals: tuple[int, ...] = (),
    status: int = 200,
    largest: int = LARGEST_BODY,
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
        largest=largest,
    )
