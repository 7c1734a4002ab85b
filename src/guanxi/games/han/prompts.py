"""The prompt for a seat of Han, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.han.board import file_of
from guanxi.games.han.rules import material
from guanxi.games.han.rules.rules import STOP

if TYPE_CHECKING:
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
    """Ask for a second piece, or for the end of the turn if the hand cannot pay for one."""
    if p.legal(seat) == [STOP]:
        return phrase("prompt.stop")
    names = [
        province.name for province, open_ in zip(file_of(p.board).provinces.values(), p.within, strict=True) if open_
    ]
    if len(names) == 1:
        return phrase("prompt.second", at=names[0])
    return phrase("prompt.second.border", first=names[0], second=names[1])
