"""Manners of bots in Haiduci: which moves a bold, a patient, a spiteful and a fair player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.moves import Capture, Emerge, Join, Keep, March, Pass, Place, Play, Remove
from guanxi.games.haiduci.rules.material import FROM_CONDITIONS, INSIDE, SOURCES
from guanxi.games.haiduci.rules.scoring import points_from

if TYPE_CHECKING:
    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.games.haiduci.rules.rules import Haiduci

CAST: tuple[Manner, ...] = ("patient", "bold", "fair", "bold", "patient", "spiteful", "fair", "spiteful")


def leaning(p: Haiduci, seat: int, move: Move, manner: Manner) -> float:
    """How well a move suits a manner, from 0 to 1."""
    match manner, move:
        case "bold", (March() | Emerge() | Play()):
            return 1.0
        case "bold", Place(at):
            return 0.0 if at_home(p, seat, at) else 0.5
        case "patient", (Keep() | Pass()):
            return 1.0
        case "patient", Place(at):
            return 1.0 if at_home(p, seat, at) else 0.0
        case "spiteful", Capture():
            return 1.0
        case "spiteful", Remove(_, faction):
            return 1.0 if faction == leading(p, seat) else 0.0
        case "fair", Join(faction, _):
            return 0.0 if faction == leading(p, seat) else 1.0
    return 0.0


def at_home(p: Haiduci, seat: int, territory: str) -> bool:
    """Whether a territory is in the own province."""
    return edition_of(p.board).territories.index(territory) // INSIDE == p.faction[seat]


def leading(p: Haiduci, seat: int) -> str:
    """The faction of the other player with the most points that are on the table."""
    leader = max((other for other in range(p.seats) if other != seat), key=lambda other: on_table(p, other))
    return edition_of(p.board).factions[p.faction[leader]]


def on_table(p: Haiduci, seat: int) -> int:
    """A player's points without those of the leader's conditions, which are secret."""
    return sum(points_from(p, seat, source) for source in range(SOURCES) if source != FROM_CONDITIONS)
