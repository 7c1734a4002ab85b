"""The messages of a stream: the whole state first, then only what has changed since the last message.

A patch of a value is `[new]` (replace it), `[]` (the key is gone), or an object of patches by key, or by index for an
array of the same length.
"""

from __future__ import annotations

import zlib
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.server.tables.access import viewing_seat
from guanxi.server.tables.play import START, Cursor
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import Update

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from guanxi.server.http.identity import Who
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State

GROWING = ("since", "events", "moments")  # parts of a state that every message has for itself
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 4  # most of the possible compression, in a third of the time


class Shown(NamedTuple):
    """What the client of a stream was last told."""

    id: str
    seat: int | None
    rewritten: int
    cursor: Cursor
    fields: dict[str, Any]  # the state without its growing parts


def next_message(play: Play, who: Who, asked: int | None, before: Shown | None, seen: str) -> tuple[Shown, bytes]:
    """What the client sees now, and the message that tells it; the message is empty if `seen` names this state."""
    seat = viewing_seat(play, who, asked)
    known = before is not None and before.seat == seat and before.rewritten == play.rewritten
    since = before.cursor if before and known else START
    told = state(play, seat, who, since)
    fields = msgspec.to_builtins(told)
    grown = {name: fields.pop(name) for name in GROWING}
    cursor = Cursor(len(play.lines), play.table.moves) if play.started else START
    shown = Shown(event_id(told), seat, play.rewritten, cursor, fields)
    if shown.id and shown.id == (before.id if before else seen):
        return shown, b""
    if before is None or not known:
        return shown, message("state", shown.id, fields | grown)
    patch = difference(before.fields, fields)
    return shown, message("update", shown.id, Update(**grown, patch=patch or {}))


def event_id(state: State) -> str:
    """The length of the log, and the number of changes outside it if there were any.

    Empty while something can change that is not counted, so that a reconnect gets the state again.
    """
    settled = state.started and state.undo.asked_by is None and not (state.rematch and state.rematch.table)
    if not settled:
        return ""
    return f"{state.length}.{state.changes}" if state.changes else str(state.length)


def message(kind: str, id_: str, data: Any) -> bytes:
    """A Server-Sent Event."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (id_.encode(), kind.encode(), msgspec.json.encode(data))


def difference(old: Any, new: Any) -> Any:
    """The patch that turns one value into another; None if they are equal."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        patch = {key: difference(old[key], value) if key in old else [value] for key, value in new.items()}
        patch |= {key: [] for key in old.keys() - new.keys()}
        return {key: change for key, change in patch.items() if change is not None}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed = [index for index, value in enumerate(new) if old[index] != value]
        if len(changed) * 2 <= len(new):
            return {str(index): difference(old[index], new[index]) for index in changed}
    return [new]


def patched(value: Any, patch: Any) -> Any:
    """A value after a patch; the inverse of `difference`, for clients in Python."""
    if isinstance(patch, list):
        return patch[0]
    if isinstance(value, list):
        return [patched(old, patch[str(index)]) if str(index) in patch else old for index, old in enumerate(value)]
    kept = {key: old for key, old in value.items() if patch.get(key) != []}
    return kept | {key: patched(value.get(key), change) for key, change in patch.items() if change != []}


def compressed(piece: bytes) -> bytes:
    """A piece of a gzip stream that can be read on arrival and refers to nothing before it.

    So a stream keeps no compressor, which would take more memory than all the rest of it.
    """
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(piece) + deflate.flush(zlib.Z_SYNC_FLUSH)


async def compressed_stream(pieces: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """A stream as gzip, piece by piece."""
    yield GZIP_HEAD
    async with aclosing(pieces) as opened:
        async for piece in opened:
            yield compressed(piece)
