"""Haiduci: what may be chosen in each phase of the game.  In the order of the rules."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.haiduci.rules.effects import add_choices, add_places, inside
from guanxi.games.haiduci.rules.material import (
    CARDS,
    DISCARD_MOVE,
    FACTION_MOVE,
    FACTIONS,
    FREE_MOVE,
    HAIDUC,
    HAIDUCI,
    IDLE,
    INSIDE,
    JOIN_MOVE,
    KINDS,
    MARCH_MOVE,
    OFFER_MOVE,
    PASS_MOVE,
    PAYING,
    SPEND_MOVE,
    TERRITORIES,
    Material,
)
from guanxi.games.haiduci.rules.scoring import held_inside


def at_turn(p: Material) -> int:
    """The player whose turn it is, counted from the player who starts the season."""
    return (p.start + p.turn) % p.seats


def add_factions(p: Material, moves: Moves) -> None:
    """The factions nobody has chosen (Set-up)."""
    for faction in range(FACTIONS):
        if p.seat_of[faction] == NOBODY:
            moves.add(FACTION_MOVE + faction)


def add_offers(p: Material, seat: int, moves: Moves) -> None:
    """Any card but a haiduc into the own first box, any card into another's second, or none (Offers)."""
    moves.add(PASS_MOVE)
    if p.box[p.faction[seat]][0] == NOBODY:
        for card in range(KINDS):
            if p.hand[seat][card]:
                moves.add(OFFER_MOVE + card)
    for faction in range(FACTIONS):
        if can_join(p, seat, faction):
            for card in range(CARDS):
                if p.hand[seat][card]:
                    moves.add(JOIN_MOVE + faction * CARDS + card)


def can_offer(p: Material, seat: int) -> int:
    """1 if there is a box for a card of this player (Offers)."""
    if p.held[seat] == 0:
        return 0
    if p.box[p.faction[seat]][0] == NOBODY:
        return 1
    for faction in range(FACTIONS):
        if can_join(p, seat, faction):
            return 1
    return 0


def can_join(p: Material, seat: int, faction: int) -> int:
    """1 if another's first box is full, the second empty, and the own first box holds a card (Offers)."""
    own = p.faction[seat]
    return faction != own and p.box[own][0] != NOBODY and p.box[faction][0] != NOBODY and p.box[faction][1] == NOBODY


def add_marches(p: Material, seat: int, moves: Moves) -> None:
    """A haiduc to a neighbouring territory or none; then the card it costs; then majority there (Haiduci move)."""
    if p.task == IDLE:
        moves.add(PASS_MOVE)
        for haiduc in range(HAIDUCI):
            if p.place[haiduc] != NOBODY:
                add_places(MARCH_MOVE + haiduc * TERRITORIES, p.board.near[p.place[haiduc]], moves)
    elif p.task == PAYING:
        for card in range(CARDS):
            if p.hand[seat][card]:
                moves.add(DISCARD_MOVE + card)
    else:
        add_choices(p, moves)


def unplayed_places(p: Material, faction: int) -> int:
    """Its own province, or what lies next to it once it controls all five territories (Unplayed factions; bits)."""
    if held_inside(p, faction, faction) == INSIDE:
        return p.board.around[faction]
    return inside(faction)


def add_haiduci(p: Material, seat: int, moves: Moves) -> None:
    """A haiduc from the hand, one of the captured, or none (International conference)."""
    moves.add(PASS_MOVE)
    for haiduc in range(HAIDUCI):
        if p.hand[seat][HAIDUC + haiduc]:
            moves.add(SPEND_MOVE + haiduc)
        if p.captor[haiduc] == seat:
            moves.add(FREE_MOVE + haiduc)
