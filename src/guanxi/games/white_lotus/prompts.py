"""Prompts for the seats of The White Lotus, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.events import seats_of
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.white_lotus.moves import BUILDINGS, STEPS, WINDOWS, names, offer_phrase, province_name, word_for
from guanxi.games.white_lotus.rules import control, material, negotiation
from guanxi.games.white_lotus.rules.material import PLAYERS

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus


def prompt(p: WhiteLotus, seat: int | None) -> Phrase:
    """The prompt for a seat, in one sentence."""
    if p.owing == 0:
        return phrase("prompt.over")
    if seat is None or not p.owing >> seat & 1:
        waiting = names(seats_of(p.owing))
        changeable = seat is not None and p.sealing >> seat & 1
        return phrase("prompt.ready" if changeable else "prompt.wait", players=waiting)
    if p.step == material.CLAIMING:
        return phrase("prompt.claim.more" if p.turn // p.seats >= material.CLAIMS else "prompt.claim")
    if p.step == material.BIDDING:
        return prompt_bid(p, seat)
    if p.step == material.TIE:
        return phrase("prompt.tie", players=names(seats_of(p.tied)))
    if p.step == material.BATTLE:
        return phrase("prompt.battle", n=p.combat[seat])
    if p.step == material.PALACES:
        return phrase("prompt.income", province=province_name(p, p.at))
    if p.step == material.FOUNDING:
        return phrase("prompt.founding", building=word_for(BUILDINGS[p.tile]))
    if p.step == material.OFFERING:
        return phrase("prompt.offers", window=window(p))
    if p.step == material.STATING:
        return prompt_term(p)
    if p.step == material.ANSWERING:
        return offer_phrase("prompt.reply", negotiation.speaking(p), seat, p.terms)
    return phrase(f"prompt.{STEPS[p.step]}")


def prompt_bid(p: WhiteLotus, seat: int) -> Phrase:
    """Whom to bid against, or how much."""
    name = province_name(p, p.at)
    if control.is_duel(p):
        (other,) = (other for other in seats_of(p.claims[p.at]) if other != seat)
        return phrase("prompt.influence", province=name, player=player(other), n=p.influence[seat])
    if p.sealed[seat] == NOBODY:
        return phrase("prompt.target", province=name)
    target = player(p.sealed[seat] % PLAYERS)
    return phrase("prompt.influence", province=name, player=target, n=p.influence[seat])


def prompt_term(p: WhiteLotus) -> Phrase:
    """Which term of an offer is to be stated."""
    kind = phrase(f"kind.{('influence', 'combat')[p.term % 2]}")
    return phrase("prompt.give" if p.term < 2 else "prompt.want", player=player(p.partner), kind=kind)


def is_open(p: WhiteLotus) -> bool:
    """The map decides what is possible with provinces; the rest depends on points, which may be hidden."""
    return p.step in (material.CLAIMING, material.NAMING, material.SPOILS, material.FOUNDING)


def window(p: WhiteLotus) -> Phrase:
    """The decision before which there are offers."""
    about = WINDOWS[p.after]
    if about in ("conflict", "tie"):
        return phrase(f"window.{about}", player=player(p.emperor), province=province_name(p, p.at))
    return phrase(f"window.{about}", player=player(p.emperor)) if about == "naming" else phrase(f"window.{about}")
