"""The shelf: all games with their options, texts and rulebooks."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from starlette.responses import Response

import guanxi
from guanxi.bots import bot_names
from guanxi.engine.text import ENGINE_TEXT
from guanxi.learning.campaign import campaign
from guanxi.learning.reference import Reference, reference
from guanxi.learning.tutorial import lesson_minutes
from guanxi.server.clocks.clocks import live_control
from guanxi.server.http.errors import TEXT, ApiError, check_language
from guanxi.server.http.route import get
from guanxi.server.learning.wire import GameCard, Option, Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.game import Game
    from guanxi.engine.text import Catalogue
    from guanxi.server.http.call import Call


@cache
def game_cards() -> list[GameCard]:
    """All games as cards."""
    return [card(guanxi.game(name)) for name in guanxi.game_names()]


def card(game: Game[Any, Any]) -> GameCard:
    """A game with its options and bots."""
    found = campaign(game)
    return GameCard(
        name=game.name,
        seats=game.seats,
        usual=game.usual,
        options=options_shown(game),
        bots=bot_names(),
        minutes=game.minutes,
        weight=game.weight,
        live=live_control(game),
        lesson=lesson_minutes(game),
        steps=len(found.steps) if found else 0,
    )


def options_shown(game: Game[Any, Any]) -> list[Option]:
    """A game's options, read from their types."""
    described = msgspec.inspect.type_info(game.options)
    assert isinstance(described, msgspec.inspect.StructType)
    return [option(field, game.choices.get(field.name)) for field in described.fields]


def option(field: msgspec.inspect.Field, known: Sequence[str] | None) -> Option:
    """One option: a number, a flag, or a choice; of file names only known ones can be chosen."""
    kind = field.type
    if known is not None:
        return Option(field.name, "choice", field.default, choices=[field.default, *known])
    if isinstance(kind, msgspec.inspect.IntType):
        return Option(
            field.name,
            "int",
            field.default,
            UNSET if kind.ge is None else kind.ge,
            UNSET if kind.le is None else kind.le,
        )
    if isinstance(kind, msgspec.inspect.BoolType):
        return Option(field.name, "bool", field.default)
    return Option(field.name, "choice", field.default, choices=choices(kind))


def choices(kind: msgspec.inspect.Type) -> list[Any]:
    """The values of a choice, None first."""
    if isinstance(kind, msgspec.inspect.UnionType):
        parts = [value for part in kind.types for value in choices(part)]
        return sorted(parts, key=lambda value: value is not None)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None and kind.le is not None:
        return list(range(kind.ge, kind.le + 1))
    assert isinstance(kind, msgspec.inspect.NoneType)
    return [None]


@cache
def all_texts(language: str) -> Texts:
    """All texts of a language that a client needs."""
    internal = ("error.", "notice.", "page.")  # texts that the server renders itself
    prompts = {name: text for name, text in own(TEXT, language).items() if not name.startswith(internal)}
    games = {name: own(guanxi.game(name).text, language) for name in guanxi.game_names()}
    return Texts(own(ENGINE_TEXT, language) | prompts, games)


def own(catalogue: Catalogue, language: str) -> dict[str, Any]:
    """The texts of a catalogue without its fallback."""
    found: dict[str, Any] = json.loads((catalogue.folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def rulebook(game: str, language: str) -> bytes:
    """The rulebook of a game as it is sent."""
    return msgspec.json.encode(reference(guanxi.game(game), language))


async def games(_call: Call[None]) -> list[GameCard]:
    """Return the games on the shelf."""
    return game_cards()


async def texts(call: Call[None]) -> Texts:
    """Return all texts of a language."""
    language = call.path("language")
    check_language(language, 404)
    return all_texts(language)


async def rules(call: Call[None]) -> Response:
    """Return the rulebook of a game; it changes only with the server."""
    game, language = call.path("game"), call.path("language")
    if game not in guanxi.game_names():
        raise ApiError(404, "unknown-page")
    check_language(language, 404)
    return Response(rulebook(game, language), headers={"Cache-Control": "max-age=3600"}, media_type="application/json")


ROUTES = (
    get("/api/games", games, list[GameCard], "The games, with their options and bots."),
    get("/api/texts/{language}", texts, Texts, "All texts that a player reads, in one language.", (404,)),
    get(
        "/api/rules/{game}/{language}",
        rules,
        Reference,
        "The rulebook of a game, with terms and diagrams.",
        (404,),
    ),
)
