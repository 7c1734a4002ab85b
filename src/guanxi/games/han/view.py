"""What a seat of Han may see: built from nothing, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.game import View
from guanxi.engine.position import NOBODY
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.han import material, rules, scoring
from guanxi.games.han.board import file_of
from guanxi.games.han.material import COLOURS, PLAYERS, PROVINCES
from guanxi.games.han.moves import CARD_COLOURS, Colour, Piece, card_phrase, cards_phrase, place_name, typed

if TYPE_CHECKING:
    from guanxi.engine.game import Story
    from guanxi.engine.moves import Move
    from guanxi.games.han.rules import Han

SOURCES = ("houses", "alliances", "roads", "ports")


class ProvinceView(msgspec.Struct, frozen=True):
    """A province: houses and emissaries by seat, and whether it has its disc."""

    id: str
    houses: tuple[int, ...]
    emissaries: tuple[int, ...]
    room: int  # how many more emissaries fit
    scored: bool


class SpaceView(msgspec.Struct, frozen=True):
    """A house space that is taken."""

    id: str
    seat: int
    piece: str  # house, fortification or market


class PlayerView(msgspec.Struct, frozen=True):
    """One player; the hand is None for everybody else."""

    cards: int
    hand: tuple[Colour, ...] | None
    known: tuple[Colour, ...]  # taken in the open and not played since
    houses: int  # in supply
    emissaries: int
    markers: int
    points: dict[str, int]
    total: int


class HanView(View, frozen=True):
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
    discards: dict[str, int]
    to_move: tuple[int, ...]
    provinces: tuple[ProvinceView, ...]
    spaces: tuple[SpaceView, ...]
    players: tuple[PlayerView, ...]


def view(p: Han, seat: int | None) -> HanView:
    """What a seat may see; None is a spectator."""
    file = file_of(p.board)
    within, discards = p.within, p.discards
    return HanView(
        seat=seat,
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
        discards={CARD_COLOURS[colour]: discards[colour] for colour in range(COLOURS)},
        to_move=tuple(other for other in range(p.seats) if p.owing >> other & 1),
        provinces=tuple(province_view(p, province) for province in range(PROVINCES)),
        spaces=space_views(p),
        players=tuple(player_view(p, other, other == seat) for other in range(p.seats)),
    )


def cards(counts: list[int]) -> tuple[Colour, ...]:
    """Cards in the order of their colours."""
    return tuple(CARD_COLOURS[colour] for colour in range(COLOURS) for _ in range(counts[colour]))


def province_view(p: Han, province: int) -> ProvinceView:
    """A province: public."""
    row = slice(province * PLAYERS, province * PLAYERS + p.seats)
    return ProvinceView(
        id=file_of(p.board).province_ids[province],
        houses=tuple(p.houses[row]),
        emissaries=tuple(p.emissaries[row]),
        room=max(0, rules.emissary_room(p, province)),
        scored=bool(p.scored[province]),
    )


def provinces(p: Han, move: Move) -> tuple[str, ...]:
    """The provinces that a piece reaches: two from a border."""
    if not isinstance(move, Piece):
        return ()
    file = file_of(p.board)
    ids = [move.at] if move.at in file.provinces else file.spaces[move.at].provinces
    return tuple(file.provinces[id_].name for id_ in ids)


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
    row = slice(seat * COLOURS, (seat + 1) * COLOURS)
    points = p.points
    return PlayerView(
        cards=p.held[seat],
        hand=cards(p.hand[row]) if own else None,
        known=cards(p.known[row]),
        houses=p.houses_left[seat],
        emissaries=p.emissaries_left[seat],
        markers=p.markers_left[seat],
        points={source: points[number * PLAYERS + seat] for number, source in enumerate(SOURCES)},
        total=scoring.total(p, seat),
    )


def prompt(p: Han, seat: int | None) -> Phrase:
    """What is asked of a seat, in one sentence."""
    if p.owing == 0:
        return phrase("prompt.over")
    if seat != p.player:
        return phrase("prompt.wait", player=player(p.player))
    if p.drawing:
        return phrase("prompt.draw", n=material.HAND - p.held[seat])
    if p.placed == 0:
        return phrase("prompt.last" if p.last_round else "prompt.place")
    file = file_of(p.board)
    within = p.within
    names = [file.provinces[id_].name for id_, open_ in zip(file.province_ids, within, strict=True) if open_]
    return phrase("prompt.second", at=" / ".join(names))


def event(p: Han, told: Story, seat: int | None) -> Phrase:
    """What a seat may know of something that happened: cards drawn from the pile are the drawer's alone."""
    kind, a, b, c = told
    file = file_of(p.board)
    match kind:
        case material.BEGAN:
            return phrase("event.began", player=player(a))
        case material.PLACED:
            return placed(p, a, b)
        case material.STOPPED:
            return phrase("event.stopped", player=player(a))
        case material.DISCARDED:
            return phrase("event.discarded", player=player(a), card=card_phrase(CARD_COLOURS[b]))
        case material.TOOK:
            return phrase("event.took", player=player(a), card=card_phrase(CARD_COLOURS[b]))
        case material.DREW if seat == a:
            return phrase("event.drew.card", player=player(a), card=card_phrase(CARD_COLOURS[b]))
        case material.DREW:
            return phrase("event.drew", player=player(a))
        case material.REFILLED:
            return phrase("event.refilled", card=card_phrase(CARD_COLOURS[a]))
        case material.SHUFFLED:
            return phrase("event.shuffled")
        case material.LAST_ROUND:
            return phrase("event.last-round", player=player(a))
        case material.COMPLETED:
            return phrase("event.completed", province=file.provinces[file.province_ids[a]].name)
        case material.SCORED:
            return scored(p, a, b, c)
        case material.MARKETS_CLOSED:
            return phrase("event.markets")
        case material.FINAL:
            return phrase("event.blocked" if a else "event.final")
    return won(a)


def placed(p: Han, by: int, number: int) -> Phrase:
    """A piece with its place and its cards: public."""
    move = typed(p, number)
    assert isinstance(move, Piece)
    place = place_name(file_of(p.board), move.at)
    # The text says the name; the id is for programs, such as the browser's map.
    return phrase(f"event.{move.word()}", player=player(by), place=place, at=move.at, cards=cards_phrase(move.pay))


def scored(p: Han, seat: int, points: int, source_and_what: int) -> Phrase:
    """Points with their source: public."""
    source, what = divmod(source_and_what, 100)
    file = file_of(p.board)
    names = [file.provinces[id_].name for id_ in file.province_ids]
    if source == material.FROM_HOUSES:
        return phrase("event.scored.houses", player=player(seat), n=points, province=names[what])
    if source == material.FROM_ALLIANCES:
        one, other = p.board.alliance[what * 2 : what * 2 + 2]
        pair = {"first": names[one], "second": names[other]}
        return phrase("event.scored.alliance", player=player(seat), n=points, number=what + 1, **pair)
    return phrase(f"event.scored.{SOURCES[source]}", player=player(seat), n=points)


def won(winners: int) -> Phrase:
    """Who is the new emperor."""
    seats = [seat for seat in range(PLAYERS) if winners >> seat & 1]
    if len(seats) == 1:
        return phrase("event.won", player=player(seats[0]))
    return phrase("event.shared", players=Phrase("list", {"items": tuple(player(seat) for seat in seats)}))
