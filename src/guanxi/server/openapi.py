"""The OpenAPI 3.1 document, built from the routes and their wire types."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.engine.events import EngineEvent, Event
from guanxi.engine.game import Preview, View
from guanxi.engine.moves import Move
from guanxi.server.http.call import LARGEST_NUMBER
from guanxi.server.tables.wire import Attending, Error, Update

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.engine.game import Game
    from guanxi.server.http.route import Route

REFUSALS = {
    400: "The request is not JSON.",
    403: "The client may not do this.",
    404: "It does not exist.",
    409: "The table is in another state, which is part of the answer.",
    413: "The request is too large.",
    415: "The request does not have the content type of JSON.",
    422: "The request is understood and cannot be granted.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The change could not be saved.",
}
ALWAYS = (429,)
REFERENCE = "#/components/schemas/{name}"
FOR_BODIES = (400, 403, 413, 415, 422)
FOR_PARAMETERS = (422,)  # a text with NUL, a number that is none


def build_document(routes: Sequence[Route]) -> bytes:
    """The document as JSON."""
    types = (
        [route.body for route in routes if route.body]
        + [route.answer for route in routes if route.answer]
        + [Attending, Error, Update]
    )
    games = [guanxi.game(name) for name in guanxi.game_names()]
    shapes = [shape for game in games for shape in game.shapes]
    previews = [game.previews for game in games if game.previews]
    found, components = msgspec.json.schema_components(
        [*previews, *types, *shapes, EngineEvent], ref_template=REFERENCE
    )
    known = dict(zip(map(repr, types), found[len(previews) :], strict=False))
    name_shapes(components, games, found[len(previews) + len(types) :])
    components["Preview"] = one_of(Preview, found[: len(previews)])
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, known)
    document = msgspec.json.encode(
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
    for name, own in short_names(components).items():
        for old, new in ((f'/{name}"', f'/{own}"'), (f'"{name}":', f'"{own}":')):
            document = document.replace(old.encode(), new.encode())
    return document


def name_shapes(components: dict[str, Any], games: Sequence[Game[Any, Any]], shapes: Sequence[dict[str, Any]]) -> None:
    """Define views, moves and events as one of each game's own, which have names like HanEvent."""
    for place, base in enumerate((View, Move, Event)):
        own = {
            f"{pascal(game.name)}{base.__name__}": shape for game, shape in zip(games, shapes[place:-1:3], strict=True)
        }
        # A view is a record and has its name already; moves and events are unions.
        components.update({name: shape for name, shape in own.items() if name not in components})
        if base is Event:
            own["EngineEvent"] = components["EngineEvent"] = shapes[-1]
        components[base.__name__] = one_of(base, [{"$ref": REFERENCE.format(name=name)} for name in own])


def one_of(base: type, kinds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The schema of a type that each game derives its own from."""
    return {"description": inspect.getdoc(base), "anyOf": list(kinds)}


def short_names(components: Iterable[str]) -> dict[str, str]:
    """Names for the types that share theirs with others and so came with their modules; no two are alike."""
    names = list(components)
    taken = {name: name for name in names if "." not in name}
    found = {name: short(name) for name in names if "." in name}
    for name, own in found.items():
        if own in taken:
            raise ValueError(f"{taken[own]} and {name} would both be {own} in the document: rename one of them.")
        taken[own] = name
    return found


def short(name: str) -> str:
    """The name of a type when another has the same name: HanPlayerView, TutorialSaid, or Offer for the server's."""
    _, part, *packages, own = name.split(".")
    if part == "server":
        return own
    return pascal(packages[0] if part == "games" else packages[-1]) + own


def pascal(name: str) -> str:
    """A game's name in the names of types: white_lotus is WhiteLotus."""
    return name.title().replace("_", "")


def operation(route: Route, known: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI operation of a route."""
    schema = (
        known[repr(route.answer)] if route.answer else {"type": "string"} if route.kind != "application/json" else {}
    )
    answers = {str(route.status): {"description": route.about, "content": {route.kind: {"schema": schema}}}}
    asked = parameters(route)
    always = {*ALWAYS, *(FOR_BODIES if route.body else ()), *(FOR_PARAMETERS if asked else ())}
    for status in sorted({*route.refusals, *always}):
        error = {"application/json": {"schema": known[repr(Error)]}}
        answers[str(status)] = {"description": REFUSALS[status], "content": error}
    described: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.about,
        "parameters": asked,
        "responses": answers,
    }
    if route.body:
        body = {"application/json": {"schema": known[repr(route.body)]}}
        described["requestBody"] = {"required": True, "content": body}
    return described


def parameters(route: Route) -> list[dict[str, Any]]:
    """The path and query parameters of a route."""
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    number = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
    kinds = [*((*asked, number) for asked in route.query), *((*asked, {"type": "string"}) for asked in route.filters)]
    return in_path + [
        {"name": name, "in": "query", "description": about, "schema": kind} for name, about, kind in kinds
    ]
