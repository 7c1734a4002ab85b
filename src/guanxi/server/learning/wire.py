"""Wire types of the shelf and the texts."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from guanxi.server.clocks.clocks import Live

Choice = int | str | bool | None  # a value of an option
Catalogue = dict[str, str | dict[str, str]]  # by id: a text, or one for each plural form


class Option(Struct, omit_defaults=True):
    """An option of a game with its possible values."""

    name: str
    type: Literal["int", "bool", "choice"]
    default: Choice
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET


class GameCard(Struct):
    """A game on the shelf."""

    name: str
    seats: tuple[int, ...]
    usual: int  # the best number of players
    options: list[Option]
    bots: list[str]  # the levels first, from the weakest
    minutes: tuple[int, int]
    weight: float
    live: Live  # the live control that fits the length of the game
    lesson: int  # minutes that the tutorial takes
    steps: int  # of the campaign; 0 if there is none


class Texts(Struct):
    """All texts of a language."""

    engine: Catalogue
    games: dict[str, Catalogue]
