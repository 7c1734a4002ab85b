"""Manners of bots in The White Lotus: which moves a bold, a patient, a spiteful and a fair player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.moves import Against, Claim, Combat, Decline, Eject, Influence, Lead, Pass, Side, Take

if TYPE_CHECKING:
    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

CAST: tuple[Manner, ...] = ("patient", "bold", "spiteful", "fair", "fair", "patient", "bold", "spiteful")
HIGH = 10  # points that make a bid as bold as can be


def leaning(p: WhiteLotus, seat: int, move: Move, manner: Manner) -> float:
    """How well a move suits a manner, from 0 to 1."""
    match manner, move:
        case "bold", (Influence(points) | Combat(points)):
            return min(1.0, points / HIGH)
        case "bold", (Lead(answer="yes") | Side(camp="rebels")):
            return 1.0
        case "bold", Claim(at):
            return 1.0 if rivals(p, seat, at) else 0.0
        case "patient", (Influence(points) | Combat(points)):
            return 1.0 - min(1.0, points / HIGH)
        case "patient", (Lead(answer="no") | Pass()):
            return 1.0
        case "spiteful", (Against(other) | Eject(other)):
            return 1.0 if other == leader(p, seat) else 0.0
        case "spiteful", Take(at):
            return 1.0 if p.owner[number(p, at)] == leader(p, seat) else 0.0
        case "spiteful", Claim(at):
            return 1.0 if rivals(p, seat, at) >> leader(p, seat) & 1 else 0.0
        case "fair", Claim(at):
            return 0.0 if rivals(p, seat, at) else 1.0
        case "fair", (Decline() | Side(camp="emperor")):
            return 1.0
    return 0.0


def number(p: WhiteLotus, province: str) -> int:
    """The number of a province of the board."""
    return file_of(p.board).province_ids.index(province)


def rivals(p: WhiteLotus, seat: int, province: str) -> int:
    """The other players with a cube in a province, as bits."""
    return p.claims[number(p, province)] & ~(1 << seat)


def leader(p: WhiteLotus, seat: int) -> int:
    """The other player with the most buildings."""
    return max((other for other in range(p.seats) if other != seat), key=lambda other: sum(p.holds[other]))
