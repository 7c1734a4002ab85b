"""The White Lotus: new provinces (2.6), and the bag of square tiles."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.claims import begin_year
from guanxi.games.white_lotus.rules.material import (
    BIT,
    BUILDINGS,
    DREW,
    FOUND,
    FOUNDED,
    FOUNDING,
    TEMPLE,
    TILES,
    Material,
)


def draw_tile(p: Material) -> int:
    """Any tile of the bag, each as likely as any other (2.6)."""
    chosen = p.below(bag_size(p))
    building = 0
    while chosen >= p.bag[building]:
        chosen -= p.bag[building]
        building += 1
    p.bag[building] -= 1
    return building


def bag_size(p: Material) -> int:
    """How many tiles are in the bag."""
    size = 0
    for building in range(BUILDINGS):
        size += p.bag[building]
    return size


def lay(p: Material, province: int, building: int) -> None:
    """A square tile on an empty province (1, 2.6)."""
    p.building[province] = building
    p.settled |= BIT[province]


def redraw_tile(p: Material, seat: int) -> None:
    """Redraw a tile that only another player has seen (our ruling: what a player may know).

    Nothing else is hidden for long: income, bids, combat and deals are public, so players can count each other's
    points; the bag has no order; and `imagine` forgets the sealed choices of others.
    """
    if p.tile != NOBODY and not p.owing & (1 << seat):
        p.bag[p.tile] += 1
        p.tile = draw_tile(p)


# A tile is drawn and placed (FOUNDING)


def begin_founding(p: Material) -> None:
    """Temples count as they are when the phase begins (2.6)."""
    p.step = FOUNDING
    p.turn = 0
    for seat in range(p.seats):
        p.temples[seat] = p.holds[seat][TEMPLE]


def ask_place(p: Material) -> None:
    """Everybody draws a tile, then players with a temple, then with two, and so on, until the board is full (2.6)."""
    while p.turn < p.seats * (1 + TILES[TEMPLE]) and bag_size(p) and has_empty(p):
        seat = (p.emperor + p.turn) % p.seats
        if p.turn // p.seats <= p.temples[seat]:
            p.tile = draw_tile(p)
            p.owing = 1 << seat
            p.tell(DREW, seat, p.tile)
            return
        p.turn += 1
    begin_year(p)


def has_empty(p: Material) -> int:
    """1 if a province has neither tile nor chip."""
    return p.settled != BIT[p.board.provinces] - 1


def add_places(p: Material, moves: Moves) -> None:
    """An empty province next to any tile or chip (2.6)."""
    for province in range(p.board.provinces):
        if p.building[province] == NOBODY and p.board.near[province] & p.settled:
            moves.add(FOUND + province)


def found(p: Material, seat: int, province: int) -> None:
    """The tile that was drawn is placed face up (2.6)."""
    lay(p, province, p.tile)
    p.tell(FOUNDED, seat, province, p.tile)
    p.tile = NOBODY
    p.turn += 1
