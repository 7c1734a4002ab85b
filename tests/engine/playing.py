"""Moves for tests to which it does not matter what is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def play_absent(table: Table) -> None:
    """Make the move that the game chooses for an absent player, for the first seat that has to decide."""
    seat = table.to_move[0]
    table.play(seat, table.game.absent(table.position, seat))
