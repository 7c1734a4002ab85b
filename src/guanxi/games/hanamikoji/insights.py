"""Openings, habits and feats of Hanamikoji.  At the beginning items of equal charm are alike: openings name charms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.insights import Insights, in_order, split_step, step
from guanxi.engine.text import Phrase, phrase
from guanxi.games.hanamikoji.events import (
    Counted,
    Dealt,
    KeptSecret,
    OfferedGift,
    OfferedPairs,
    Revealed,
    Took,
    TradedOff,
    WonFavour,
)
from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Table
    from guanxi.games.hanamikoji.moves import Item
    from guanxi.games.hanamikoji.rules.material import Cards

HABITS = (
    *("secret-first", "trade-off-first", "gift-first", "competition-first"),
    *("high-secret", "high-traded", "twin-gift", "equal-pairs"),
)
FEATS = ("both-ways", "six-favours", "modest", "first-round", "brink", "decisive-secret")
HIGH = 4  # charm from which an item is high
MANY = 6  # favours
Action = KeptSecret | TradedOff | OfferedGift | OfferedPairs
QUESTIONS = (("act", "cards"), ("next", "next-cards"))


def insights(table: Table, seat: int) -> Insights:
    """The opening, habits and feats of a seat in a finished game."""
    rounds, dealt = rounds_in(table.true_events()), table.position_at(0)
    assert isinstance(dealt, Hanamikoji)
    charms = dict(zip(ITEMS, dealt.cards.charm, strict=True))
    won = table.result is not None and table.result.winners == (seat,)
    return Insights(
        order=1 if dealt.first == seat else 2,
        opening=tuple(opening(dealt, seat, rounds[0], charms)) if table.options.cards is None else (),
        habits=in_order(HABITS, habits(seat, rounds, charms)),
        feats=in_order(FEATS, feats(dealt.cards, seat, rounds)) if won else (),
    )


def rounds_in(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each round."""
    found: list[list[Event]] = []
    for event in events:
        if isinstance(event, Dealt):
            found.append([])
        found[-1].append(event)
    return found


def actions_of(events: Sequence[Event], seat: int) -> list[Action]:
    """The actions of a seat."""
    return [event for event in events if isinstance(event, Action) and event.seat == seat]


def items_in(action: Action) -> tuple[Item, ...]:
    """All items of an action, as the log knows them."""
    if isinstance(action, KeptSecret):
        return (action.item,) if action.item else ()
    if isinstance(action, OfferedPairs):
        return action.pairs[0] + action.pairs[1]
    return action.items or ()


def name_of(action: Action) -> str:
    """The name of an action: secret, trade-off, gift or competition."""
    return str(action.__struct_config__.tag)


def opening(dealt: Hanamikoji, seat: int, first_round: Sequence[Event], charms: dict[Item, int]) -> Iterator[str]:
    """Turn order, the high cards of the first hand, and the first two actions with the charm of their cards."""
    yield step("order", "first" if dealt.first == seat else "second")
    high = sum(count for item, count in zip(ITEMS, dealt.hand[seat], strict=True) if charms[item] >= HIGH)
    yield step("hand", "few" if high < 3 else "three" if high == 3 else "many")
    for (act, cards), action in zip(QUESTIONS, actions_of(first_round, seat), strict=False):
        yield step(act, name_of(action))
        yield step(cards, charms_in(action, charms))


def charms_in(action: Action, charms: dict[Item, int]) -> str:
    """The charms of an action's cards: `2-2-3`, or `2-3+4-5` for two pairs."""
    pairs = action.pairs if isinstance(action, OfferedPairs) else (items_in(action),)
    return "+".join(sorted("-".join(str(charm) for charm in sorted(charms[item] for item in pair)) for pair in pairs))


def opening_words(line: Sequence[str]) -> Phrase:
    """The last step of an opening in words."""
    question, answer = split_step(line[-1])
    if question in ("act", "next"):
        return phrase(f"action.{answer}")
    if question in ("cards", "next-cards"):
        return phrase("opening.charms", charms=answer.replace("-", ", ").replace("+", " / "))
    return phrase(f"opening.{question}.{answer}")


def habits(seat: int, rounds: Sequence[Sequence[Event]], charms: dict[Item, int]) -> Iterator[str]:
    """The habits that a seat showed in any round."""
    for events in rounds:
        actions = actions_of(events, seat)
        if actions:
            yield f"{name_of(actions[0])}-first"
        for action in actions:
            items = items_in(action)
            high = any(charms[item] >= HIGH for item in items)
            if isinstance(action, KeptSecret) and high:
                yield "high-secret"
            if isinstance(action, TradedOff) and high:
                yield "high-traded"
            if isinstance(action, OfferedGift) and len(set(items)) < len(items):
                yield "twin-gift"
            if isinstance(action, OfferedPairs) and sorted(action.pairs[0]) == sorted(action.pairs[1]):
                yield "equal-pairs"


def feats(cards: Cards, seat: int, rounds: Sequence[Sequence[Event]]) -> Iterator[str]:
    """The feats of the winner."""
    counts = [counted(events) for events in rounds]
    own = counts[-1][seat]
    enough = own.geishas >= cards.geishas_to_win
    if enough and own.charm >= cards.charm_to_win:
        yield "both-ways"
    if own.geishas >= MANY:
        yield "six-favours"
    if enough and own.charm <= sum(sorted(cards.charm)[: cards.geishas_to_win]):
        yield "modest"
    if len(rounds) == 1:
        yield "first-round"
    others = [count[1 - seat] for count in counts[:-1]]
    if any(one.charm >= cards.charm_to_win - 1 or one.geishas >= cards.geishas_to_win - 1 for one in others):
        yield "brink"
    if decided_by_secret(rounds[-1], seat):
        yield "decisive-secret"


def counted(events: Sequence[Event]) -> dict[int, Counted]:
    """The count of each player at the end of a round."""
    return {event.seat: event for event in events if isinstance(event, Counted)}


def decided_by_secret(events: Sequence[Event], seat: int) -> bool:
    """Whether the secret of a seat won a favour: its lead with the geisha of that item was one card."""
    secret = next((event.item for event in events if isinstance(event, Revealed) and event.seat == seat), None)
    moved = any(isinstance(event, WonFavour) and (event.seat, event.geisha) == (seat, secret) for event in events)
    if secret is None or not moved:
        return False
    beside = [list(laid(events, one)).count(secret) for one in (seat, 1 - seat)]
    return beside[0] - beside[1] == 1


def laid(events: Sequence[Event], seat: int) -> Iterator[Item]:
    """The items that lie on a player's side at the end of a round."""
    offered: list[Item] = []
    for event in events:
        if isinstance(event, OfferedGift | OfferedPairs):
            offered = list(items_in(event))
        elif isinstance(event, Took):
            for item in event.items:
                offered.remove(item)
            yield from event.items if event.seat == seat else offered
        elif isinstance(event, Revealed) and event.seat == seat:
            yield event.item
