"""Wire types of clubs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from guanxi.server.clocks.clocks import Control
from guanxi.server.http.wire import Body, Language, Name, Token
from guanxi.server.tables.wire import Summary

Role = Literal["organiser", "member"]
Profile = Annotated[str, Meta(min_length=1, max_length=16)]


class ClubWanted(Body):
    """A club's description, its games with their usual clocks, and whether anybody may join."""

    name: Annotated[str, Meta(max_length=200, description="1 to 40 characters, without control characters.")]
    description: Annotated[str, Meta(max_length=4000)] = ""
    language: Language | None = None
    games: list[str] = field(default_factory=list)
    clocks: dict[str, Control] = field(default_factory=dict)  # by game; others are usually played without one
    open: bool = False
    player: Name | None = None  # the organiser's name, if they have none yet


class ClubJoined(Body):
    """Join a club that is open to anybody."""

    name: Name | None = None


class ClubInvited(Body):
    """Join a club by its invitation."""

    token: Token
    name: Name | None = None


class ClubLinkShown(Body):
    """The invitation of a club, to see where it leads."""

    token: Token


class MemberNamed(Body):
    """A member of a club."""

    person: Profile


class RoleWanted(Body):
    """A new role for a member of a club."""

    person: Profile
    role: Role


class InvitationWanted(Body):
    """A new invitation to a club in place of the old one, or none any more."""

    active: bool = True


class Club(Struct):
    """A club as those see it who may know of it."""

    id: str
    name: str
    description: str
    language: Language | None
    games: list[str]
    clocks: dict[str, Control]  # the usual ones, by game
    open: bool  # anybody may join; others need the invitation
    members: int
    role: Role | None  # of the client


class Member(Struct):
    """A member of a club."""

    profile: str
    name: str | None
    role: Role
    here: bool  # as far as they show it
    yours: bool  # this is the client


class ClubPage(Struct):
    """A club with its members, the tables that wait for players, those that are played, and the last finished ones."""

    club: Club
    members: list[Member]
    waiting: list[Summary]
    running: list[Summary]
    finished: list[Summary]


class Clubs(Struct):
    """The client's clubs, and those that anybody may join."""

    mine: list[Club]
    open: list[Club]


class ClubInvitation(Struct):
    """The invitation to a club as a link and a QR code; None if it was revoked."""

    link: str | None
    url: str | None = None  # the same with the address by which others reach this server
    qr: Annotated[str, Meta(description="SVG")] | None = None
    local: bool = False  # it works on the server's own machine only
