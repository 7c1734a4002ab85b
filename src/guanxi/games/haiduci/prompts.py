"""Prompts for the seats of Haiduci, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.rules import material

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci


def prompt(p: Haiduci, seat: int | None) -> Phrase:
    """The prompt for a seat, or whom the table waits for."""
    asked = first_owing(p)
    if p.owing == 0:
        return phrase("prompt.over")
    if seat != asked:
        return phrase("prompt.wait", player=player(asked))
    edition = edition_of(p.board)
    match p.phase:
        case material.CHOOSING:
            return phrase("prompt.faction")
        case material.OFFERS:
            return offers(p, asked)
        case material.UNPLAYED:
            return phrase("prompt.unplayed", faction=edition.faction_name(edition.factions[p.turn]))
        case material.FROZEN:
            return phrase("prompt.thawed" if p.thawed else "prompt.frozen")
        case material.MARCHES if p.task == material.IDLE:
            return phrase("prompt.march")
    return task(p)


def offers(p: Haiduci, seat: int) -> Phrase:
    """The prompt for using a card."""
    return phrase("prompt.offer" if p.box[p.faction[seat]][0] == NOBODY else "prompt.join")


def task(p: Haiduci) -> Phrase:
    """The prompt within an effect or a march."""
    edition = edition_of(p.board)
    match p.task:
        case material.PLACING:
            return phrase("prompt.place", n=p.todo)
        case material.REMOVING:
            return phrase("prompt.remove", n=p.todo)
        case material.LEADING if p.target == NOBODY:
            return phrase("prompt.liberate", province=edition.faction_name(edition.factions[p.faction[p.actor]]))
        case material.LEADING:
            return phrase("prompt.lead", at=edition.territory_name(edition.territories[p.target]))
        case material.RULING:
            return phrase("prompt.rule", province=edition.faction_name(edition.factions[p.target]))
        case material.WHERE:
            return phrase("prompt.province")
        case material.SPREADING:
            return phrase("prompt.spread", n=p.todo, province=edition.faction_name(edition.factions[p.influenced]))
        case material.EMERGING:
            return phrase("prompt.emerge", haiduc=edition.card_name(edition.haiduci[p.haiduc]))
        case material.HUNTING:
            return phrase("prompt.hunt", haiduc=edition.card_name(edition.haiduci[p.haiduc]))
        case material.CATCHING:
            return phrase("prompt.catch")
    haiduc, place = edition.haiduci[p.haiduc], edition.territories[p.target]
    return phrase("prompt.pay", haiduc=edition.card_name(haiduc), at=edition.territory_name(place))


def is_open(p: Haiduci, seat: int) -> bool:
    """Everything but the cards is open; a payment is, if the hand has a single card, and a freeze, if it has none."""
    if p.phase == material.OFFERS:
        return False
    if p.phase == material.FROZEN:
        return p.held[seat] == 0
    return p.task != material.PAYING or p.held[seat] == 1
