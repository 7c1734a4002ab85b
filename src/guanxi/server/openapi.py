"""The OpenAPI 3.1 document, built from the table of routes and the types that go over the wire."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.server.call import MOST_ASKED
from guanxi.server.wire import Error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.way import Way

REFUSALS = {
    400: "The request is no JSON.",
    403: "It is not the asker's to do this.",
    404: "There is no such thing.",
    409: "The table is in another state; it comes with the answer.",
    413: "The request is too large.",
    415: "The request is not sent as JSON.",
    422: "The request is understood, and cannot be granted.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "It could not be saved.",
}
ALWAYS = (429,)
FOR_BODIES = (400, 403, 413, 415, 422)


def build_document(ways: Sequence[Way]) -> bytes:
    """The document as JSON."""
    types = [way.body for way in ways if way.body] + [way.answer for way in ways if way.answer] + [Error]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    known = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = operation(way, known)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Guanxi", "version": guanxi.__version__, "summary": "Tables of games over HTTP."},
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "guest": {"type": "apiKey", "in": "cookie", "name": "guest"},
                    "seat": {"type": "http", "scheme": "bearer"},
                },
            },
            "security": [{}, {"guest": []}, {"seat": []}],
        }
    )


def operation(way: Way, known: dict[str, Any]) -> dict[str, Any]:
    """One route as OpenAPI describes it."""
    schema = known[repr(way.answer)] if way.answer else {"type": "string"} if way.kind != "application/json" else {}
    answers = {str(way.status): {"description": way.about, "content": {way.kind: {"schema": schema}}}}
    for status in sorted({*way.refusals, *ALWAYS, *(FOR_BODIES if way.body else ())}):
        error = {"application/json": {"schema": known[repr(Error)]}}
        answers[str(status)] = {"description": REFUSALS[status], "content": error}
    described: dict[str, Any] = {
        "operationId": way.handler.__name__,
        "summary": way.about,
        "parameters": parameters(way),
        "responses": answers,
    }
    if way.body:
        body = {"application/json": {"schema": known[repr(way.body)]}}
        described["requestBody"] = {"required": True, "content": body}
    return described


def parameters(way: Way) -> list[dict[str, Any]]:
    """What stands in the address of a route."""
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", way.path)
    ]
    number = {"type": "integer", "minimum": 0, "maximum": MOST_ASKED}
    kinds = [*((*asked, number) for asked in way.query), *((*asked, {"type": "string"}) for asked in way.filters)]
    return in_path + [
        {"name": name, "in": "query", "description": about, "schema": kind} for name, about, kind in kinds
    ]
