"""Previews of placing a piece in Han: the cards it costs, and how everybody's points would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.game import Preview
from guanxi.engine.text import Phrase
from guanxi.games.han.board import file_of
from guanxi.games.han.events import Completed
from guanxi.games.han.moves import Colour, Piece, typed
from guanxi.games.han.rules import rules, scoring
from guanxi.games.han.view import Points, cards

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han


class GainPreview(msgspec.Struct, frozen=True):
    """The change of a player's points if the game ended right after the move instead of right before it."""

    seat: int
    points: Points
    total: int


class CompletedPreview(msgspec.Struct, frozen=True):
    """A province whose houses are scored at once, with its words and the points of each seat."""

    province: str
    phrase: Phrase
    points: tuple[int, ...]


class HanPreview(Preview, frozen=True, tag="han"):
    """A piece: the cards it costs, those that stay in hand, provinces it completes, and the points it moves."""

    pay: tuple[Colour, ...]
    hand: tuple[Colour, ...]
    completed: tuple[CompletedPreview, ...]
    gains: tuple[GainPreview, ...]  # one's own first, then those of others whose points change


def preview(p: Han, seat: int, number: int) -> HanPreview | None:
    """Preview a piece; other moves are as plain as their words."""
    if number >= rules.STOP:
        return None
    move = typed(p, number)
    assert isinstance(move, Piece)
    after = p.copy()
    after.play(seat, number)
    others = [other for other in range(p.seats) if other != seat]
    gains = [gain(p, after, other) for other in (seat, *others)]
    return HanPreview(
        pay=move.pay,
        hand=cards(after.hand[seat]),
        completed=completed(p, after),
        gains=tuple(gain for gain in gains if gain.seat == seat or any(gain.points.values())),
    )


def gain(before: Han, after: Han, seat: int) -> GainPreview:
    """The change of one player's points."""
    houses, alliances, roads, ports = (
        new[seat] - old[seat] for old, new in zip(final_points(before), final_points(after), strict=True)
    )
    points = Points(houses=houses, alliances=alliances, roads=roads, ports=ports)
    return GainPreview(seat, points, houses + alliances + roads + ports)


def final_points(p: Han) -> list[list[int]]:
    """The points by source and seat if the game ended now (Final scoring)."""
    if p.owing == 0:
        return p.points
    ended = p.copy()
    scoring.final_scoring(ended)
    return ended.points


def completed(before: Han, after: Han) -> tuple[CompletedPreview, ...]:
    """The provinces that got their disc because they are full (House scoring)."""
    file = file_of(before.board)
    return tuple(
        CompletedPreview(
            id_,
            Completed(id_).phrase(file),
            tuple(scoring.province_points(after, province, seat) for seat in range(before.seats)),
        )
        for province, id_ in enumerate(file.province_ids)
        if not before.scored[province] and after.filled[province] == after.board.size[province]
    )
