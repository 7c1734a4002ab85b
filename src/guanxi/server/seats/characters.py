"""The characters that play the seats of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.bots import LEVELS

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.manners import Manner
    from guanxi.server.seats.seats import SeatRow


def manner_of(game: Game[Any, Any], seat: SeatRow) -> Manner | None:
    """The manner of the character in a bot's seat; only levels have one."""
    if seat.kind != "bot" or seat.character is None or seat.bot not in LEVELS:
        return None
    return game.cast[seat.character % len(game.cast)] if game.cast else None
