"""The messages of a stream: the whole state first, then only what has changed since the last message.

A patch of a value is `[new]` (replace it), `[]` (the key is gone), or an object of patches by key, or by index for an
array of the same length.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import astuple

from guanxi.server.tables.access import viewing_seat
from guanxi.server.tables.earlier import seen_by_spectators
from guanxi.server.tables.play import START, Cursor
from guanxi.server.tables.state import audience_of, settled_state, state, told_since
from guanxi.server.tables.wire import Update

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msgspec import Struct

    from guanxi.server.http.identity import Who
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State

encode = msgspec.json.Encoder().encode
WHOLE = frozenset((bool, int, float, str, NoneType))  # types of values without parts
Known = dict[tuple[int, int], tuple[Any, Any, Any]]  # by the ids of two values: the values, and the patch between them


class Shown(NamedTuple):
    """The last state that the client of a stream was told."""

    id: str
    seat: int | None
    rewritten: int
    cursor: Cursor
    state: State  # without its growing parts; all who see the same share it


def next_message(play: Play, who: Who, asked: int | None, before: Shown | None, seen: str) -> tuple[Shown, bytes]:
    """The client's view now, and the message that brings it there; the message is empty if `seen` names this state."""
    seat = viewing_seat(play, who, asked)
    play = seen_by_spectators(play) if seat is None else play
    audience = audience_of(play, seat, who)
    cursor = Cursor(len(play.lines), play.table.moves) if play.started else START
    settled = settled_state(play, audience)
    shown = Shown(event_id(settled), seat, play.rewritten, cursor, settled)
    if shown.id and shown.id == (before.id if before else seen):
        return shown, b""
    if before and (before.seat, before.rewritten) != (seat, play.rewritten):
        before = None
    key = (audience, before and (before.cursor, id(before.state)))
    if found := play.messages.get(key):
        return shown, found[1]
    if before is None:
        text = message("state", shown.id, state(play, seat, who))
    else:
        patch = difference(before.state, settled, play.patches) or {}
        events, moments = told_since(play, seat, before.cursor)
        if not (patch or events or moments):
            return shown, b""  # a change that this client may not learn of
        text = message("update", shown.id, Update(before.cursor.lines, events, moments, patch))
    if seat is None:
        # Any number of spectators get the same message.  The old state is kept with it: its id must not be used again.
        play.messages[key] = (before, text)
    return shown, text


def event_id(state: State) -> str:
    """The length of the state, and the number of changes outside it if there were any.

    Empty while something can change that is not counted, so that a reconnect gets the state again.
    """
    settled = state.started and state.undo.asked_by is None and not (state.rematch and state.rematch.table)
    if not settled:
        return ""
    return f"{state.length}.{state.changes}" if state.changes else str(state.length)


def message(kind: str, id_: str, data: Any) -> bytes:
    """A Server-Sent Event."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (id_.encode(), kind.encode(), encode(data))


def difference(old: Any, new: Any, known: Known | None = None) -> Any:
    """The patch that turns one value into another; None if they are equal.  Values are JSON or structs.

    `known` collects patches between parts: those that several clients see are compared once.
    """
    return None if old is new or old == new else change(old, new, {} if known is None else known)


def change(old: Any, new: Any, known: Known) -> Any:
    """The patch between two values that differ."""
    kind = type(new)
    if kind in WHOLE or type(old) is not kind:
        return [new]
    key = id(old), id(new)
    found = known.get(key)
    if found is None:
        # Both values are kept with their patch, so that their ids are not used again.
        part_change = PARTS.get(kind) or struct_change
        found = known[key] = (old, new, part_change(old, new, known))
    return found[2]


def dict_change(old: dict[str, Any], new: dict[str, Any], known: Known) -> Any:
    """The patch between two objects, by key."""
    patch: dict[str, Any] = {key: [value] for key, value in new.items() if key not in old}
    patch |= {key: change(value, new[key], known) for key, value in old.items() if key in new and value != new[key]}
    return patch | {key: [] for key in old.keys() - new.keys()}


def row_change(old: Sequence[Any], new: Sequence[Any], known: Known) -> Any:
    """The patch between two arrays, by index; whole if they have other lengths or little in common."""
    if len(old) == len(new):
        changed = [index for index, value in enumerate(new) if old[index] != value]
        if len(changed) * 2 <= len(new):
            return {str(index): change(old[index], new[index], known) for index in changed}
    return [new]


def struct_change(old: Struct, new: Struct, known: Known) -> Any:
    """The patch between two structs, by field; whole if they have fields without a value."""
    if new.__struct_config__.omit_defaults:
        return [new]
    # Most fields are the same object or equal, and most of the others have no parts: no call for them.
    return {
        name: [after] if type(after) in WHOLE else change(before, after, known)
        for name, before, after in zip(new.__struct_encode_fields__, astuple(old), astuple(new), strict=True)
        if before is not after and before != after
    }


PARTS: dict[type, Callable[[Any, Any, Known], Any]] = {dict: dict_change, list: row_change, tuple: row_change}


def patched(value: Any, patch: Any) -> Any:
    """A value after a patch; the inverse of `difference`, for clients in Python."""
    if isinstance(patch, list):
        return patch[0]
    if isinstance(value, list):
        return [patched(old, patch[str(index)]) if str(index) in patch else old for index, old in enumerate(value)]
    kept = {key: old for key, old in value.items() if patch.get(key) != []}
    return kept | {key: patched(value.get(key), change) for key, change in patch.items() if change != []}
