"""Prepared positions for diagrams and tutorials, stored as a seed and the moves made so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.game import Game


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game after some moves, and the seat that views it; None is a spectator."""

    seats: int
    seed: str
    options: dict[str, Any] = {}
    moves: list[str] = []  # as in a log: the seat and the notation
    seat: int | None = None

    def table(self, game: Game[Any, Any], names: Sequence[str] = ()) -> Table:
        """Play the moves and return the table."""
        table = Table(game, self.seats, self.seed, names, **self.options)
        for entry in self.moves:
            play_entry(table, entry)
        return table
