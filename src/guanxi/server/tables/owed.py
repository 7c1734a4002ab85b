"""Moves that the server owes: of bots, absent players, plans and tutorials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.tables.lessons import followed

if TYPE_CHECKING:
    from guanxi.server.tables.play import Play


def may_owe(play: Play) -> bool:
    """Does a bot, a plan or a script move next?  Players may still discuss an undo, or a plan may not fit."""
    script = followed(play)
    if script:
        return script.owed(play.table.moves) is not None
    return any(not seat.present or seat.plan is not None for seat in (play.seats[seat] for seat in play.to_move))


def owing_seat(play: Play) -> int | None:
    """A seat without a present player that owes a decision; none while players discuss an undo."""
    if play.question or followed(play):
        return None
    return next((seat for seat in play.to_move if not play.seats[seat].present), None)
