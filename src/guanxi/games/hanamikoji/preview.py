"""Previews of Hanamikoji: the majorities after a choice, as far as its player can know them.

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
    from collections.abc import Iterator

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


class AnswerPreview(msgspec.Struct, frozen=True):
    """An answer to an offer: the items the opponent takes, those left to the player, and the geishas this touches."""

    takes: tuple[Item, ...]
    leaves: tuple[Item, ...]
    geishas: tuple[GeishaPreview, ...]


class HanamikojiPreview(Preview, frozen=True, tag="hanamikoji"):
    """The geishas that the move touches; for an offer, those of each possible answer."""

    geishas: tuple[GeishaPreview, ...]
    answers: tuple[AnswerPreview, ...]


def preview(p: Hanamikoji, seat: int, number: int) -> HanamikojiPreview | None:
    """Preview a secret, an answer to an offer, or each answer to an own offer; a trade-off changes nothing."""
    if number < material.TRADE_OFF:
        after = p.copy()
        rules.keep_secret(after, seat, number - material.SECRET)
        return HanamikojiPreview(touched(p, after, seat), ())
    if number >= material.TAKE:
        return HanamikojiPreview(touched(p, answered(p, seat, p.offer, number), seat), ())
    if number >= material.GIFT:
        return HanamikojiPreview((), tuple(answer_preview(p, seat, number, answer) for answer in answers(number)))
    return None


def answers(offer: int) -> list[int]:
    """The different answers to an offer, as moves."""
    if offer < material.COMPETITION:
        return [material.TAKE + item for item in sorted({*material.TRIPLE[offer - material.GIFT]})]
    one, two = material.SPLIT[offer - material.COMPETITION]
    return [material.TAKE_PAIR] if one == two else [material.TAKE_PAIR, material.TAKE_PAIR + 1]


def answered(p: Hanamikoji, seat: int, offer: int, answer: int) -> Hanamikoji:
    """The sides after a seat has answered an offer (Action 3: gift, Action 4: competition)."""
    after = p.copy()
    if answer < material.TAKE_PAIR:
        rules.share_gift(after, seat, offer - material.GIFT, answer - material.TAKE, 1)
    else:
        taken, split = answer - material.TAKE_PAIR, material.SPLIT[offer - material.COMPETITION]
        rules.place_pair(after, seat, split[taken], 1)
        rules.place_pair(after, 1 - seat, split[1 - taken], 1)
    return after


def answer_preview(p: Hanamikoji, seat: int, offer: int, answer: int) -> AnswerPreview:
    """Preview one answer of the opponent to the seat's offer."""
    after = answered(p, 1 - seat, offer, answer)
    return AnswerPreview(
        takes=tuple(laid(p, after, 1 - seat)),
        leaves=tuple(laid(p, after, seat)),
        geishas=touched(p, after, seat),
    )


def laid(before: Hanamikoji, after: Hanamikoji, seat: int) -> Iterator[Item]:
    """The items that were laid on a side."""
    for geisha, item in enumerate(ITEMS):
        for _ in range(after.side[seat][geisha] - before.side[seat][geisha]):
            yield item


def touched(before: Hanamikoji, after: Hanamikoji, seat: int) -> tuple[GeishaPreview, ...]:
    """The geishas for whom something changes."""
    return tuple(
        geisha_preview(before, after, seat, geisha)
        for geisha in range(GEISHAS)
        if items(before, geisha) != items(after, geisha) or before.secret[seat] != after.secret[seat] == geisha
    )


def geisha_preview(before: Hanamikoji, after: Hanamikoji, seat: int, geisha: int) -> GeishaPreview:
    """One geisha before and after a move."""
    return GeishaPreview(
        item=ITEMS[geisha],
        charm=before.cards.charm[geisha],
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
