"""A bot's remarks on deals: the reason that decided it, taken from the evaluation that the bot dealt by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, phrase
from guanxi.games.white_lotus.moves import points_phrase, province_name
from guanxi.games.white_lotus.playing import dealing
from guanxi.games.white_lotus.playing.evaluation import (
    chance_there,
    conflicts_of_all,
    province_worth,
    years_left,
)
from guanxi.games.white_lotus.rules import material
from guanxi.games.white_lotus.rules.negotiation import packed_term, speaking

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

SMALL = 0.05  # points; a conflict or a battle that changes less is not the reason


def remark(p: WhiteLotus, seat: int, move: int) -> tuple[int, Phrase] | None:
    """The partner, and what a bot says to them with its last term or its answer; None at any other step."""
    if p.step == material.ANSWERING:
        return speaking(p), answer(p, seat, move == material.YES)
    if p.step == material.STATING:
        stated = p.copy()
        stated.play(seat, move)
        if stated.step == material.ANSWERING:
            give_influence, give_combat, want_influence, want_combat = stated.terms
            influence, combat = want_influence - give_influence, want_combat - give_combat
            mine = need("mine", p, seat, p.partner, influence, combat)
            yours = need("yours", p, p.partner, seat, -influence, -combat)
            return p.partner, phrase("deal.offer", mine=mine, yours=yours)
    return None


def answer(p: WhiteLotus, seat: int, accepted: bool) -> Phrase:
    """Why an offer is accepted or declined."""
    give_influence, give_combat, want_influence, want_combat = p.terms
    influence, combat = give_influence - want_influence, give_combat - want_combat
    if accepted:
        if want_influence + want_combat == 0:
            return phrase("deal.gift")
        return phrase("deal.accept", mine=need("mine", p, seat, speaking(p), influence, combat))
    if give_influence + give_combat == 0:
        return phrase("deal.nothing")
    why = need("keep", p, seat, speaking(p), influence, combat)
    counter = counter_to(p, seat)
    if counter is None:
        return phrase("deal.decline", why=why)
    give, want = points_phrase(*counter[:2]), points_phrase(*counter[2:])
    return phrase("deal.counter", why=why, give=give, want=want)


def counter_to(p: WhiteLotus, seat: int) -> tuple[int, int, int, int] | None:
    """The bot's terms for the offer that it is about to decline: what it gives, and what it wants."""
    declined = p.copy()
    declined.play(seat, material.NO)
    offer = dealing.counter_offer(declined, seat, speaking(p))
    if offer == dealing.NONE:
        return None
    return packed_term(offer, 0), packed_term(offer, 1), packed_term(offer, 2), packed_term(offer, 3)


def need(whose: str, p: WhiteLotus, seat: int, partner: int, influence: int, combat: int) -> Phrase:
    """The main use of so many points from a partner: a conflict, the rebellion, or reserves.

    `mine` and `yours` ask for the largest gain of the exchange, `keep` for the largest loss.
    """
    sign = -1 if whose == "keep" else 1
    after = p.copy()
    dealing.move_points(after, seat, partner, influence, combat)
    fighting = sign * (dealing.battle(after, seat) - dealing.battle(p, seat))
    stakes = {province: sign * gain for province, gain in gains(p, after, seat).items()}
    province = max(stakes, key=lambda each: stakes[each], default=None)
    if fighting > SMALL and (province is None or fighting >= stakes[province]):
        return phrase(f"deal.{whose}.battle")
    if province is not None and stakes[province] > SMALL:
        return phrase(f"deal.{whose}.claims", province=province_name(p, province))
    return phrase(f"deal.{whose}.influence" if influence > 0 else f"deal.{whose}.combat")


def gains(before: WhiteLotus, after: WhiteLotus, seat: int) -> dict[int, float]:
    """The gain from an exchange in each province that a player claims, in points."""
    years = years_left(before)
    return {
        province: (
            chance_there(after, seat, province, conflicts_of_all(after))
            - chance_there(before, seat, province, conflicts_of_all(before))
        )
        * province_worth(before, seat, province, years)
        for province in range(before.board.provinces)
        if before.claims[province] >> seat & 1
    }
