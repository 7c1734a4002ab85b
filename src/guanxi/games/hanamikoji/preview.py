"""What a choice would make of the majorities in Hanamikoji, as far as its player can know.

The player's own secret counts, the opponent's is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import Preview
from guanxi.games.hanamikoji.moves import ITEMS, Item
from guanxi.games.hanamikoji.rules import material, rules
from guanxi.games.hanamikoji.rules.material import GEISHAS, SEATS

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


class GeishaPreview(msgspec.Struct, frozen=True):
    """A geisha for whom something changes: the items on each side by seat, and who would win her favour."""

    item: Item
    charm: int
    before: tuple[int, ...]
    items: tuple[int, ...]
    secret: bool  # one of the viewer's items is the secret, which is not counted in `items`
    favour_before: int | None  # if the round ended right before the move
    favour: int | None  # if it ended right after it


class HanamikojiPreview(Preview, frozen=True, tag="hanamikoji"):
    """The geishas that the move touches."""

    geishas: tuple[GeishaPreview, ...]


def preview(p: Hanamikoji, seat: int, number: int) -> HanamikojiPreview | None:
    """What a secret or an answer to an offer would do; what others do with an offer is theirs to choose."""
    after = p.copy()
    if number < material.TRADE_OFF:
        rules.keep_secret(after, seat, number - material.SECRET)
    elif number >= material.TAKE_PAIR:
        taken = number - material.TAKE_PAIR
        split = material.SPLIT[p.offer - material.COMPETITION]
        rules.place_pair(after, seat, split[taken], 1)
        rules.place_pair(after, 1 - seat, split[1 - taken], 1)
    elif number >= material.TAKE:
        rules.share_gift(after, seat, p.offer - material.GIFT, number - material.TAKE, 1)
    else:
        return None
    return HanamikojiPreview(
        tuple(
            geisha_preview(p, after, seat, geisha)
            for geisha in range(GEISHAS)
            if items(p, geisha) != items(after, geisha) or p.secret[seat] != after.secret[seat] == geisha
        )
    )


def geisha_preview(before: Hanamikoji, after: Hanamikoji, seat: int, geisha: int) -> GeishaPreview:
    """One geisha before and after a move."""
    return GeishaPreview(
        item=ITEMS[geisha],
        charm=material.CHARM[geisha],
        before=items(before, geisha),
        items=items(after, geisha),
        secret=after.secret[seat] == geisha,
        favour_before=favour(before, seat, geisha),
        favour=favour(after, seat, geisha),
    )


def items(p: Hanamikoji, geisha: int) -> tuple[int, ...]:
    """The open items on each side."""
    return tuple(p.side[seat][geisha] for seat in range(SEATS))


def favour(p: Hanamikoji, seat: int, geisha: int) -> int | None:
    """The seat with more items, the viewer's secret included; with equal numbers the token stays (Scoring)."""
    counts = list(items(p, geisha))
    counts[seat] += p.secret[seat] == geisha
    if counts[0] != counts[1]:
        return 0 if counts[0] > counts[1] else 1
    return None if p.favour[geisha] == NOBODY else p.favour[geisha]
