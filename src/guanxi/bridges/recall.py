"""What seats remember at many tables: their last observations, and the moves that they chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from guanxi.bridges.tables import Numbers


class Recall:
    """The last decisions of every seat in the present game of its table."""

    def __init__(self, tables: int, seats: int, decisions: int, numbers: int) -> None:
        self._rows = np.arange(tables)
        self._latest = np.arange(decisions)
        self._known = np.zeros((tables, seats, decisions, numbers), np.float32)
        self._chosen = np.full((tables, seats, decisions), -1, np.int64)
        self._made = np.zeros((tables, seats), np.int64)

    def forget(self, tables: Numbers) -> None:
        """Begin new games at some tables, given as a mask."""
        self._known[tables], self._chosen[tables], self._made[tables] = 0, -1, 0

    def add(self, playing: Numbers, seats: Numbers, observations: Numbers, moves: Numbers) -> None:
        """Remember what seats saw and chose, at the tables of a mask."""
        rows = self._rows[playing]
        at = rows, seats[playing]
        place = self._made[at] % len(self._latest)
        self._known[(*at, place)] = observations[playing]
        self._chosen[(*at, place)] = moves[playing]
        self._made[at] += 1

    def known(self, seats: Numbers) -> Numbers:
        """What a seat of each table observed at its last decisions, latest first; 0 where there were fewer."""
        return self._known[self._at(seats)]

    def chosen(self, seats: Numbers) -> Numbers:
        """The moves that it chose then; -1 where there were fewer."""
        return self._chosen[self._at(seats)]

    def _at(self, seats: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Where the last decisions of a seat of each table are."""
        made = self._made[self._rows, seats]
        places = (made[:, None] - 1 - self._latest) % len(self._latest)
        return self._rows[:, None], seats[:, None], places
