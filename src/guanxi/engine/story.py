"""The rules' report on a move: events as numbers, and snapshots of moments.

Only positions of tables have a story.  Search and self-play have none, and so no cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.core.position import Position
    from guanxi.engine.events import Event
    from guanxi.engine.game import Game

Told = tuple[int, ...]  # an event as numbers: its kind and its facts


class Snapshot(NamedTuple):
    """A position inside a move, its kind, and the number of the move's events before it."""

    kind: int
    after: int
    position: Position


class Story:
    """Everything that happened in one move."""

    def __init__(self, told: Sequence[Told] = ()) -> None:
        self.told = [*told]
        self.snapshots: list[Snapshot] = []
        self._events: list[Event] = []

    def mark(self, kind: int, position: Position) -> None:
        """Keep a copy of the position in which nobody has to decide."""
        twin = position.copy()
        twin.owing = twin.sealing = 0
        self.snapshots.append(Snapshot(kind, len(self.told), twin))

    def events(self, game: Game[Any, Any], board: Any) -> list[Event]:
        """The events with all hidden information; each is decoded once."""
        for told in self.told[len(self._events) :]:
            self._events.append(game.decode(board, told))
        return self._events
