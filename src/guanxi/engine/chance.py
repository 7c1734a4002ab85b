"""Fair chance: all randomness of a table comes from its secret seed.

The seed's SHA-256 is shown when the game begins, the seed itself when it is over.  The random stream that move n may
draw on starts from the first 128 bits of SHA-256("seed/n"); number 0 is the set-up.  So a move never depends on how
many random numbers earlier moves have used, nobody can compute hidden cards from what they see, and after an undo the
same move has the same luck.
"""

from __future__ import annotations

import hashlib
import secrets
import struct

from guanxi.engine.errors import BadOption, whole


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def seed_text(seed: str | int | None) -> str:
    """A seed as the text that is hashed, a new one for None; raises `BadOption` for anything but texts and numbers."""
    if seed is None:
        return new_seed()
    found = seed if isinstance(seed, str) else whole(seed)
    if found is None:
        raise BadOption(f"A seed is a whole number or a text, not {seed!r}.")
    return str(found)


def commitment(seed: str) -> str:
    """The hash that is shown while the seed is secret."""
    return hashlib.sha256(seed.encode()).hexdigest()


def words(seed: str, number: int) -> tuple[int, int, int, int]:
    """The 128 bits that seed the random stream of one move, as four 32-bit words."""
    a, b, c, d = struct.unpack(">4I", hashlib.sha256(f"{seed}/{number}".encode()).digest()[:16])
    return a, b, c, d
