"""The games there are, with their options and words."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

import guanxi
from guanxi.bots import bot_names
from guanxi.engine.text import ENGINE_TEXT, LANGUAGES
from guanxi.server.http.errors import TEXT, ApiError
from guanxi.server.tables.wire import GameCard, Option, Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.game import Game
    from guanxi.engine.text import Catalogue


@cache
def game_cards() -> list[GameCard]:
    """Every game as a card."""
    return [card(guanxi.game(name)) for name in guanxi.game_names()]


def card(game: Game[Any, Any]) -> GameCard:
    """A game with what can be chosen."""
    options = options_shown(game)
    return GameCard(game.name, game.seats, game.usual, options, bot_names(), game.minutes, game.weight)


def options_shown(game: Game[Any, Any]) -> list[Option]:
    """A game's options, read from their types."""
    described = msgspec.inspect.type_info(game.options)
    assert isinstance(described, msgspec.inspect.StructType)
    return [option(field, game.choices.get(field.name)) for field in described.fields]


def option(field: msgspec.inspect.Field, known: Sequence[str] | None) -> Option:
    """One option: a number, yes or no, or a choice among a few; free text only from what is known."""
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
    """What a choice can be; None stands first."""
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
def texts(language: str) -> Texts:
    """All words of a language that a client needs."""
    if language not in LANGUAGES:
        raise ApiError(404, "unknown-language", languages=", ".join(LANGUAGES))
    ours = ("error.", "notice.", "page.")  # what the server itself says
    prompts = {name: text for name, text in own(TEXT, language).items() if not name.startswith(ours)}
    games = {name: own(guanxi.game(name).text, language) for name in guanxi.game_names()}
    return Texts(own(ENGINE_TEXT, language) | prompts, games)


def own(catalogue: Catalogue, language: str) -> dict[str, Any]:
    """A catalogue as it is, without the one behind it."""
    found: dict[str, Any] = json.loads((catalogue.folder / f"{language}.json").read_text(encoding="utf-8"))
    return found
