"""Fair chance: all randomness of a table comes from its secret seed.

The seed's SHA-256 is shown when the game begins, the seed itself when it is over.  The stream of chance that move n may
draw on starts from the first 128 bits of SHA-256("seed/n"); number 0 is the set-up.  So a move never depends on how
many random numbers an earlier one has used, nobody can work out from what they see what is still hidden, and after an
undo the same move has the same luck.
"""

from __future__ import annotations

import hashlib
import secrets
import struct


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown of a seed while it is secret."""
    return hashlib.sha256(seed.encode()).hexdigest()


def words(seed: str, number: int) -> tuple[int, int, int, int]:
    """The 128 bits from which the stream of chance for one move starts."""
    a, b, c, d = struct.unpack(">4I", hashlib.sha256(f"{seed}/{number}".encode()).digest()[:16])
    return a, b, c, d
