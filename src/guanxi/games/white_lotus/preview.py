"""Preview a bid or a deal in The White Lotus, and the strength of a rebellion's camps, as far as a seat can know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import Preview
from guanxi.games.white_lotus.moves import CAMPS, Camp
from guanxi.games.white_lotus.rules import material, negotiation, rebellion
from guanxi.games.white_lotus.rules.material import AMOUNT, IMPERIAL, REBEL, SIDE

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus


class Fighter(msgspec.Struct, frozen=True):
    """A player with the least and the most combat that they may commit; None: the table does not count it."""

    seat: int
    least: int
    most: int | None


class CampPreview(msgspec.Struct, frozen=True):
    """A camp: its leader's strength from buildings, its players, and its whole strength, least and most."""

    camp: Camp
    leader: int
    buildings: int
    fighters: tuple[Fighter, ...]
    least: int
    most: int | None


class Holding(msgspec.Struct, frozen=True):
    """The points that a player holds; None if the table does not count them."""

    seat: int
    influence: int | None
    combat: int | None


class WhiteLotusPreview(Preview, frozen=True, tag="white_lotus"):
    """The rest of the hand, the two camps if it comes to a rebellion, and what the partner of a deal holds then."""

    influence: int  # left in hand
    combat: int
    camps: tuple[CampPreview, ...]  # the emperor's and the rebels'; none outside of a rebellion
    undecided: tuple[Fighter, ...]  # players who have not chosen a camp yet
    partner: Holding | None


def preview(p: WhiteLotus, seat: int, number: int) -> WhiteLotusPreview | None:
    """Preview the amount of a bid, an accepted deal, the call to lead, a camp or combat."""
    amount = number - AMOUNT
    if p.step == material.BIDDING and number >= AMOUNT:
        return WhiteLotusPreview(p.influence[seat] - amount, p.combat[seat], (), (), None)
    if p.step == material.ANSWERING and number == material.YES:
        return with_deal(p, seat)
    if p.step == material.RISING and number == material.YES:
        return with_camps(p, seat, {p.emperor: IMPERIAL, seat: REBEL}, seat)
    chosen = {other: camp for other, camp in enumerate(p.camp[: p.seats]) if camp != NOBODY}
    if p.step == material.CAMPS:
        return with_camps(p, seat, {**chosen, seat: number - SIDE}, p.rebel)
    if p.step == material.BATTLE:
        return with_camps(p, seat, chosen, p.rebel, amount)
    return None


def with_deal(p: WhiteLotus, seat: int) -> WhiteLotusPreview:
    """The hands of both players once an offer is accepted (4)."""
    after = p.copy()
    negotiation.answer(after, 1)
    other = negotiation.speaking(p)
    known = p.counted
    return WhiteLotusPreview(
        influence=after.influence[seat],
        combat=after.combat[seat],
        camps=(),
        undecided=(),
        partner=Holding(other, after.influence[other] if known else None, after.combat[other] if known else None),
    )


def with_camps(
    p: WhiteLotus, seat: int, chosen: dict[int, int], rebel: int, committed: int | None = None
) -> WhiteLotusPreview:
    """The camps that players have chosen; `committed` is the combat of the viewer, once it is decided."""
    fighters = {other: fighter(p, other, seat, committed) for other in range(p.seats)}
    return WhiteLotusPreview(
        influence=p.influence[seat],
        combat=p.combat[seat] - (committed or 0),
        camps=tuple(
            camp_preview(p, camp, rebel, tuple(fighters[other] for other in chosen if chosen[other] == camp))
            for camp in (IMPERIAL, REBEL)
        ),
        undecided=tuple(one for other, one in fighters.items() if other not in chosen),
        partner=None,
    )


def fighter(p: WhiteLotus, seat: int, viewer: int, committed: int | None) -> Fighter:
    """The amounts that a player may commit: the viewer's own choice, or anything up to what they hold (2.4)."""
    if seat == viewer and committed is not None:
        return Fighter(seat, committed, committed)
    return Fighter(seat, 0, p.combat[seat] if seat == viewer or p.counted else None)


def camp_preview(p: WhiteLotus, camp: int, rebel: int, fighters: tuple[Fighter, ...]) -> CampPreview:
    """One camp with the range of its strength."""
    buildings = rebellion.strength_of_buildings(p, camp, rebel)
    most = [one.most for one in fighters if one.most is not None]
    return CampPreview(
        camp=CAMPS[camp],
        leader=p.emperor if camp == IMPERIAL else rebel,
        buildings=buildings,
        fighters=fighters,
        least=buildings + sum(one.least for one in fighters),
        most=buildings + sum(most) if len(most) == len(fighters) else None,
    )
