"""Openings, habits and feats of The White Lotus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from guanxi.engine.insights import Insights, in_order, split_step, step
from guanxi.engine.text import Phrase, phrase, words
from guanxi.games.white_lotus.board import BOARDS, DEFAULT
from guanxi.games.white_lotus.events import (
    Agreed,
    Claimed,
    Crowned,
    Fought,
    Founded,
    Passed,
    Rose,
    Sided,
    Took,
    WonProvince,
    Year,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Table

HABITS = (
    *("emperor", "led", "rebel", "loyal", "plundered"),
    *("many-conflicts", "agreed", "fewer-claims", "founded-fortress"),
)
FEATS = ("dethroned", "faithful", "unshaken", "back-on-the-throne", "never-emperor", "few-conflicts", "dealer")
MANY_CONFLICTS = 6  # won
FEW_CONFLICTS = 2
MANY_DEALS = 5
QUESTIONS = ("first", "second", "third")


class Rising(NamedTuple):
    """A rebellion that was fought."""

    emperor: int
    leader: int
    loyal: frozenset[int]  # without the emperor
    rebels: frozenset[int]  # without the leader
    won_by_rebels: bool
    dethroned: bool = False  # somebody else was emperor in the year after


def insights(table: Table, seat: int) -> Insights:
    """The opening, habits and feats of a seat in a finished game."""
    events = table.true_events()
    own = [event for event in events if getattr(event, "seat", None) == seat]
    risings, reigns = risings_in(events), reigns_in(events)
    deals = sum(isinstance(event, Agreed) and seat in (event.seat, event.partner) for event in events)
    won = table.result is not None and table.result.winners == (seat,)
    comparable = table.board is BOARDS.load(DEFAULT) and table.game.rules_version == type(table.game).rules_version
    claims = [event for event in events if isinstance(event, Claimed)]
    order = list(dict.fromkeys(claim.seat for claim in claims)).index(seat) + 1
    return Insights(
        order=order,
        opening=tuple(opening(table, seat, order, claims)) if comparable else (),
        habits=in_order(HABITS, habits(seat, own, risings, reigns, deals)),
        feats=in_order(FEATS, feats(seat, own, risings, reigns, deals, won)),
    )


def opening(table: Table, seat: int, order: int, claims: Sequence[Claimed]) -> Iterator[str]:
    """The number of players, the place in the order of the first claims, and the first claims."""
    yield step("players", table.seats)
    yield step("place", order)
    own = (claim.province for claim in claims if claim.seat == seat)
    for question, province in zip(QUESTIONS, own, strict=False):
        yield step(question, province)


def opening_words(line: Sequence[str]) -> Phrase:
    """The last step of an opening in words."""
    question, answer = split_step(line[-1])
    if question in QUESTIONS:
        return words(BOARDS.load(DEFAULT).provinces[answer].name)
    if question == "players":
        return phrase("opening.players.one", n=int(answer))
    return phrase("opening.place.one", place=int(answer))


def reigns_in(events: Sequence[Event]) -> list[int]:
    """The emperors one after the other."""
    found: list[int] = []
    for event in events:
        emperor = event.emperor if isinstance(event, Year) else event.seat if isinstance(event, Crowned) else None
        if emperor is not None and (not found or found[-1] != emperor):
            found.append(emperor)
    return found


def risings_in(events: Sequence[Event]) -> list[Rising]:
    """The rebellions that were fought."""
    found: list[Rising] = []
    emperor = leader = -1
    sides: list[Sided] = []
    fought = False  # in this year
    for event in events:
        if isinstance(event, Year):
            if fought:
                found[-1] = found[-1]._replace(dethroned=event.emperor != found[-1].emperor)
            emperor, fought = event.emperor, False
        elif isinstance(event, Crowned):
            emperor = event.seat
        elif isinstance(event, Rose):
            leader, sides = event.seat, []
        elif isinstance(event, Sided):
            sides.append(event)
        elif isinstance(event, Fought):
            loyal = frozenset(side.seat for side in sides if side.camp == "emperor") - {emperor}
            rebels = frozenset(side.seat for side in sides if side.camp == "rebels") - {leader}
            found.append(Rising(emperor, leader, loyal, rebels, event.winner == "rebels"))
            fought = True
    return found


def habits(
    seat: int, own: Sequence[Event], risings: Sequence[Rising], reigns: Sequence[int], deals: int
) -> Iterator[str]:
    """The habits that a seat showed."""
    conflicts = sum(isinstance(event, WonProvince) for event in own)
    shown = {
        "emperor": seat in reigns,
        "led": any(rising.leader == seat for rising in risings),
        "rebel": any(seat in rising.rebels for rising in risings),
        "loyal": any(seat in rising.loyal for rising in risings),
        "plundered": any(isinstance(event, Took) for event in own),
        "many-conflicts": conflicts >= MANY_CONFLICTS,
        "agreed": deals > 0,
        "fewer-claims": any(isinstance(event, Passed) for event in own),
        "founded-fortress": any(isinstance(event, Founded) and event.building == "fortress" for event in own),
    }
    yield from (habit for habit, found in shown.items() if found)


def feats(
    seat: int, own: Sequence[Event], risings: Sequence[Rising], reigns: Sequence[int], deals: int, won: bool
) -> Iterator[str]:
    """The feats of a seat; most are a winner's."""
    conflicts = sum(isinstance(event, WonProvince) for event in own)
    shown = {
        "dethroned": any(rising.leader == seat and rising.won_by_rebels and rising.dethroned for rising in risings),
        "faithful": any(seat in rising.loyal and is_outnumbered(rising) for rising in risings),
        "unshaken": any(rising.emperor == seat and is_outnumbered(rising) for rising in risings),
        "back-on-the-throne": won and reigns.count(seat) > 1,
        "never-emperor": won and seat not in reigns,
        "few-conflicts": won and conflicts <= FEW_CONFLICTS,
        "dealer": won and deals >= MANY_DEALS,
    }
    yield from (feat for feat, found in shown.items() if found)


def is_outnumbered(rising: Rising) -> bool:
    """Whether the emperor's camp beat a larger one."""
    return not rising.won_by_rebels and len(rising.loyal) < len(rising.rebels)
