"""Manners of bots in Hanamikoji: which moves a bold, a patient, a spiteful and a fair player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.hanamikoji.moves import ITEMS, Competition, Gift, Secret, Take, TakePair, TradeOff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.games.hanamikoji.moves import Item
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

CAST: tuple[Manner, ...] = ("patient", "fair", "spiteful", "bold", "patient", "bold")


def leaning(p: Hanamikoji, seat: int, move: Move, manner: Manner) -> float:
    """How well a move suits a manner, from 0 to 1."""
    match manner, move:
        case "bold", Competition():
            return 1.0
        case "bold", Gift():
            return 0.6
        case "bold", (Take() | TakePair()):
            return share(charm(p, taken(move)), 10)
        case "patient", Secret():
            return 1.0
        case "patient", TradeOff():
            return 0.7
        case "spiteful", TradeOff(cards):
            return share(charm(p, cards), 10)
        case "spiteful", (Take() | TakePair()):
            return share(sum(behind(p, seat, item) for item in taken(move)), 2)
        case "fair", Gift(cards):
            return 1.0 if charm(p, cards) == 3 * p.cards.charm[ITEMS.index(cards[0])] else 0.3
        case "fair", Competition(pairs):
            return 1.0 - share(abs(charm(p, pairs[0]) - charm(p, pairs[1])), 6)
    return 0.0


def taken(move: Take | TakePair) -> Sequence[Item]:
    """The items that an answer takes."""
    return (move.card,) if isinstance(move, Take) else move.cards


def charm(p: Hanamikoji, items: Sequence[Item]) -> int:
    """The charm of the geishas who love these items."""
    return sum(p.cards.charm[ITEMS.index(item)] for item in items)


def behind(p: Hanamikoji, seat: int, item: Item) -> bool:
    """Whether the opponent has more items beside a geisha."""
    geisha = ITEMS.index(item)
    return p.side[1 - seat][geisha] > p.side[seat][geisha]


def share(amount: float, most: float) -> float:
    """An amount as a part of the usual most, at most 1."""
    return min(1.0, amount / most)
