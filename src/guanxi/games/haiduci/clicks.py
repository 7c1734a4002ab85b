"""The move of Haiduci that a player means by a click, legal or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.moves import KINDS, Join, Offer, ids_of, typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Move
    from guanxi.games.haiduci.moves import Worded
    from guanxi.games.haiduci.rules.rules import Haiduci


def meant(p: Haiduci, seat: int, places: Sequence[str]) -> Move | None:
    """A move of a kind that is asked for now, if one names the place; None for places that no move names."""
    edition = edition_of(p.board)
    asked = {type(typed(p, number)) for number in p.legal(seat)}
    for kind in sorted(KINDS, key=lambda kind: kind not in asked):
        parts = named_by(kind, places[-1])
        if parts is None or any(id_ not in ids_of(edition, field) for field, id_ in parts.items()):
            continue
        if kind is Offer and parts.get("faction", own(p, seat)) != own(p, seat):
            kind = Join  # another's first box is the way to its second
        for place in places[:-1]:
            parts = {**(named_by(kind, place) or {}), **parts}
        return kind(**{field: parts.get(field) or usual(p, seat, field) for field in kind.__struct_fields__})
    return None


def named_by(kind: type[Worded], place: str) -> dict[str, str] | None:
    """The parts of a kind of move that a place names; None if no such move touches the place."""
    for pattern in kind.places:
        found = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^:]+)", pattern), place)
        if found:
            return found.groupdict()
    return None


def own(p: Haiduci, seat: int) -> str:
    """The faction of a seat, or any before it has chosen one."""
    return edition_of(p.board).factions[max(p.faction[seat], 0)]


def usual(p: Haiduci, seat: int, field: str) -> str:
    """The place a move names if none was clicked for it: a card of the hand, a haiduc on the board, the own faction."""
    edition = edition_of(p.board)
    if field == "card":
        hand = zip(edition.card_ids, p.hand[seat], strict=True)
        return next((card for card, count in hand if count), edition.card_ids[0])
    if field == "haiduc":
        places = zip(edition.haiduci, p.place, strict=True)
        return next((haiduc for haiduc, place in places if place != NOBODY), edition.haiduci[0])
    return own(p, seat) if field in ("faction", "province") else edition.territories[0]
