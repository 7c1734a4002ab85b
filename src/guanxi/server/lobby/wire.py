"""Wire types of new tables, seats, invitations and lists."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from guanxi.engine.core.position import MOST_SEATS
from guanxi.server.clocks.clocks import Control
from guanxi.server.clocks.wire import Policy
from guanxi.server.http.wire import Body, Language, Name, SeatNumber, Token
from guanxi.server.tables.wire import State, Summary

Pace = Literal["none", "live", "slow"]


class MatchWanted(Body):
    """A quick match: number of players, language and pace; None means any."""

    game: str
    seats: Annotated[int, Meta(ge=2, le=6)] | None = None
    language: Language | None = None
    pace: Pace | None = None
    time: Control | None = None  # of the table that is opened if none fits
    name: Name | None = None


class LinkWanted(Body):
    """A seat that gets a new invitation; the old one stops working."""

    seat: SeatNumber


class BotWanted(Body):
    """A bot for a free seat, by the name of its level and the number of its character; None takes it away again."""

    seat: SeatNumber
    bot: str | None
    character: Annotated[int, Meta(ge=0, le=1000)] | None = None  # None: another than the bots at the table have


class RematchWanted(Body):
    """A seat proposes a rematch or agrees to one; without `agree` it refuses, or withdraws its own proposal."""

    seat: SeatNumber
    agree: bool = True


class MomentWanted(Body):
    """A position of a finished game to continue from, in one seat against bots."""

    move: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    hidden: Literal["same", "redrawn"] = "same"
    bot: str | None = None  # None: a skilled bot
    name: Name | None = None


class SeatLink(Struct):
    """The invitation to a free seat; `link` is None if it is no longer known and must be renewed."""

    seat: int
    name: str | None
    link: str | None
    url: str | None = None  # the same with the address by which others reach this server
    qr: Annotated[str, Meta(description="SVG")] | None = None
    local: bool = False  # it works on the server's own machine only


class Matched(Struct):
    """The table that was joined; `opened`: it is new, and others must still join."""

    table: str
    seat: int
    opened: bool
    state: State


class SeatWanted(Body):
    """The player for a seat: the client, a friend by link, a bot, anybody, or another person on the same device."""

    kind: Literal["me", "friend", "bot", "open", "here"]
    name: Name | None = None
    bot: str | None = None


class TableWanted(Body):
    """A table to create."""

    game: str
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = field(default_factory=dict)
    name: Name | None = None
    time: Control | None = None
    absent: Policy = "bot"
    patience: Annotated[int, Meta(ge=1, le=2160)] = 72  # hours for which it waits for an absent player without a clock
    private: bool = False
    delay: Annotated[int, Meta(ge=0, le=100)] = 0  # the number of moves by which spectators see the game later
    language: Language | None = None
    club: Annotated[str, Meta(max_length=16)] | None = None  # its members alone take the open seats


class SeatTaken(Body):
    """An open seat to take."""

    seat: SeatNumber
    name: Name | None = None


class LinkUsed(Body):
    """The invitation whose seat the client takes."""

    token: Token
    name: Name | None = None


class LinkShown(Body):
    """An invitation, to see its table."""

    token: Token


class Lists(Struct):
    """The client's tables, those with a free seat, and those that can be watched."""

    mine: list[Summary]
    open: list[Summary]
    running: list[Summary]


class Joined(Struct):
    """A seat taken by an invitation; the token is for programs, which have no cookie."""

    table: str
    seat: int
    token: str
    state: State
