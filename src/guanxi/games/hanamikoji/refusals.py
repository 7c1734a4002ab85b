"""Typed move → number, or the reason why Hanamikoji's rules refuse it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.text import phrase
from guanxi.games.hanamikoji.moves import (
    ACTIONS,
    ITEMS,
    Competition,
    Gift,
    Item,
    Secret,
    Take,
    TakePair,
    TradeOff,
    action_number,
    item_phrase,
    items_phrase,
    rising,
    split_pairs,
    triple_items,
)
from guanxi.games.hanamikoji.rules import material

if TYPE_CHECKING:
    from guanxi.engine.moves import Move, Refuse
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def number(p: Hanamikoji, seat: int, move: Move, refuse: Refuse) -> int:
    """The number of a move, or the reason why the rules refuse it."""
    if isinstance(move, Take | TakePair):
        return answer_number(p, move, refuse)
    if p.offer != NOBODY:
        raise refuse("answer-first", "actions")
    action = move.notation().split()[0]
    if p.used[seat][ACTIONS.index(action)]:
        raise refuse("used", "actions", action=phrase(f"action.{action}"))
    hand = p.hand[seat]
    for item, needed in Counter(cards_of(move)).items():
        held = hand[ITEMS.index(item)]
        if held < needed:
            raise refuse("not-held", action, item=item_phrase(item), n=held)
    return action_number(move)


def cards_of(move: Move) -> tuple[Item, ...]:
    """The cards of the hand that an action uses."""
    match move:
        case Secret(card):
            return (card,)
        case TradeOff(cards) | Gift(cards):
            return cards
        case Competition(pairs):
            return pairs[0] + pairs[1]
    raise TypeError(f"{move!r} is not an action of Hanamikoji")


def answer_number(p: Hanamikoji, move: Take | TakePair, refuse: Refuse) -> int:
    """The number of an answer, or the reason why it does not fit what was offered."""
    if p.offer == NOBODY:
        raise refuse("nothing-offered", "actions")
    if p.offer < material.COMPETITION:
        items = triple_items(p.offer - material.GIFT)
        if not isinstance(move, Take) or move.card not in items:
            raise refuse("not-offered", "gift", items=items_phrase(tuple(dict.fromkeys(items))))
        return material.TAKE + ITEMS.index(move.card)
    pairs = split_pairs(p.offer - material.COMPETITION)
    if not isinstance(move, TakePair) or rising(move.cards) not in pairs:
        first, second = (items_phrase(pair) for pair in pairs)
        raise refuse("not-a-pair", "competition", first=first, second=second)
    return material.TAKE_PAIR + pairs.index(rising(move.cards))
