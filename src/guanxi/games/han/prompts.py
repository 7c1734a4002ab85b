"""The prompt for a seat of Han, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.han.board import file_of
from guanxi.games.han.moves import piece
from guanxi.games.han.rules import material
from guanxi.games.han.rules.rules import STOP, could_place

if TYPE_CHECKING:
    from guanxi.games.han.board import BoardFile
    from guanxi.games.han.moves import Piece
    from guanxi.games.han.rules.rules import Han


def prompt(p: Han, seat: int | None) -> Phrase:
    """The sentence that tells a seat what to do, or whom it is waiting for."""
    if p.owing == 0:
        return phrase("prompt.over")
    if seat != p.player:
        return phrase("prompt.wait", player=player(p.player))
    if p.drawing:
        return phrase("prompt.draw", n=material.HAND - p.held[seat])
    if p.placed == 0:
        return phrase("prompt.last" if p.last_round else "prompt.place")
    return second_piece(p, seat)


def second_piece(p: Han, seat: int) -> Phrase:
    """Ask for a second piece where one fits, or for the end of the turn if none fits or the hand cannot pay for one."""
    file = file_of(p.board)
    homes = {home for number in p.legal(seat) if number != STOP for home in homes_of(file, piece(file, number))}
    names = [
        file.provinces[id_].name
        for id_, open_ in zip(file.province_ids, p.within, strict=True)
        if open_ and id_ in homes
    ]
    if not names:
        return phrase("prompt.stop")
    if len(names) == 1:
        return phrase("prompt.second", at=names[0])
    return phrase("prompt.second.border", first=names[0], second=names[1])


def homes_of(file: BoardFile, placed: Piece) -> list[str]:
    """The provinces that a piece belongs to."""
    return [placed.at] if placed.at in file.provinces else file.spaces[placed.at].provinces


def is_open(p: Han, seat: int) -> bool:
    """Draws are open; whether a second piece can be paid for is, if the whole hand was taken from the open cards."""
    return bool(p.drawing) or sum(p.known[seat]) == p.held[seat] or not has_room(p, seat)


def has_room(p: Han, seat: int) -> bool:
    """Could a piece be placed in this turn's provinces, whatever the cards?"""
    return any(open_ and could_place(p, seat, province) for province, open_ in enumerate(p.within))
