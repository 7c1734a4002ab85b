"""Openings, habits and feats of Haiduci."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.insights import Insights, in_order, split_step, step
from guanxi.engine.text import Phrase, phrase
from guanxi.games.haiduci.board import load
from guanxi.games.haiduci.events import (
    Agreed,
    Cancelled,
    Captured,
    ChoseFaction,
    Claimed,
    Convened,
    DrewLeader,
    Emerged,
    Ended,
    Joined,
    Marched,
    Offered,
    Passed,
    SeasonBegan,
    Spent,
    leader_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Table

HABITS = (
    *("captured", "emerged", "many-marches", "convened", "cancelled", "thawed", "passed", "many-offers"),
    "many-partners",
)
FEATS = ("claimed", "swift", "last-season", "everyone", "captor", "steadfast")
MANY_OFFERS = 8
MANY_PARTNERS = 3
MANY_MARCHES = 4
MANY_CAPTIVES = 2
SWIFT = 8  # seasons
QUESTIONS = ("first", "second", "third")


def insights(table: Table, seat: int) -> Insights:
    """The opening, habits and feats of a seat in a finished game."""
    events = table.true_events()
    own = [event for event in events if getattr(event, "seat", None) == seat]
    partners = {other for event in events if isinstance(event, Agreed) for other in others_in(event, seat)}
    won = table.result is not None and table.result.winners == (seat,)
    comparable = table.board is load() and table.game.rules_version == type(table.game).rules_version
    return Insights(
        order=1 + [event.seat for event in events if isinstance(event, ChoseFaction)].index(seat),
        opening=tuple(opening(table.seats, own)) if comparable else (),
        habits=in_order(HABITS, habits(seat, events, own, partners)),
        feats=in_order(FEATS, feats(table.seats, events, own, partners)) if won else (),
    )


def others_in(agreement: Agreed | Cancelled, seat: int) -> set[int]:
    """The other player of an agreement of a seat; nobody if it is not one of theirs."""
    both = {agreement.seat, agreement.partner}
    return both - {seat} if seat in both else set()


def opening(seats: int, own: Sequence[Event]) -> Iterator[str]:
    """The number of players, faction and leader, and the first decisions about cards for the boxes."""
    yield step("players", seats)
    yield from (step("faction", event.faction) for event in own if isinstance(event, ChoseFaction))
    yield from (step("leader", event.leader or 0) for event in own if isinstance(event, DrewLeader))
    chosen = (choice for event in own if (choice := choice_in(event)))
    for question, choice in zip(QUESTIONS, chosen, strict=False):
        yield step(question, choice)


def choice_in(event: Event) -> str:
    """A choice of an opening: a card in a box, or none; nothing for any other event."""
    if isinstance(event, Offered):
        return f"offer.{event.card}"
    if isinstance(event, Joined):
        return f"join.{event.faction}.{event.card}"
    return "pass" if isinstance(event, Passed) else ""


def opening_words(line: Sequence[str]) -> Phrase:
    """The last step of an opening in words."""
    edition = load()
    question, answer = split_step(line[-1])
    if question == "players":
        return phrase("opening.players.one", n=int(answer))
    if question == "faction":
        return edition.faction_name(answer)
    if question == "leader":
        return leader_name(edition, split_step(line[1])[1], int(answer))
    kind, *named = answer.split(".")
    if kind == "offer":
        return phrase("opening.offer", card=edition.card_name(named[0]))
    if kind == "join":
        return phrase("opening.join", faction=edition.faction_name(named[0]), card=edition.card_name(named[1]))
    return phrase("opening.pass")


def habits(seat: int, events: Sequence[Event], own: Sequence[Event], partners: set[int]) -> Iterator[str]:
    """The habits that a seat showed."""
    kinds = {type(event) for event in own}
    simple = {
        "captured": Captured,
        "emerged": Emerged,
        "convened": Convened,
        "thawed": Spent,
    }
    yield from (habit for habit, kind in simple.items() if kind in kinds)
    if any(isinstance(event, Cancelled) and others_in(event, seat) for event in events):
        yield "cancelled"
    boxes = [event for event in own if isinstance(event, Offered | Joined)]
    first = next((event for event in own if isinstance(event, Offered | Joined | Passed)), None)
    if isinstance(first, Passed):
        yield "passed"
    if sum(isinstance(event, Marched) for event in own) >= MANY_MARCHES:
        yield "many-marches"
    if len(boxes) >= MANY_OFFERS:
        yield "many-offers"
    if len(partners) >= MANY_PARTNERS:
        yield "many-partners"


def feats(seats: int, events: Sequence[Event], own: Sequence[Event], partners: set[int]) -> Iterator[str]:
    """The feats of the winner."""
    seasons = 1 + max((event.season for event in events if isinstance(event, SeasonBegan)), default=0)
    captives = {event.haiduc for event in own if isinstance(event, Captured)}
    captives -= {event.haiduc for event in own if isinstance(event, Spent) and event.captive}
    shown = {
        "claimed": any(isinstance(event, Claimed) for event in own),
        "swift": seasons <= SWIFT,
        "last-season": any(isinstance(event, Ended) and event.why == "seasons" for event in events),
        "everyone": len(partners) == seats - 1,
        "captor": len(captives) >= MANY_CAPTIVES,
        "steadfast": not any(isinstance(event, Marched) for event in own),
    }
    yield from (feat for feat, found in shown.items() if found)
