"""Hanamikoji's moves: number → typed move ⇄ notation.

`refusals.py` turns a typed move back into its number, or says why it is refused.

secret fan    trade-off fan drum    gift fan fan drum    competition fan drum / bowl letter
take fan      take fan drum
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from guanxi.engine.moves import Move, whole_word
from guanxi.engine.text import Phrase, list_of, phrase
from guanxi.games.hanamikoji.rules import material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Refuse
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

Item = Literal["flute", "fan", "scroll", "umbrella", "drum", "bowl", "letter"]
ITEMS: tuple[Item, ...] = ("flute", "fan", "scroll", "umbrella", "drum", "bowl", "letter")
Action = Literal["secret", "trade-off", "gift", "competition"]
ACTIONS: tuple[Action, ...] = ("secret", "trade-off", "gift", "competition")
CARDS = {"secret": 1, "trade-off": 2, "gift": 3, "competition": 4}

Pair = tuple[Item, Item]


class Choice(Move, frozen=True):
    """A move of Hanamikoji: each uses up an action or gives away cards for the round."""

    important = True


class Secret(Choice, frozen=True, tag="secret"):
    """Keep one card face down; it counts at the end of the round."""

    card: Item

    def notation(self) -> str:
        return f"secret {self.card}"

    def touches(self) -> tuple[str, ...]:
        return ("action:secret", f"hand:{self.card}")

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.secret", item=item_phrase(self.card))


class TradeOff(Choice, frozen=True, tag="trade-off"):
    """Put two cards away face down; they do not count."""

    cards: Pair

    def notation(self) -> str:
        return f"trade-off {' '.join(self.cards)}"

    def touches(self) -> tuple[str, ...]:
        return ("action:trade-off", *(f"hand:{card}" for card in self.cards))

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.trade-off", items=items_phrase(self.cards))


class Gift(Choice, frozen=True, tag="gift"):
    """Show three cards; the opponent takes one."""

    cards: tuple[Item, Item, Item]

    def notation(self) -> str:
        return f"gift {' '.join(self.cards)}"

    def touches(self) -> tuple[str, ...]:
        return ("action:gift", *(f"hand:{card}" for card in self.cards))

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.gift", items=items_phrase(self.cards))


class Competition(Choice, frozen=True, tag="competition"):
    """Show two pairs; the opponent takes one."""

    pairs: tuple[Pair, Pair]

    def notation(self) -> str:
        return f"competition {' '.join(self.pairs[0])} / {' '.join(self.pairs[1])}"

    def touches(self) -> tuple[str, ...]:
        return ("action:competition", *(f"hand:{card}" for pair in self.pairs for card in pair))

    def phrase(self, board: Any) -> Phrase:
        first, second = (items_phrase(pair) for pair in self.pairs)
        return phrase("move.competition", first=first, second=second)


class Take(Choice, frozen=True, tag="take"):
    """Take one card of a gift."""

    card: Item

    def notation(self) -> str:
        return f"take {self.card}"

    def touches(self) -> tuple[str, ...]:
        return (f"offer:{self.card}",)

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.take", items=item_phrase(self.card))


class TakePair(Choice, frozen=True, tag="take-pair"):
    """Take one pair of a competition."""

    cards: Pair

    def notation(self) -> str:
        return f"take {' '.join(self.cards)}"

    def touches(self) -> tuple[str, ...]:
        return (f"offer:{'+'.join(self.cards)}",)

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.take", items=items_phrase(self.cards))


HanamikojiMove = Secret | TradeOff | Gift | Competition | Take | TakePair


def item_phrase(item: Item) -> Phrase:
    """The word for an item."""
    return phrase(f"item.{item}")


def items_phrase(items: Sequence[Item]) -> Phrase:
    """The words for several items."""
    return list_of([item_phrase(item) for item in items])


def pair_items(pair: int) -> Pair:
    """The two items of a numbered pair."""
    one, two = material.PAIR[pair]
    return ITEMS[one], ITEMS[two]


def triple_items(triple: int) -> tuple[Item, Item, Item]:
    """The three items of a numbered triple."""
    one, two, three = material.TRIPLE[triple]
    return ITEMS[one], ITEMS[two], ITEMS[three]


def split_pairs(split: int) -> tuple[Pair, Pair]:
    """The two pairs of a numbered split."""
    first, second = material.SPLIT[split]
    return pair_items(first), pair_items(second)


PAIR_NUMBER = {pair_items(pair): pair for pair in range(material.PAIRS)}
TRIPLE_NUMBER = {triple_items(triple): triple for triple in range(material.TRIPLES)}
SPLIT_NUMBER = {split_pairs(split): split for split in range(material.SPLITS)}


def typed(p: Hanamikoji, number: int) -> Move:
    """The typed move for a number that is legal in a position."""
    if number < material.TRADE_OFF:
        return Secret(ITEMS[number - material.SECRET])
    if number < material.GIFT:
        return TradeOff(pair_items(number - material.TRADE_OFF))
    if number < material.COMPETITION:
        return Gift(triple_items(number - material.GIFT))
    if number < material.TAKE:
        return Competition(split_pairs(number - material.COMPETITION))
    if number < material.TAKE_PAIR:
        return Take(ITEMS[number - material.TAKE])
    return TakePair(split_pairs(p.offer - material.COMPETITION)[number - material.TAKE_PAIR])


def action_number(move: Move) -> int:
    """The number of one of the four actions; its cards may be in any order."""
    match move:
        case Secret(card):
            return material.SECRET + ITEMS.index(card)
        case TradeOff(cards):
            return material.TRADE_OFF + PAIR_NUMBER[rising(cards)]
        case Gift(cards):
            one, two, three = sorted(cards, key=ITEMS.index)
            return material.GIFT + TRIPLE_NUMBER[one, two, three]
        case Competition(pairs):
            first, second = sorted((rising(pair) for pair in pairs), key=PAIR_NUMBER.__getitem__)
            return material.COMPETITION + SPLIT_NUMBER[first, second]
    raise TypeError(f"{move!r} is not an action of Hanamikoji")


def rising(pair: Pair) -> Pair:
    """A pair in the order of the row of geishas."""
    one, two = sorted(pair, key=ITEMS.index)
    return one, two


def parse(notation: str, refuse: Refuse) -> Move:
    """The move of a notation; words may be abbreviated if they stay unambiguous."""
    action, *words = notation.replace("/", " ").lower().split() or [""]
    action = whole_word(action, (*ACTIONS, "take"), "no-action", "actions", refuse)
    items = [whole_word(word, ITEMS, "no-item", "actions", refuse) for word in words]
    needed = CARDS.get(action, 2 if len(items) == 2 else 1)
    if len(items) != needed:
        raise refuse("card-count", action, action=phrase(f"action.{action}"), n=needed)
    return build(action, items)


def build(action: str, items: Sequence[Item]) -> Move:
    """The typed move for an action's name and the right number of items."""
    match action, items:
        case "secret", (card,):
            return Secret(card)
        case "trade-off", (one, two):
            return TradeOff((one, two))
        case "gift", (one, two, three):
            return Gift((one, two, three))
        case "competition", (one, two, three, four):
            return Competition(((one, two), (three, four)))
        case _, (card,):
            return Take(card)
    return TakePair((items[0], items[1]))
