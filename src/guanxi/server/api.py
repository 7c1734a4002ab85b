"""The API: what every request goes through, from its path to the response.

It is a plain ASGI application, because the layers that Starlette puts around each request and each piece of a response
took a tenth of a move.
"""

from __future__ import annotations

import logging
import time
import zlib
from typing import TYPE_CHECKING, Any

import msgspec
from anyio import to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from guanxi.server.http.call import Call
from guanxi.server.http.errors import ApiError, preferred_language, unavailable
from guanxi.server.http.limits import read_body
from guanxi.server.http.paths import Paths
from guanxi.server.http.well_formed import check_json, check_texts
from guanxi.server.storage.database import UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.types import Receive, Scope, Send

    from guanxi.server.http.route import Route
    from guanxi.server.parts import Parts

    Endpoint = Callable[[Request], Awaitable[Response]]

LOG = logging.getLogger("guanxi.server")
REQUESTS = logging.getLogger("guanxi.requests")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
NOT_STORED = {"Cache-Control": "no-store"}
SHORT = 1000  # bytes of a body that is not worth compressing
LONG = 128 * 1024  # bytes of a body that is compressed in a thread
LEVEL = 5
GZIP = zlib.MAX_WBITS | 16


class Api:
    """All routes of a server as an ASGI application."""

    def __init__(self, parts: Parts) -> None:
        self._paths: Paths[Endpoint] = Paths()
        for route in parts.routes:
            respond = endpoint(route, parts)
            for method in ("GET", "HEAD") if route.method == "GET" else (route.method,):
                self._paths.add(route.path, method, respond)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        methods, scope["path_params"] = self._paths.find(scope["path"])
        respond = methods.get(scope["method"])
        response = await respond(request) if respond else unknown_address(request, methods)
        response.raw_headers += RAW_HEADERS
        if len(response.body) >= SHORT:
            await compress(response, request)
        await response(scope, receive, send)


def endpoint(route: Route, parts: Parts) -> Endpoint:
    """The function that answers the requests of a route: limits, body, handler, response."""
    decoder = msgspec.json.Decoder(route.body) if route.body else None
    note = parts.metrics.timer(route.method, route.path)

    async def answer(call: Call[Any]) -> Response:
        request = call.request
        await call.identify()
        parts.limits.check(call.client, call.who, makes_table=route.status == 201)
        check_texts([*request.path_params.values(), *request.query_params.values()])
        if decoder:
            call.body = decode(decoder, await read_body(request, route.largest) or b"{}")
        answered = await route.handler(call)
        return answered if isinstance(answered, Response) else json_response(answered, route.status)

    async def respond(request: Request) -> Response:
        begun = time.perf_counter()
        call: Call[Any] = Call(request, parts.browsers)
        try:
            response = await answer(call)
        except ApiError as wrong:
            response = refusal(wrong, call.language)
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody reads it
        except UNAVAILABLE as wrong:
            LOG.error("%s %s: the database does not answer: %s", route.method, route.path, wrong)
            response = refusal(unavailable("unavailable"), call.language)
        except Exception:
            LOG.exception("%s %s", route.method, route.path)
            response = refusal(ApiError(500, "fault"), call.language)
        call.set_cookie(response)
        # The route and not the path, which may contain secrets.
        taken = time.perf_counter() - begun
        note(taken, response.status_code)
        REQUESTS.info("%s %s %d %.1f ms", route.method, route.path, response.status_code, taken * 1e3)
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
    return Response(msgspec.json.encode(answer), status, NOT_STORED, media_type="application/json")


def refusal(wrong: ApiError, language: str) -> Response:
    """The response to a refused request."""
    response = json_response(wrong.answer(language), wrong.status)
    response.headers.update(wrong.headers)
    return response


def unknown_address(request: Request, methods: Iterable[str] = ()) -> Response:
    """The response to a request for an unknown path, or for one that has other methods."""
    refused = ApiError(405, "wrong-method") if methods else ApiError(404, "unknown-page")
    if methods:
        refused.headers["Allow"] = ", ".join(sorted(methods))
    return refusal(refused, preferred_language(request.headers.get("accept-language", "")))


async def compress(response: Response, request: Request) -> None:
    """Compress a long body, if the client accepts that."""
    response.headers.add_vary_header("Accept-Encoding")
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = response.body
        response.body = await to_thread.run_sync(gzip, body) if len(body) >= LONG else gzip(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


def gzip(body: bytes | memoryview) -> bytes:
    """A compressed body."""
    return zlib.compress(body, LEVEL, GZIP)
