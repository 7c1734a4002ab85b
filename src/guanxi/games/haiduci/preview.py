"""Previews of Haiduci's moves: the agreement that two cards make, or the control and points that change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import Preview
from guanxi.engine.text import Phrase
from guanxi.games.haiduci.board import STEP_WORDS, StepWord, edition_of
from guanxi.games.haiduci.rules import material
from guanxi.games.haiduci.rules.material import CARDS, HAIDUC, PROGRAM, SORTS, STEPS
from guanxi.games.haiduci.view import leader_view, points, province_views, territory_views

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.games.haiduci.rules.rules import Haiduci
    from guanxi.games.haiduci.view import ProvinceView, TerritoryView


class StepPreview(msgspec.Struct, frozen=True):
    """One step of a player, and how many pawns it is about."""

    word: StepWord
    count: int


class PartPreview(msgspec.Struct, frozen=True):
    """All that one player does under an agreement."""

    seat: int
    steps: tuple[StepPreview, ...]


class AgreementPreview(msgspec.Struct, frozen=True):
    """The agreement that a card makes with one that lies in a box."""

    faction: str
    owner: int
    partner: int
    first: str
    second: str
    parts: tuple[PartPreview, ...]
    cancelled: bool  # a conference comes before it: as things stand, it has no effect


class ControlPreview(msgspec.Struct, frozen=True):
    """A territory or a province that somebody else controls after the move."""

    at: str
    before: str | None
    after: str | None


class GainPreview(msgspec.Struct, frozen=True):
    """The change of a player's points, without the conditions of a secret leader."""

    seat: int
    points: dict[str, int]
    total: int


class ConditionPreview(msgspec.Struct, frozen=True):
    """A condition of one's own leader whose progress changes."""

    text: Phrase
    before: int
    after: int
    needed: int


class HaiduciPreview(Preview, frozen=True, tag="haiduci"):
    """An agreement, or what changes on the map."""

    agreement: AgreementPreview | None
    territories: tuple[ControlPreview, ...]
    provinces: tuple[ControlPreview, ...]
    gains: tuple[GainPreview, ...]  # one's own first
    conditions: tuple[ConditionPreview, ...]


NO_CHANGE = HaiduciPreview(None, (), (), (), ())


def preview(p: Haiduci, seat: int, number: int) -> HaiduciPreview | None:
    """Preview a joined card, pawns or haiduci; other moves are as plain as their words."""
    if material.JOIN_MOVE <= number < material.PASS_MOVE:
        faction, card = divmod(number - material.JOIN_MOVE, CARDS)
        return replace(NO_CHANGE, agreement=agreement(p, seat, faction, card))
    on_the_map = material.PLACE_MOVE <= number < material.MARCH_MOVE or number >= material.FREE_MOVE
    return changes(p, seat, number) if on_the_map else None


def agreement(p: Haiduci, seat: int, faction: int, second: int) -> AgreementPreview:
    """The agreement that the card in a faction's first box makes with another (Agreements)."""
    edition, first, owner = edition_of(p.board), p.box[faction][0], p.seat_of[faction]
    parts = ((owner, steps(p, first, second, 0)), (seat, steps(p, first, second, STEPS)))
    return AgreementPreview(
        faction=edition.factions[faction],
        owner=owner,
        partner=seat,
        first=edition.card_ids[first],
        second=edition.card_ids[second],
        parts=tuple(PartPreview(actor, does) for actor, does in parts if does),
        cancelled=any(is_conference(p, earlier) for earlier in owners(p, until=owner) if p.box[earlier][1] != NOBODY),
    )


def steps(p: Haiduci, first: int, second: int, slot: int) -> tuple[StepPreview, ...]:
    """The steps of the owner (slot 0) or of the partner (slot STEPS) of a pair of cards (Combinations)."""
    start = (first * SORTS + min(second, HAIDUC)) * PROGRAM + slot
    what, amount = p.board.step[start : start + STEPS], p.board.amount[start : start + STEPS]
    return tuple(StepPreview(STEP_WORDS[step - 1], count) for step, count in zip(what, amount, strict=True) if step)


def is_conference(p: Haiduci, faction: int) -> bool:
    """Do the two cards of a faction's boxes make a conference?"""
    first, second = p.box[faction][0], p.box[faction][1]
    return any(step.word == "conference" for slot in (0, STEPS) for step in steps(p, first, second, slot))


def owners(p: Haiduci, until: int) -> Iterator[int]:
    """The factions whose boxes come before those of a seat (Agreements)."""
    for turn in range((until - p.start) % p.seats):
        yield p.faction[(p.start + turn) % p.seats]


def changes(p: Haiduci, seat: int, number: int) -> HaiduciPreview | None:
    """Control, points and conditions that change with a move, up to the next decision."""
    after = p.copy()
    after.play(seat, number)
    others = [other for other in range(p.seats) if other != seat]
    gains = [gain(p, after, other, own=other == seat) for other in (seat, *others)]
    found = HaiduciPreview(
        agreement=None,
        territories=controls(territory_views(p), territory_views(after)),
        provinces=controls(province_views(p), province_views(after)),
        gains=tuple(gain for gain in gains if gain.points),
        conditions=conditions(p, after, seat),
    )
    return None if found == NO_CHANGE else found


def controls(
    before: Sequence[TerritoryView | ProvinceView], after: Sequence[TerritoryView | ProvinceView]
) -> tuple[ControlPreview, ...]:
    """The places that somebody else controls afterwards."""
    return tuple(
        ControlPreview(old.id, old.control, new.control)
        for old, new in zip(before, after, strict=True)
        if old.control != new.control
    )


def gain(before: Haiduci, after: Haiduci, seat: int, own: bool) -> GainPreview:
    """The change of a player's points by source; a secret leader is the player's own."""
    old, new = points(before, seat, own), points(after, seat, own)
    changed = {source: new[source] - old[source] for source in old if new[source] != old[source]}
    return GainPreview(seat, changed, sum(changed.values()))


def conditions(before: Haiduci, after: Haiduci, seat: int) -> tuple[ConditionPreview, ...]:
    """The progress of the player's own leader."""
    old, new = (leader_view(p, seat, p.leader[seat]).conditions for p in (before, after))
    return tuple(
        ConditionPreview(one.text, one.reached, other.reached, one.needed)
        for one, other in zip(old, new, strict=True)
        if one.reached != other.reached
    )
