"""The application: the API, and the pages."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.routing import Route as HttpRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from guanxi.server.api import HEADERS, Api, refusal, unknown_address
from guanxi.server.http.errors import ApiError, preferred_language
from guanxi.server.http.pages import Pages
from guanxi.server.openapi import build_document
from guanxi.server.parts import Parts

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from guanxi.server.settings import Settings

LOG = logging.getLogger("guanxi.server")


class App(Starlette):
    """The pages, and beside them the API."""

    api: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and f"{scope['path']}/".startswith("/api/"):
            scope["app"] = self
            await self.api(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(settings: Settings) -> Starlette:
    """A server's application; tests find its parts in `app.state.parts`."""
    parts = Parts(settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with parts.running():
            yield

    app = App(
        routes=[
            HttpRoute("/healthz", health_check(parts)),
            HttpRoute("/metrics", parts.metrics.page),
            Mount("/", app=Pages(settings.pages)),
        ],
        middleware=[
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)),
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={HTTPException: refuse_address, Exception: internal_error},
        lifespan=lifespan,
    )
    api: Any = Api(parts)
    if settings.proxies:
        api = ProxyHeadersMiddleware(api, list(settings.proxies))
    app.api = api
    app.state.parts = parts
    app.state.document = build_document(parts.routes)
    return app


def health_check(parts: Parts) -> Callable[[Request], Awaitable[Response]]:
    """Answers monitors and proxies: 200 if the database answers, otherwise 503."""

    async def check(_request: Request) -> Response:
        try:
            async with parts.database.reading() as connection:
                await connection.execute(select(1))
        except (SQLAlchemyError, OSError) as wrong:
            LOG.error("the database does not answer: %s", wrong)
            return Response("the database does not answer\n", 503, media_type="text/plain")
        return Response("ok\n", media_type="text/plain")

    return check


async def refuse_address(request: Request, wrong: Exception) -> Response:
    """Answer a request for an unknown page or with a method that pages do not have."""
    assert isinstance(wrong, HTTPException)
    methods = (wrong.headers or {}).get("Allow", "GET, HEAD").split(", ") if wrong.status_code == 405 else ()
    return unknown_address(request, methods)


async def internal_error(request: Request, _wrong: Exception) -> Response:
    """Answer after a bug: a sentence for the player; the traceback goes to the log."""
    return refusal(ApiError(500, "fault"), preferred_language(request.headers.get("accept-language", "")))


class SecurityHeaders:
    """Adds the headers that protect browsers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
