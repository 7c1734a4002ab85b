"""Hanamikoji's events: numbers told by the rules → typed events, and what each seat may see of them.

Drawn and face-down cards are private to their owner; everything else is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from guanxi.engine.events import Event, seats_of
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.hanamikoji.moves import (
    ITEMS,
    Item,
    Pair,
    item_phrase,
    items_phrase,
    pair_items,
    split_pairs,
    triple_items,
)
from guanxi.games.hanamikoji.rules import material

if TYPE_CHECKING:
    from guanxi.engine.story import Told


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins."""

    round: int
    first: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.dealt", round=self.round, player=player(self.first))


class Drew(Event, frozen=True, tag="drew"):
    """A card drawn at the start of a turn, private to the player who drew it."""

    routine: ClassVar[bool] = True

    seat: int
    item: Item | None

    def seen_by(self, seat: int | None) -> Drew:
        return self if seat == self.seat else replace(self, item=None)

    def phrase(self, board: Any) -> Phrase:
        if self.item is None:
            return phrase("event.drew", player=player(self.seat))
        return phrase("event.drew.item", player=player(self.seat), item=item_phrase(self.item))

    def touches(self) -> tuple[str, ...]:
        return () if self.item is None else (f"hand:{self.item}",)


class KeptSecret(Event, frozen=True, tag="secret"):
    """A card put face down that counts at the end of the round, private to its owner."""

    seat: int
    item: Item | None

    def seen_by(self, seat: int | None) -> KeptSecret:
        return self if seat == self.seat else replace(self, item=None)

    def phrase(self, board: Any) -> Phrase:
        if self.item is None:
            return phrase("event.secret", player=player(self.seat))
        return phrase("event.secret.item", player=player(self.seat), item=item_phrase(self.item))

    def touches(self) -> tuple[str, ...]:
        return (f"token:{self.seat}:secret",)


class TradedOff(Event, frozen=True, tag="trade-off"):
    """Two cards put face down that do not count, private to their owner."""

    seat: int
    items: Pair | None

    def seen_by(self, seat: int | None) -> TradedOff:
        return self if seat == self.seat else replace(self, items=None)

    def phrase(self, board: Any) -> Phrase:
        if self.items is None:
            return phrase("event.trade-off", player=player(self.seat))
        return phrase("event.trade-off.items", player=player(self.seat), items=items_phrase(self.items))

    def touches(self) -> tuple[str, ...]:
        return (f"token:{self.seat}:trade-off",)


class OfferedGift(Event, frozen=True, tag="gift"):
    """Three cards shown, of which the opponent takes one."""

    seat: int
    items: tuple[Item, Item, Item]

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.gift", player=player(self.seat), items=items_phrase(self.items))

    def touches(self) -> tuple[str, ...]:
        return (f"token:{self.seat}:gift", *geishas(self.items))


class OfferedPairs(Event, frozen=True, tag="competition"):
    """Two pairs shown, of which the opponent takes one."""

    seat: int
    pairs: tuple[Pair, Pair]

    def phrase(self, board: Any) -> Phrase:
        first, second = (items_phrase(pair) for pair in self.pairs)
        return phrase("event.competition", player=player(self.seat), first=first, second=second)

    def touches(self) -> tuple[str, ...]:
        return (f"token:{self.seat}:competition", *geishas(self.pairs[0] + self.pairs[1]))


class Took(Event, frozen=True, tag="took"):
    """The card or pair chosen from an offer."""

    seat: int
    items: tuple[Item, ...]

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.took", player=player(self.seat), items=items_phrase(self.items))

    def touches(self) -> tuple[str, ...]:
        return geishas(self.items)


class Revealed(Event, frozen=True, tag="revealed"):
    """A secret turned up at the end of the round."""

    seat: int
    item: Item

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.revealed", player=player(self.seat), item=item_phrase(self.item))

    def touches(self) -> tuple[str, ...]:
        return geishas((self.item,))


class WonFavour(Event, frozen=True, tag="favour"):
    """A geisha's token moves to a player."""

    seat: int
    geisha: Item

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.favour", player=player(self.seat), geisha=phrase(f"geisha.{self.geisha}"))

    def touches(self) -> tuple[str, ...]:
        return geishas((self.geisha,))


class Counted(Event, frozen=True, tag="counted"):
    """Charm and geishas of a player at the end of a round."""

    seat: int
    charm: int
    geishas: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.counted", player=player(self.seat), charm=self.charm, n=self.geishas)

    def touches(self) -> tuple[str, ...]:
        return (f"player:{self.seat}",)


class Won(Event, frozen=True, tag="won"):
    """The game is over; two winners share a draw."""

    winners: tuple[int, ...]

    def phrase(self, board: Any) -> Phrase:
        if len(self.winners) > 1:
            return phrase("event.draw")
        return phrase("event.won", player=player(self.winners[0]))

    def touches(self) -> tuple[str, ...]:
        return tuple(f"player:{seat}" for seat in self.winners)


HanamikojiEvent = (
    Dealt | Drew | KeptSecret | TradedOff | OfferedGift | OfferedPairs | Took | Revealed | WonFavour | Counted | Won
)


def geishas(items: tuple[Item, ...]) -> tuple[str, ...]:
    """The places on the table of the geishas who love these items."""
    return tuple(f"geisha:{item}" for item in dict.fromkeys(items))


def decode(told: Told) -> HanamikojiEvent:
    """The typed event for the numbers that the rules told."""
    kind, a, b, c, *_ = told
    match kind:
        case material.DEALT:
            return Dealt(round=a, first=b)
        case material.DREW:
            return Drew(a, ITEMS[b])
        case material.ACTED:
            return acted(a, b)
        case material.TOOK:
            return Took(a, taken(b, c))
        case material.REVEALED:
            return Revealed(a, ITEMS[b])
        case material.FAVOUR:
            return WonFavour(b, ITEMS[a])
        case material.COUNTED:
            return Counted(a, charm=b, geishas=c)
        case material.WON:
            return Won(seats_of(a))
    raise ValueError(f"Hanamikoji has no event {kind}")


def acted(seat: int, number: int) -> HanamikojiEvent:
    """One of the four actions, from the number of its move."""
    if number < material.TRADE_OFF:
        return KeptSecret(seat, ITEMS[number - material.SECRET])
    if number < material.GIFT:
        return TradedOff(seat, pair_items(number - material.TRADE_OFF))
    if number < material.COMPETITION:
        return OfferedGift(seat, triple_items(number - material.GIFT))
    return OfferedPairs(seat, split_pairs(number - material.COMPETITION))


def taken(number: int, offer: int) -> tuple[Item, ...]:
    """The cards of an answer, from the number of its move and of the offer."""
    if number < material.TAKE_PAIR:
        return (ITEMS[number - material.TAKE],)
    return split_pairs(offer - material.COMPETITION)[number - material.TAKE_PAIR]
