"""What is asked of a seat of Han, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.han.board import file_of
from guanxi.games.han.rules import material

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han


def prompt(p: Han, seat: int | None) -> Phrase:
    """What is asked of a seat, in one sentence."""
    if p.owing == 0:
        return phrase("prompt.over")
    if seat != p.player:
        return phrase("prompt.wait", player=player(p.player))
    if p.drawing:
        return phrase("prompt.draw", n=material.HAND - p.held[seat])
    if p.placed == 0:
        return phrase("prompt.last" if p.last_round else "prompt.place")
    file = file_of(p.board)
    within = p.within
    names = [file.provinces[id_].name for id_, open_ in zip(file.province_ids, within, strict=True) if open_]
    return phrase("prompt.second", at=" / ".join(names))
