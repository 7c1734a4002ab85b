"""Identity: a guest with a cookie, or a program with a seat's token.  Only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

import msgspec

SECRET = re.compile(r"[\w-]{22}", re.ASCII)


class Who(msgspec.Struct, frozen=True):
    """The client of a request, as hashes; a spectator without a cookie has neither."""

    guest: str | None = None
    token: str | None = None


def new_secret() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """The hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer(header: str) -> str | None:
    """The hash of the token in an Authorization header."""
    scheme, _, token = header.partition(" ")
    return hashed(token.strip()) if scheme.lower() == "bearer" and token.strip() else None
