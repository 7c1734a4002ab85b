"""The move of The White Lotus that a player means by a click, legal or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.white_lotus.moves import PLAYER_MOVES, PROVINCE_MOVES
from guanxi.games.white_lotus.refusals import STEP_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Move
    from guanxi.games.white_lotus.rules.rules import WhiteLotus


def meant(p: WhiteLotus, places: Sequence[str]) -> Move | None:
    """The use of a province or a player in this step of the year; None for other places."""
    kind, _, name = places[-1].partition(":")
    if kind == "province":
        return next((move(name) for move in PROVINCE_MOVES.values() if STEP_OF[move] == p.step), None)
    if kind == "player" and name in [str(other) for other in range(p.seats)]:
        return next((move(int(name)) for move in PLAYER_MOVES.values() if STEP_OF[move] == p.step), None)
    return None
