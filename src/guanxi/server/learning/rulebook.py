"""The rules of a game to read, with terms and diagrams."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

import guanxi
from guanxi.engine.text import LANGUAGES
from guanxi.learning.reference import reference
from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from guanxi.server.http.call import Call


async def rules(call: Call) -> Response:
    """The reference of a game in a language; it changes only with the server."""
    game, language = call.request.path_params["game"], call.request.path_params["language"]
    if game not in guanxi.game_names():
        raise ApiError(404, "unknown-page")
    if language not in LANGUAGES:
        raise ApiError(404, "unknown-language", languages=", ".join(LANGUAGES))
    return Response(book(game, language), headers={"Cache-Control": "max-age=3600"}, media_type="application/json")


@cache
def book(game: str, language: str) -> bytes:
    """The reference as it is sent."""
    return msgspec.json.encode(reference(guanxi.game(game), language))
