"""The application: what every request goes through, and the pages."""

from __future__ import annotations

import logging
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.routing import Route as HttpRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from guanxi.server.http.call import Call
from guanxi.server.http.errors import ApiError, preferred_language, unavailable
from guanxi.server.http.limits import read_body
from guanxi.server.http.pages import Pages
from guanxi.server.http.well_formed import check_json, check_texts
from guanxi.server.openapi import build_document
from guanxi.server.parts import Parts
from guanxi.server.storage.database import UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from guanxi.server.http.route import Route
    from guanxi.server.settings import Settings

LOG = logging.getLogger("guanxi.server")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def make_app(settings: Settings) -> Starlette:
    """A server's application; tests find its parts in `app.state.parts`."""
    parts = Parts(settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with parts.running():
            yield

    app = Starlette(
        routes=[
            *(HttpRoute(route.path, endpoint(route, parts), methods=[route.method]) for route in parts.routes),
            HttpRoute("/healthz", health_check(parts)),
            HttpRoute("/metrics", parts.metrics.page),
            Mount("/api", app=nothing_here),
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


def endpoint(route: Route, parts: Parts) -> Callable[[Request], Awaitable[Response]]:
    """The function that Starlette calls for a route: limits, body, handler, response."""
    decoder = msgspec.json.Decoder(route.body) if route.body else None
    note = parts.metrics.timer(route.method, route.path)

    async def respond(request: Request) -> Response:
        begun = time.perf_counter()
        call: Call[Any] = Call(request, parts.browsers)
        try:
            await call.identify()
            parts.limits.check(call.client, call.who, makes_table=route.status == 201)
            check_texts([*request.path_params.values(), *request.query_params.values()])
            if decoder:
                call.body = decode(decoder, await read_body(request) or b"{}")
            answer = await route.handler(call)
            response = answer if isinstance(answer, Response) else json_response(answer, route.status)
        except ApiError as wrong:
            response = refusal(wrong, call.language)
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody reads it
        except UNAVAILABLE as wrong:
            LOG.error("%s %s: the database does not answer: %s", route.method, route.path, wrong)
            response = refusal(unavailable("unavailable"), call.language)
        call.set_cookie(response)
        # The route and not the path, which may contain secrets.
        taken = time.perf_counter() - begun
        note(taken, response.status_code)
        LOG.info("%s %s %d %.1f ms", route.method, route.path, response.status_code, taken * 1e3)
        return response

    return respond


def decode(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    """The body as its type; refused with a sentence that says what is wrong."""
    check_json(body)
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as wrong:
        raise ApiError(422, "bad-request", reason=str(wrong)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise ApiError(400, "bad-request", reason=str(wrong)) from None


def json_response(answer: Any, status: int) -> Response:
    """A struct as JSON that no cache stores."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(answer), status, headers, media_type="application/json")


def refusal(wrong: ApiError, language: str) -> Response:
    """The response to a refused request."""
    response = json_response(wrong.answer(language), wrong.status)
    response.headers.update(wrong.headers)
    return response


async def nothing_here(scope: Scope, _receive: Receive, _send: Send) -> None:
    """Answer 404 or 405 below /api, where there are no pages."""
    whole = {**scope, "root_path": scope["app_root_path"]}
    routes = [route for route in scope["app"].routes if isinstance(route, HttpRoute)]
    near = [route for route in routes if route.matches(whole)[0] != Match.NONE]
    allowed = sorted({method for route in near for method in route.methods or ()})
    raise HTTPException(405, headers={"Allow": ", ".join(allowed)}) if allowed else HTTPException(404)


async def refuse_address(request: Request, wrong: Exception) -> Response:
    """Answer a request for an unknown path or method."""
    assert isinstance(wrong, HTTPException)
    known = {404: "unknown-page", 405: "wrong-method"}
    refused = ApiError(wrong.status_code, known.get(wrong.status_code, "fault"))
    refused.headers.update(wrong.headers or {})
    return refusal(refused, preferred_language(request.headers.get("accept-language", "")))


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
