"""What goes over the wire about people: who they are, how well they play, whom they meet and what they say."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from guanxi.engine.text import Phrase
from guanxi.server.clocks.clocks import Control
from guanxi.server.http.wire import Body, Colour, Language, Name, SeatNumber
from guanxi.server.tables.wire import State

Password = Annotated[str, Meta(description="8 to 200 characters.")]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Pace = Literal["none", "live", "slow"]


class Wishes(Body):
    """What somebody wants to be called and to look like; what is left out stays."""

    name: Name | UnsetType = UNSET
    colour: Colour | UnsetType | None = UNSET
    pattern: Colour | UnsetType | None = UNSET


class DeviceUsed(Body):
    """A link from another device; `adopt`: the tables of this browser come along."""

    token: Token
    adopt: bool = False


class TokenShown(Body):
    """A link from another device, to see whom it is from."""

    token: Token


class AccountWanted(Body):
    """A name and a password to come back with."""

    name: Name
    password: Password


class AccountEntered(Body):
    """Log in; `adopt`: the tables of this browser come along."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=200)]
    adopt: bool = True


class AccountLeft(Body):
    """Log out, here or everywhere."""

    everywhere: bool = False


class PasswordChanged(Body):
    """Another password."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class MatchWanted(Body):
    """A game with anybody: how many shall play, in which language, by which clock; None: whatever comes."""

    game: str
    seats: Annotated[int, Meta(ge=2, le=6)] | None = None
    language: Language | None = None
    pace: Pace | None = None
    time: Control | None = None  # of a table that is opened for it
    name: Name | None = None


class LinkWanted(Body):
    """A seat that gets a new link; the old one leads nowhere any more."""

    seat: SeatNumber


class Said(Body):
    """Words of one's own, or one of the phrases that everybody reads in their language."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: str | None = None


class Muted(Body):
    """Whether to hear no more of who sits there, at this table and at others."""

    seat: SeatNumber
    muted: bool = True


class Reported(Body):
    """A line of the chat that is too much."""

    number: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class MomentWanted(Body):
    """A moment of a finished game to go on from in a seat, against a bot."""

    move: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    hidden: Literal["same", "redrawn"] = "same"
    bot: str | None = None  # None: a skilled one
    name: Name | None = None


class DeviceLink(Struct):
    """A link, also as a picture, that makes another browser the same person; once, and soon."""

    link: str
    expires: str
    qr: Annotated[str, Meta(description="SVG")]


class Known(Struct):
    """Whom a link is from."""

    name: str | None


class SeatLink(Struct):
    """The link to a free seat; None if nobody can know it any more, and a new one must be made."""

    seat: int
    name: str | None
    link: str | None
    qr: Annotated[str, Meta(description="SVG")] | None


class Rated(Struct):
    """How well somebody plays a game: points, and how far off they may be."""

    game: str
    rating: int
    uncertainty: int
    games: int


class Ranked(Struct):
    """A player in the list of a game; people have a profile, bots a name of their own."""

    name: str | None
    profile: str | None
    bot: str | None
    rating: int
    uncertainty: int
    games: int


class Placed(Struct):
    """Who sat where in a finished game, and how it ended for them."""

    seat: int
    name: str | None
    profile: str | None
    bot: str | None
    rank: int
    won: bool
    score: int


class Finished(Struct):
    """A finished game of somebody who sat at `seat`."""

    table: str
    game: str
    at: str
    seat: int
    rank: int
    won: bool
    rated: bool
    seats: list[Placed]


class Profile(Struct):
    """What everybody may know of somebody; to themselves, private tables are shown too."""

    id: str
    name: str | None
    yours: bool
    since: str | None
    ratings: list[Rated]
    games: int
    won: int
    results: list[Finished]  # the newest first


class Matched(Struct):
    """The table at which somebody sits now; `opened`: others must still come."""

    table: str
    seat: int
    opened: bool
    state: State


class Line(Struct):
    """Something said at a table: words as they were written, or a phrase."""

    number: int
    seat: int
    at: str
    text: str | None
    phrase: Phrase | None


class Chat(Struct):
    """What is said at a table, as far as the asker wants to hear it."""

    lines: list[Line]
    phrases: list[str]  # ids of what can be said with one click
    muted: list[int]  # seats that the asker does not hear
    may_write: bool
