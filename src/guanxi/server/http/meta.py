"""Routes about the server itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from guanxi.server.http.route import Route, get
from guanxi.server.http.wire import Health

if TYPE_CHECKING:
    from guanxi.server.http.call import Call


async def document(call: Call[None]) -> Response:
    """Return the OpenAPI document."""
    return Response(call.request.app.state.document, media_type="application/json")


async def health(_call: Call[None]) -> Health:
    """Confirm that the server is running."""
    return Health(True)


ROUTES = (
    Route(method="GET", path="/api", handler=document, about="This document."),
    get("/api/health", health, Health, "Whether the server is running."),
)
