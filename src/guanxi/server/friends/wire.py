"""Wire types of friends."""

from __future__ import annotations

from msgspec import Struct

from guanxi.server.http.wire import Body
from guanxi.server.tables.wire import Summary


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
