"""Why a move of Haiduci is refused, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.text import Phrase, list_of, phrase, player
from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.moves import (
    Capture,
    Discard,
    Emerge,
    Faction,
    Free,
    Join,
    March,
    Offer,
    Place,
    Play,
    Remove,
    Worded,
    ids_of,
    number_of,
    typed,
)
from guanxi.games.haiduci.prompts import prompt
from guanxi.games.haiduci.rules import material
from guanxi.games.haiduci.rules.choices import can_join

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.errors import IllegalMove
    from guanxi.engine.moves import Move, Refuse
    from guanxi.games.haiduci.board import Edition
    from guanxi.games.haiduci.rules.rules import Haiduci

PARAGRAPHS = {
    material.CHOOSING: "set-up",
    material.OFFERS: "offers",
    material.AGREEMENTS: "agreements",
    material.MARCHES: "marches",
    material.UNPLAYED: "unplayed",
    material.FROZEN: "conference",
}


def number(p: Haiduci, seat: int, move: Move, refuse: Refuse) -> int:
    """The number of a move, or the reason why the rules refuse it."""
    if not isinstance(move, Worded):
        raise TypeError(f"{move!r} is not a move of Haiduci")
    edition = edition_of(p.board)
    for field, id_ in move.parts().items():
        known = ids_of(edition, field)
        if id_ not in known:
            raise refuse("no-name", "turn", word=id_, known=", ".join(known))
    found = number_of(edition, move)
    legal = p.legal(seat)
    if found in legal:
        return found
    alike = [other for other in (typed(p, other) for other in legal) if type(other) is type(move)]
    raise why_not(p, seat, move, alike, refuse)


def why_not(p: Haiduci, seat: int, move: Worded, alike: Sequence[Move], refuse: Refuse) -> IllegalMove:
    """The first rule that is against a move; `alike` are the legal moves of its kind."""
    edition = edition_of(p.board)
    match move:
        case Faction(faction) if p.phase == material.CHOOSING:
            taken = p.seat_of[edition.factions.index(faction)]
            return refuse("taken", "set-up", faction=edition.faction_name(faction), player=player(taken))
        case Offer() if p.phase == material.OFFERS:
            return why_no_offer(p, seat, move, refuse)
        case Join() if p.phase == material.OFFERS:
            return why_no_join(p, seat, move, refuse)
        case Discard(card) if p.task == material.PAYING:
            return refuse("not-held", "marches", card=edition.card_name(card))
        case March(haiduc, to) if p.phase == material.MARCHES and p.task == material.IDLE:
            return why_no_march(p, haiduc, to, refuse)
        case Capture(haiduc) if p.task == material.CATCHING:
            return refuse("not-on-board", "capture", haiduc=edition.card_name(haiduc))
        case Play(haiduc) | Free(haiduc) if p.phase == material.FROZEN:
            return refuse("no-haiduc", "conference", haiduc=edition.card_name(haiduc))
        case Emerge(at) if alike:
            return refuse("no-emergence", "emergence", at=edition.territory_name(at), places=names(edition, alike))
        case Place(at) if alike:
            return refuse("no-place", "placing", at=edition.territory_name(at), places=names(edition, alike))
        case Remove(at, faction) if p.task in (material.LEADING, material.RULING) and is_there(p, seat, at, faction):
            return refuse("not-in-the-way", "majority", faction=edition.faction_name(faction))
        case Remove(at, faction) if alike:
            return refuse("no-pawn", "removing", at=edition.territory_name(at), faction=edition.faction_name(faction))
    return refuse("not-now", PARAGRAPHS[p.phase], asked=prompt(p, seat))


def names(edition: Edition, places: Sequence[Move]) -> Phrase:
    """The territories of some moves."""
    return list_of([edition.territory_name(move.at) for move in places if isinstance(move, Place | Emerge)])


def is_there(p: Haiduci, seat: int, at: str, faction: str) -> bool:
    """Is there a pawn of another faction in a territory?"""
    edition = edition_of(p.board)
    place, whose = edition.territories.index(at), edition.factions.index(faction)
    return whose != p.faction[seat] and p.pawns[place][whose] > 0


def why_no_offer(p: Haiduci, seat: int, move: Offer, refuse: Refuse) -> IllegalMove:
    """Find what is wrong with a card for the own first box."""
    edition = edition_of(p.board)
    if p.box[p.faction[seat]][0] != NOBODY:
        return refuse("box-full", "offers")
    if move.card in edition.haiduci:
        return refuse("haiduc-first", "offers")
    return refuse("not-held", "offers", card=edition.card_name(move.card))


def why_no_join(p: Haiduci, seat: int, move: Join, refuse: Refuse) -> IllegalMove:
    """Find what is wrong with a card for another's second box."""
    edition = edition_of(p.board)
    faction = edition.factions.index(move.faction)
    own = p.faction[seat]
    if faction == own:
        return refuse("own-box", "offers")
    if p.box[own][0] == NOBODY:
        return refuse("own-first", "offers")
    if p.box[faction][0] == NOBODY or p.box[faction][1] != NOBODY:
        open_ = [edition.faction_name(id_) for other, id_ in enumerate(edition.factions) if can_join(p, seat, other)]
        possible = list_of(open_) if open_ else phrase("none")
        return refuse("no-offer", "offers", faction=edition.faction_name(move.faction), factions=possible)
    return refuse("not-held", "offers", card=edition.card_name(move.card))


def why_no_march(p: Haiduci, haiduc: str, to: str, refuse: Refuse) -> IllegalMove:
    """Find what is wrong with a haiduc's way."""
    edition = edition_of(p.board)
    place = p.place[edition.haiduci.index(haiduc)]
    if place == NOBODY:
        return refuse("not-on-board", "marches", haiduc=edition.card_name(haiduc))
    at = edition.territories[place]
    near = list_of([edition.territory_name(other) for other in edition.board.territories[at].near])
    return refuse("not-near", "marches", haiduc=edition.card_name(haiduc), at=edition.territory_name(to), places=near)
