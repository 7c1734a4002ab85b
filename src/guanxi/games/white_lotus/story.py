"""What a seat of The White Lotus may know of what happened, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, list_of, phrase, player
from guanxi.games.white_lotus import material
from guanxi.games.white_lotus.moves import BUILDINGS, CAMPS, KINDS, province_name
from guanxi.games.white_lotus.view import SOURCES, offer_phrase, packed_terms, points_phrase, seats

if TYPE_CHECKING:
    from guanxi.engine.game import Story
    from guanxi.games.white_lotus.rules import WhiteLotus

# Events that name a player and nothing else.
OF_A_PLAYER = {
    material.BEGAN: "event.began",
    material.PASSED: "event.passed",
    material.CROWNED: "event.crowned",
    material.EMPERORS_TOKEN: "event.token",
    material.DECLINED_TO_LEAD: "event.declined",
    material.ROSE: "event.rose",
    material.CONSOLED: "event.consoled",
}
# Events that name a player and a province.
IN_A_PROVINCE = {
    material.CLAIMED: "event.claimed",
    material.CONTROLLED: "event.controlled",
    material.WON_PROVINCE: "event.won-province",
}


def event(p: WhiteLotus, told: Story, seat: int | None) -> Phrase:
    """What a seat may know: only a tile that was drawn is its drawer's alone."""
    kind, a, b, c = told
    if kind in OF_A_PLAYER:
        return phrase(OF_A_PLAYER[kind], player=player(a))
    if kind in IN_A_PROVINCE:
        return phrase(IN_A_PROVINCE[kind], player=player(a), province=province_name(p, b))
    if kind == material.LAID:
        return phrase("event.laid", province=province_name(p, a), building=building(b))
    if kind == material.YEAR:
        return phrase("event.year", year=a, player=player(b))
    if kind == material.FULL:
        return phrase("event.full")
    if kind == material.DREW:
        return drew(a, b, seat)
    if kind == material.FOUNDED:
        return phrase("event.founded", player=player(a), province=province_name(p, b), building=building(c))
    if kind == material.EARNED:
        return phrase("event.earned", player=player(a), points=points_phrase(b, c))
    if kind == material.CHOSE:
        return phrase(f"event.chose.{KINDS[c]}", player=player(a), province=province_name(p, b))
    if kind in (material.OFFERED, material.AGREED, material.REFUSED):
        return bargained(kind, a, b, c)
    if kind in (material.SCORED, material.VICTORY):
        return ended(kind, a, b, c)
    return fought(p, told)


def building(number: int) -> Phrase:
    """The word for a building."""
    return phrase(f"building.{BUILDINGS[number]}")


def drew(by: int, tile: int, seat: int | None) -> Phrase:
    """A tile drawn: what it is only its drawer knows, until it is placed."""
    if seat == by:
        return phrase("event.drew.tile", player=player(by), building=building(tile))
    return phrase("event.drew", player=player(by))


def fought(p: WhiteLotus, told: Story) -> Phrase:
    """What happened in a conflict or a rebellion: public once it is told."""
    kind, a, b, c = told
    match kind:
        case material.CONTESTED:
            names = list_of([player(other) for other in seats(b)])
            return phrase("event.contested", province=province_name(p, a), players=names)
        case material.PLAYED:
            return phrase("event.played", player=player(a), target=player(b), n=c)
        case material.TIED:
            names = list_of([player(other) for other in seats(a)])
            return phrase("event.tied", players=names, player=player(b))
        case material.EJECTED:
            return phrase("event.ejected", player=player(a), province=province_name(p, b), n=c)
        case material.CAMP:
            return phrase(f"event.camp.{CAMPS[b]}", player=player(a))
        case material.COMMITTED:
            return phrase("event.committed", player=player(a), n=b)
        case material.FOUGHT:
            winner = "rebels" if b > a else "emperor"
            return phrase(f"event.battle.{winner}", emperor=a, rebels=b)
        case material.TOOK:
            return phrase("event.took", player=player(a), province=province_name(p, b), loser=player(c))
    return phrase("event.quiet")


def bargained(kind: int, seat: int, partner: int, packed: int) -> Phrase:
    """An offer and its answer: public."""
    if kind == material.OFFERED:
        return offer_phrase("event.offered", seat, partner, packed_terms(packed))
    return phrase("event.agreed" if kind == material.AGREED else "event.refused", partner=player(partner))


def ended(kind: int, a: int, b: int, c: int) -> Phrase:
    """Points at the end, and who has won."""
    if kind == material.SCORED:
        return phrase(f"event.scored.{SOURCES[c]}", player=player(a), n=b)
    winners = seats(a)
    if len(winners) == 1:
        return phrase("event.won", player=player(winners[0]))
    return phrase("event.shared", players=list_of([player(seat) for seat in winners]))
