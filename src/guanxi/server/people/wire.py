"""Wire types of profiles and rankings."""

from __future__ import annotations

from msgspec import Struct


class Rated(Struct):
    """A rating in one game: points, and half the width of the 95 % interval."""

    game: str
    rating: int
    uncertainty: int
    games: int


class Ranked(Struct):
    """A player in the ranking of a game: a person with a profile, or a bot."""

    name: str | None
    profile: str | None
    bot: str | None
    rating: int
    uncertainty: int
    games: int


class Placed(Struct):
    """A seat of a finished game with its result."""

    seat: int
    name: str | None
    profile: str | None
    bot: str | None
    rank: int
    won: bool
    score: int
    character: int | None  # of a bot, as at the table


class Finished(Struct):
    """A finished game of a person who had `seat`."""

    table: str
    game: str
    at: str
    seat: int
    rank: int
    won: bool
    rated: bool
    seats: list[Placed]


class Profile(Struct):
    """A person as everybody may see them; private tables are shown only to themselves."""

    id: str
    name: str | None
    yours: bool
    since: str | None
    ratings: list[Rated]
    games: int
    won: int
    results: list[Finished]  # newest first
