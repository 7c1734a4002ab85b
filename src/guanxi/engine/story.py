"""What a position tells while a move is carried out: events as numbers, and snapshots of moments worth seeing.

Positions have a story only where somebody listens.  Search and self-play have none and pay nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.events import Event
    from guanxi.engine.game import Game

Told = tuple[int, ...]  # the kind of an event and its facts, as the rules number them


class Snapshot(NamedTuple):
    """A position inside a move: of which kind, after how many of the move's events, and all that lay there."""

    kind: int
    after: int
    position: Position


class Story:
    """All that one move has brought about."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.snapshots: list[Snapshot] = []
        self._events: list[Event] = []

    def mark(self, kind: int, position: Position) -> None:
        """Keep the position as it is now; nobody owes a decision in it."""
        twin = position.copy()
        twin.owing = twin.sealing = 0
        self.snapshots.append(Snapshot(kind, len(self.told), twin))

    def events(self, game: Game[Any, Any], board: Any) -> list[Event]:
        """The events with all that is hidden, decoded once."""
        for told in self.told[len(self._events) :]:
            self._events.append(game.decode(board, told))
        return self._events
