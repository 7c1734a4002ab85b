"""Wire types of guests, devices and accounts."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from guanxi.server.http.wire import Body, Colour, Name, Token

Password = Annotated[str, Meta(description="8 to 200 characters.")]


class Wishes(Body):
    """A new name, colour or pattern, or whether one shows when one is here; omitted fields stay as they are."""

    name: Name | UnsetType = UNSET
    colour: Colour | UnsetType | None = UNSET
    pattern: Colour | UnsetType | None = UNSET
    shown: bool | UnsetType = UNSET


class DeviceUsed(Body):
    """A link from another device; `adopt`: the tables of this browser move along."""

    token: Token
    adopt: bool = False


class TokenShown(Body):
    """A link from another device, to see whose it is."""

    token: Token


class AccountWanted(Body):
    """The name and the password of a new account."""

    name: Name
    password: Password


class AccountEntered(Body):
    """Log in; `adopt`: the tables of this browser move along."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=200)]
    adopt: bool = True


class AccountLeft(Body):
    """Log out, here or everywhere."""

    everywhere: bool = False


class PasswordChanged(Body):
    """A change of password."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class DeletionWanted(Body):
    """Delete everything about yourself; the password of the account, if there is one."""

    password: Annotated[str, Meta(max_length=200)] = ""


class DeviceLink(Struct):
    """A link, also as a QR code, that makes another browser the same person; it works once and expires."""

    link: str
    expires: str
    url: str  # the same with the address by which others reach this server
    qr: Annotated[str, Meta(description="SVG")]
    local: bool  # it works on the server's own machine only


class Known(Struct):
    """The owner of a link."""

    name: str | None


class Me(Struct):
    """The client as the server knows them."""

    name: str | None
    language: Annotated[str, Meta(examples=["en", "fr", "it"])]
    profile: str
    account: str | None  # the name for logging in
    colour: int | None
    pattern: int | None
    shown: bool  # others see when they are here
    devices: int  # the number of browsers of this person
    played: list[str]  # the games at which they have sat down, in a tutorial too
