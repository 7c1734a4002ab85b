"""Who is asking: a guest with a cookie, or a program with a seat's token.  Both are stored hashed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from typing import Literal

import msgspec

from guanxi.server.http.errors import ApiError

LONGEST_NAME = 24
SECRET = re.compile(r"[\w-]{22}", re.ASCII)


class SeatRow(msgspec.Struct):
    """One seat as it is stored: who it is for and who has it."""

    seat: int
    kind: Literal["person", "bot"]
    open: bool  # anybody may take it
    taken: bool
    name: str | None = None
    bot: str | None = None
    guest: str | None = None  # hash of who has it
    token: str | None = None  # hash of what a program shows
    link: str | None = None  # hash of what leads to the seat, once
    absent: Literal["bot", "forfeit"] | None = None  # its owner is gone, and this is done about it
    plan: str | None = None  # the answer left for a question to come, a secret
    issue: int = 0  # how often its link was made anew
    colour: int | None = None  # what its owner would like to have
    pattern: int | None = None

    @property
    def present(self) -> bool:
        """Does a person decide for this seat?"""
        return self.kind == "person" and self.absent is None


class Who(msgspec.Struct, frozen=True):
    """The asker, as hashes."""

    guest: str | None = None
    token: str | None = None

    def holds(self, seat: SeatRow) -> bool:
        """Is this seat the asker's?"""
        return bool(self.guest and self.guest == seat.guest) or bool(self.token and self.token == seat.token)


def new_secret() -> str:
    """128 bits that nobody can guess, as text."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def profile_of(guest: str) -> str:
    """How a guest is known to others."""
    return hashed(f"profile {guest}")[:12]


def link_token(seed: str, seat: int, issue: int) -> str:
    """What leads to a seat: nobody can guess it while the table's seed is secret, and its creator can see it again."""
    made = hmac.digest(seed.encode(), f"link {seat} {issue}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")


def bearer(header: str) -> str | None:
    """The hash of the token in an Authorization header."""
    scheme, _, token = header.partition(" ")
    return hashed(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def clean_name(name: str | None) -> str | None:
    """A name without blanks around it; refused if it is too long or holds what cannot be printed."""
    if name is None:
        return None
    name = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not 0 < len(name) <= LONGEST_NAME or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise ApiError(422, "bad-name", most=LONGEST_NAME)
    return name
