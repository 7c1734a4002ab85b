"""Names that players choose."""

from __future__ import annotations

import unicodedata

from guanxi.server.http.errors import ApiError

LONGEST_NAME = 24


def clean_name(name: str | None, most: int = LONGEST_NAME) -> str | None:
    """A name without surrounding blanks; refused if it is too long or has characters that cannot be printed."""
    if name is None:
        return None
    name = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not 0 < len(name) <= most or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise ApiError(422, "bad-name", most=most)
    return name
