"""Checks of every request, whatever its route: no deep JSON, numbers beyond 64 bits, and NUL.

Databases and parsers disagree about these, and none of them has a use here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST = 32  # objects and arrays inside each other
LARGEST = 2**63 - 1
STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
LONG_NUMBER = re.compile(rb"\d{19,}")


def check_json(body: bytes) -> None:
    """Refuse a body that no route accepts, before it is decoded."""
    if NUL.search(body):
        raise ApiError(422, "bad-request", reason="texts must not contain NUL, \\u0000")
    outside = STRING.sub(b"", body)
    if depth(outside) > DEEPEST:
        raise ApiError(400, "bad-request", reason=f"objects and arrays may be nested {DEEPEST} deep")
    if any(len(digits) > 19 or int(digits) > LARGEST for digits in LONG_NUMBER.findall(outside)):
        raise ApiError(422, "bad-request", reason="numbers must fit into 64 bits")


def check_texts(texts: Iterable[str]) -> None:
    """Refuse parameters of a path or query that contain NUL."""
    if any("\0" in text for text in texts):
        raise ApiError(422, "bad-request", reason="an address must not contain NUL, %00")


def depth(json: bytes) -> int:
    """How many brackets are open at most."""
    deepest = opened = 0
    for sign in json:
        if sign in b"[{":
            opened += 1
            deepest = max(deepest, opened)
        elif sign in b"]}":
            opened -= 1
    return deepest
