"""Snapshots: the progress of a table, stored beside its log, so that loading it replays only its last moves.

The log is the game.  A snapshot is sealed with a digest of everything it depends on: its table, and the code that wrote
it.  One whose seal does not fit, because it is damaged or older than the code, is ignored, and the log is replayed.
"""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import blake2b
from inspect import getfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine.table import Table
from guanxi.server.tables.play import Progress

if TYPE_CHECKING:
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.records import Header

EVERY = 8  # entries of the log between two snapshots
SEAL = 16  # bytes
QUICK = 1  # the level of compression
DECODER = msgspec.msgpack.Decoder(Progress)


def due_snapshot(play: Play) -> bytes | None:
    """A table's progress, to be stored with its next entry; None if the last snapshot is recent enough.

    Choices that wait are not part of it.
    """
    if play.length < play.saved + EVERY or play.table.is_sealing or (progress := play.progress()) is None:
        return None
    play.saved = play.length
    content = zlib.compress(msgspec.msgpack.encode(progress), QUICK)
    return seal(play.header, content) + content


def read_snapshot(header: Header, stored: bytes | None) -> Progress | None:
    """The progress in a stored snapshot; None if there is none or it does not fit."""
    if not stored or stored[:SEAL] != seal(header, stored[SEAL:]):
        return None
    return DECODER.decode(zlib.decompress(stored[SEAL:]))


def seal(header: Header, content: bytes) -> bytes:
    """A digest of a snapshot and of all it depends on."""
    about = (header.id, header.game, header.rules, header.options, header.seed, header.origin)
    return blake2b(msgspec.msgpack.encode((code_digest(header.game), about, content)), digest_size=SEAL).digest()


def all_code() -> str:
    """A digest of the code and the data of all games."""
    return blake2b(b"".join(code_digest(game) for game in guanxi.game_names()), digest_size=SEAL).hexdigest()


@cache
def code_digest(game: str) -> bytes:
    """A digest of the code and the data that turn a log of a game into positions and lines."""
    own, engine = Path(getfile(type(guanxi.game(game)))).parent, Path(getfile(Table)).parent
    files = [path for folder in (own, engine, Path(__file__).parent) for path in folder.rglob("*.py")]
    files += [path for pattern in ("*.json", "boards/*.json") for path in own.glob(pattern)]
    digest = blake2b(digest_size=SEAL)
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.digest()
