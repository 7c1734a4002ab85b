"""Why a move of The White Lotus is refused; the number of one that is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.text import phrase, player
from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.moves import (
    ANSWERS,
    CAMPS,
    KINDS,
    STEPS,
    Against,
    Claim,
    Combat,
    Decline,
    Earn,
    Eject,
    Give,
    Influence,
    InProvince,
    Lead,
    Name,
    Offer,
    OfPlayer,
    OfPoints,
    Pass,
    Place,
    Reply,
    Side,
    Silent,
    Take,
    Term,
    Want,
    province_name,
    typed_amount,
)
from guanxi.games.white_lotus.rules import claims, control, material, negotiation, rebellion

if TYPE_CHECKING:
    from guanxi.engine.moves import Move, Refuse
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

# The step at which each kind of move is asked for.
STEP_OF: dict[type[Move], int] = {
    Claim: material.CLAIMING,
    Name: material.NAMING,
    Against: material.BIDDING,
    Influence: material.BIDDING,
    Eject: material.TIE,
    Lead: material.RISING,
    Side: material.CAMPS,
    Combat: material.BATTLE,
    Take: material.SPOILS,
    Decline: material.SPOILS,
    Earn: material.PALACES,
    Place: material.FOUNDING,
    Offer: material.OFFERING,
    Give: material.STATING,
    Want: material.STATING,
    Silent: material.OFFERING,
    Reply: material.ANSWERING,
}


def number(p: WhiteLotus, seat: int, move: Move, refuse: Refuse) -> int:
    """The number of a move, or the reason why the rules refuse it."""
    if isinstance(move, Pass):
        return pass_number(p, refuse)
    later = p.rules == 1 and isinstance(move, Silent | Decline)
    if later or p.step != STEP_OF[type(move)]:
        raise refuse("not-now", "turn", step=phrase(f"step.{STEPS[p.step]}"))
    match move:
        case InProvince():
            return province_number(p, seat, move, refuse)
        case OfPlayer():
            return player_number(p, seat, move, refuse)
        case OfPoints() | Term():
            return amount_number(p, seat, move, refuse)
        case Lead(answer) | Reply(answer):
            return material.NO + ANSWERS.index(answer)
        case Side(camp):
            return material.SIDE + CAMPS.index(camp)
        case Earn(kind):
            return material.EARN + KINDS.index(kind)
        case Silent():
            return material.SILENT
        case Decline():
            return material.PASS
    raise TypeError(f"{move!r} is not a move of The White Lotus")


def pass_number(p: WhiteLotus, refuse: Refuse) -> int:
    """Passing is for the cubes of rice fields, and for offers."""
    if p.step == material.CLAIMING and p.turn // p.seats < material.CLAIMS:
        raise refuse("must-claim", "claims")
    if p.step not in (material.CLAIMING, material.OFFERING):
        raise refuse("not-now", "turn", step=phrase(f"step.{STEPS[p.step]}"))
    return material.PASS


def province_number(p: WhiteLotus, seat: int, move: InProvince, refuse: Refuse) -> int:
    """The number of a move in a province, or what is wrong with the province."""
    file = file_of(p.board)
    if move.at not in file.provinces:
        raise refuse("no-province", "turn", word=move.at, known=", ".join(file.in_play(p.seats)))
    province = file.province_ids.index(move.at)
    if province >= p.board.provinces:
        raise refuse("dark", "set-up", province=province_name(p, province))
    match move:
        case Claim():
            check_claim(p, seat, province, refuse)
            return material.CLAIM + province
        case Name():
            if not p.claims[province]:
                raise refuse("not-contested", "conflict", province=province_name(p, province))
            return material.NAME + province
        case Take():
            check_spoil(p, seat, province, refuse)
            return material.TAKE + province
    check_place(p, province, refuse)
    return material.FOUND + province


def check_claim(p: WhiteLotus, seat: int, province: int, refuse: Refuse) -> None:
    """A cube goes to a square tile, and only one."""
    name = province_name(p, province)
    if p.owner[province] != NOBODY:
        raise refuse("owned", "claims", province=name, player=player(p.owner[province]))
    if not claims.is_neutral(p, province):
        raise refuse("empty", "claims", province=name)
    if p.claims[province] >> seat & 1:
        raise refuse("claimed-already", "claims", province=name)


def check_spoil(p: WhiteLotus, seat: int, province: int, refuse: Refuse) -> None:
    """A reward belongs to a loser who has lost nothing yet, and lies next to the taker's land."""
    name = province_name(p, province)
    owner = p.owner[province]
    if owner == NOBODY or p.camp[owner] == p.winning:
        raise refuse("not-a-losers", "spoils", province=name)
    if p.robbed >> owner & 1:
        raise refuse("robbed", "spoils", player=player(owner))
    if not rebellion.spoils(p, seat) & material.BIT[province]:
        raise refuse("not-adjacent", "spoils", province=name)


def check_place(p: WhiteLotus, province: int, refuse: Refuse) -> None:
    """A new tile goes to an empty province beside a tile or chip."""
    name = province_name(p, province)
    if p.building[province] != NOBODY:
        raise refuse("occupied", "founding", province=name)
    if not p.board.near[province] & p.settled:
        raise refuse("far", "founding", province=name)


def player_number(p: WhiteLotus, seat: int, move: OfPlayer, refuse: Refuse) -> int:
    """The number of a move that names a player, or why it cannot be that player."""
    if not 0 <= move.player < p.seats:
        raise refuse("no-player", "turn", word=str(move.player), last=p.seats - 1)
    match move:
        case Against():
            if control.is_duel(p):
                raise refuse("duel", "conflict")
            if p.owing >> seat & 1 and p.sealed[seat] != NOBODY:
                raise refuse("influence-next", "conflict")
            if move.player == seat or not p.claims[p.at] >> move.player & 1:
                raise refuse("not-present", "conflict", player=player(move.player))
            return material.TARGET + move.player
        case Eject():
            if not p.tied >> move.player & 1:
                raise refuse("not-tied", "tie", player=player(move.player))
            return material.EJECT + move.player
    if move.player == seat or not p.parties >> move.player & 1:
        raise refuse("not-a-party", "negotiation", player=player(move.player))
    return material.PARTNER + move.player


def amount_number(p: WhiteLotus, seat: int, move: OfPoints | Term, refuse: Refuse) -> int:
    """The number of an amount, or why it cannot be so much."""
    if isinstance(move, Influence):
        begun = p.owing >> seat & 1 and p.sealed[seat] != NOBODY
        if not begun and not control.is_duel(p):
            raise refuse("target-first", "conflict")
        most = p.influence[seat]
    elif isinstance(move, Combat):
        most = p.combat[seat]
    else:
        asked = typed_amount(p, move.points)
        if asked != move:
            raise refuse("other-term", "negotiation", asked=asked.notation())
        most = negotiation.limit(p)
    most = min(most, material.AMOUNTS - 1)
    if not 0 <= move.points <= most:
        raise refuse("too-much", "amounts", n=most)
    return material.AMOUNT + move.points
