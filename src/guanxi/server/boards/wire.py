"""Wire types of boards."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from guanxi.server.http.wire import Body

File = Annotated[dict[str, Any], Meta(description='The file; its field "guanxi" names its kind.')]


class BoardSent(Body):
    """A board to check or to store."""

    file: File


class Shipped(Struct):
    """A board that comes with a game."""

    name: str
    title: dict[str, str]


class BoardKind(Struct):
    """A kind of boards, and those that come with the game."""

    kind: str
    game: str
    option: str
    schema: dict[str, Any]
    shipped: list[Shipped]


class Findings(Struct):
    """Findings about a board: its faults, what could be clearer, and the numbers of players it is for."""

    faults: list[str]
    remarks: list[str]
    seats: tuple[int, ...]


class StoredBoard(Struct):
    """A stored board, which never changes, or one that comes with a game: `id` is the value of the game's option."""

    id: str
    game: str
    option: str
    seats: tuple[int, ...]
    file: File
