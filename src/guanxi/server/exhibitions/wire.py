"""The wire types of exhibitions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from guanxi.engine.core.position import MOST_SEATS
from guanxi.server.clocks.clocks import Control
from guanxi.server.http.wire import Body, Language, Name
from guanxi.server.tables.wire import Summary

FEWEST_BOARDS, MOST_BOARDS = 3, 10


class ExhibitionWanted(Body):
    """An exhibition to create: the client plays at every board, against bots or against whoever takes a seat."""

    game: str
    boards: Annotated[int, Meta(ge=FEWEST_BOARDS, le=MOST_BOARDS)] = FEWEST_BOARDS
    against: Literal["bots", "people"] = "bots"
    bot: str = "skilled"  # the level of all bots
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None  # players at a table; None: the usual number
    options: dict[str, Any] = field(default_factory=dict)
    time: Control | None = None
    name: Name | None = None
    language: Language | None = None


class Board(Struct):
    """A table of an exhibition."""

    table: Summary
    seat: int  # of the person who plays at all boards
    share: float | None  # of the win, which is theirs; None: the game is not over


class ExhibitionShown(Struct):
    """An exhibition, its boards in their order."""

    id: str
    game: str
    yours: bool  # the client plays at all boards
    host: str | None  # the name of the person who does
    boards: list[Board]


class ExhibitionList(Struct):
    """The client's exhibitions, the newest first."""

    exhibitions: list[ExhibitionShown]
