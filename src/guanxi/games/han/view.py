"""The view of a seat of Han: built from nothing, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

import msgspec
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import View
from guanxi.games.han.board import file_of
from guanxi.games.han.moves import CARD_COLOURS, Colour
from guanxi.games.han.rules import rules, scoring
from guanxi.games.han.rules.material import COLOURS, PROVINCES

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han


class Points(TypedDict):
    """A player's points by where they come from."""

    houses: int
    alliances: int
    roads: int
    ports: int


class Discards(TypedDict):
    """How many cards of each colour lie among the discards."""

    red: int
    yellow: int
    green: int
    orange: int
    violet: int


class ProvinceView(msgspec.Struct, frozen=True, gc=False):
    """A province: houses and emissaries by seat, and whether it has its disc."""

    id: str
    houses: tuple[int, ...]
    emissaries: tuple[int, ...]
    room: int  # how many more emissaries fit
    scored: bool


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """A house space that is taken."""

    id: str
    seat: int
    piece: Literal["house", "fortification", "market"]


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player; the hand is None for everybody else."""

    cards: int
    hand: tuple[Colour, ...] | None
    known: tuple[Colour, ...]  # taken in the open and not played since
    houses: int  # in supply
    emissaries: int
    markers: int
    points: Points
    total: int


class HanView(View, frozen=True, tag="han"):
    """The table as one seat sees it."""

    seat: int | None
    board: str
    first: int
    player: int
    drawing: bool
    placed: int
    within: tuple[str, ...]  # provinces where a piece may go this turn
    last_round: bool
    pile: int
    shuffled: bool  # the pile ran out once
    row: tuple[Colour, ...]
    discards: Discards
    to_move: tuple[int, ...]
    provinces: tuple[ProvinceView, ...]
    spaces: tuple[SpaceView, ...]
    players: tuple[PlayerView, ...]


def view(p: Han, seat: int | None, public: HanView | None = None) -> HanView:
    """Return a seat's view; None is a spectator.  It begins with the public view, which may be given."""
    public = public or public_view(p)
    if seat is None:
        return public
    players = (*public.players[:seat], player_view(p, seat, True), *public.players[seat + 1 :])
    return replace(public, seat=seat, players=players)


def public_view(p: Han) -> HanView:
    """Return the public view."""
    file = file_of(p.board)
    within = p.within
    return HanView(
        seat=None,
        board=file.name,
        first=p.first,
        player=p.player,
        drawing=bool(p.drawing),
        placed=p.placed,
        within=tuple(id_ for id_, open_ in zip(file.province_ids, within, strict=True) if open_),
        last_round=bool(p.last_round),
        pile=p.left,
        shuffled=p.emptied > 0,
        row=cards(p.row),
        discards=discards(p),
        to_move=tuple(other for other in range(p.seats) if p.owing >> other & 1),
        provinces=tuple(province_view(p, province) for province in range(PROVINCES)),
        spaces=space_views(p),
        players=tuple(player_view(p, other, False) for other in range(p.seats)),
    )


def cards(counts: list[int]) -> tuple[Colour, ...]:
    """Cards in the order of their colours."""
    return tuple(CARD_COLOURS[colour] for colour in range(COLOURS) for _ in range(counts[colour]))


def discards(p: Han) -> Discards:
    """The discard pile by colour: public."""
    red, yellow, green, orange, violet = p.discards
    return Discards(red=red, yellow=yellow, green=green, orange=orange, violet=violet)


def province_view(p: Han, province: int) -> ProvinceView:
    """A province: public."""
    return ProvinceView(
        id=file_of(p.board).province_ids[province],
        houses=tuple(p.houses[province][: p.seats]),
        emissaries=tuple(p.emissaries[province][: p.seats]),
        room=max(0, rules.emissary_room(p, province)),
        scored=bool(p.scored[province]),
    )


def space_views(p: Han) -> tuple[SpaceView, ...]:
    """The spaces that are taken: public."""
    file = file_of(p.board)
    houses, markets, forts = p.house, p.market, p.fort[: p.seats]
    return tuple(
        SpaceView(
            id=file.space_ids[space],
            seat=houses[space] if houses[space] != NOBODY else markets[space],
            piece="market" if houses[space] == NOBODY else "fortification" if space in forts else "house",
        )
        for space in range(p.board.spaces)
        if houses[space] != NOBODY or markets[space] != NOBODY
    )


def player_view(p: Han, seat: int, own: bool) -> PlayerView:
    """A player: the hand only for themselves."""
    houses, alliances, roads, ports = (row[seat] for row in p.points)
    return PlayerView(
        cards=p.held[seat],
        hand=cards(p.hand[seat]) if own else None,
        known=cards(p.known[seat]),
        houses=p.houses_left[seat],
        emissaries=p.emissaries_left[seat],
        markers=p.markers_left[seat],
        points=Points(houses=houses, alliances=alliances, roads=roads, ports=ports),
        total=scoring.total(p, seat),
    )
