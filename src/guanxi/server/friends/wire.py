"""Wire types of friends."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from guanxi.server.http.wire import Body, Name
from guanxi.server.tables.wire import Summary

Reason = Literal["busy", "later", "game", "clock"]


class FollowWanted(Body):
    """Follow a person, or no longer."""

    follow: bool = True


class BlockWanted(Body):
    """Block a person, or unblock them."""

    blocked: bool = True


class Person(Struct):
    """A person with a profile."""

    profile: str
    name: str | None


class Friend(Struct):
    """A person whom the client follows."""

    profile: str
    name: str | None
    here: bool  # as far as they show it
    tables: list[Summary]  # public ones that they have open now, to watch or to join


class Friends(Struct):
    """The people whom the client follows, those who are here first, and those whom the client has blocked."""

    following: list[Friend]
    blocked: list[Person]


class Relation(Struct):
    """How the client stands to a person."""

    follows: bool
    blocked: bool
    here: bool


class ChallengeAccepted(Body):
    """Accept a challenge."""

    name: Name | None = None


class ChallengeDeclined(Body):
    """Decline a challenge, with a reason or without."""

    reason: Reason | None = None


class Challenge(Struct):
    """A table with a seat that is kept for one person; `person` is the other one of the two."""

    table: Summary
    seat: int
    person: Person
    until: str
    answer: Literal["waiting", "declined", "late"]
    reason: Reason | None


class Challenges(Struct):
    """The challenges to the client that wait for an answer, those that the client has made, and its live games."""

    received: list[Challenge]
    sent: list[Challenge]
    playing: list[Summary]  # games with a running clock in which the client is expected
