"""Typed events: records of what happened, the counterpart of the typed moves in `moves.py`.

The rules report events as numbers (`Position.tell`); each game's `events.py` has a function that decodes them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from guanxi.engine.text import Phrase, phrase, player

if TYPE_CHECKING:
    from typing import Self


Reason = Literal["agreed", "host", "idle", "missing", "rules"]  # why a game was ended without a loser


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened.  Each game derives its kinds of events from this class; in JSON `event` names the kind.

    A field `seat` is always the player who acted or was affected.  `seen_by` sets fields that a seat may not know to
    None.
    """

    routine: ClassVar[bool] = False  # so common that a list of events may collapse it

    def phrase(self, board: Any) -> Phrase:
        """The event in words; names of places come from the board."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        """The event as a seat (None: a spectator) may know it.  By default events are public."""
        return self

    def touches(self) -> tuple[str, ...]:
        """The ids of the places and pieces that the event is about, the same as in moves."""
        return ()


class Ready(Event, frozen=True, tag="ready"):
    """A seat has sealed its choice."""

    routine: ClassVar[bool] = True

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.ready", player=player(self.seat))


class Undone(Event, frozen=True, tag="undone"):
    """Moves were taken back; `moves` is the number that remain."""

    seat: int
    moves: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.undone", player=player(self.seat), n=self.moves)


class Left(Event, frozen=True, tag="left"):
    """A player has left or run out of time; a bot plays for them, or they have forfeited."""

    seat: int
    policy: Literal["bot", "forfeit"]

    def phrase(self, board: Any) -> Phrase:
        return phrase(f"event.left.{self.policy}", player=player(self.seat))


class Returned(Event, frozen=True, tag="returned"):
    """A player is back and plays for themselves again."""

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.returned", player=player(self.seat))


class Ended(Event, frozen=True, tag="ended"):
    """The game was ended without a loser: agreed, by the host, after a long silence, or because a player never came."""

    reason: Reason

    def phrase(self, board: Any) -> Phrase:
        return phrase(f"event.ended.{self.reason}")


EngineEvent = Ready | Undone | Left | Returned | Ended


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    """The seats in a bit set, in ascending order."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
