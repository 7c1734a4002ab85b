"""Manners of bots in Han: which moves a bold, a patient, a spiteful and a fair player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han.board import file_of
from guanxi.games.han.moves import Draw, Emissary, Fortification, House, Market, Stop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.games.han.moves import Piece
    from guanxi.games.han.rules.rules import Han

CAST: tuple[Manner, ...] = ("fair", "bold", "spiteful", "patient", "patient", "bold", "fair", "spiteful")
CROWD = 4  # houses of others that make a province as contested as can be


def leaning(p: Han, seat: int, move: Move, manner: Manner) -> float:
    """How well a move suits a manner, from 0 to 1."""
    match manner, move:
        case "bold", (Fortification() | Market()):
            return 1.0
        case "bold", House():
            return min(1.0, sum(others(p, seat, move)) / CROWD)
        case "patient", (Stop() | Draw(card="pile")):
            return 1.0
        case "patient", (House() | Emissary()):
            return 1.0 if any(p.houses[province][seat] for province in provinces(p, move)) else 0.0
        case "spiteful", (House() | Emissary()):
            return min(1.0, most_of_leader(p, seat, move) / CROWD)
        case "fair", (House() | Emissary()):
            return 0.0 if any(others(p, seat, move)) else 1.0
    return 0.0


def provinces(p: Han, piece: Piece) -> list[int]:
    """The provinces that a piece is placed in; a border belongs to two."""
    file = file_of(p.board)
    homes = (piece.at,) if isinstance(piece, Emissary) else file.spaces[piece.at].provinces
    return [file.province_ids.index(home) for home in homes]


def others(p: Han, seat: int, piece: Piece) -> Iterator[int]:
    """The numbers of houses that others have where a piece is placed."""
    for province in provinces(p, piece):
        yield from (p.houses[province][other] for other in range(p.seats) if other != seat)


def most_of_leader(p: Han, seat: int, piece: Piece) -> int:
    """The houses that the leader among the others has where a piece is placed."""
    scores = {other: sum(row[other] for row in p.points) for other in range(p.seats) if other != seat}
    leader = max(scores, key=lambda other: scores[other])
    return sum(p.houses[province][leader] for province in provinces(p, piece))
