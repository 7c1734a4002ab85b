"""Events as people and programs know them: typed records of what happened, the counterpart of `moves.py`.

The rules tell events as numbers (`Position.tell`); each game's `events.py` has one function that decodes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from guanxi.engine.text import Phrase, phrase, player

if TYPE_CHECKING:
    from typing import Self


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened.  Each game derives its kinds of events from this; in JSON `event` names the kind.

    A field `seat` is always the player who acted or to whom it happened.  Fields that some may not know are None for
    them.
    """

    routine: ClassVar[bool] = False  # so common that a list of events may fold it away

    def phrase(self, board: Any) -> Phrase:
        """The event in words; names of places come from the board."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        """The event as a seat may know it; None is a spectator.  Public unless a kind of event says otherwise."""
        return self

    def touches(self) -> tuple[str, ...]:
        """The places and pieces on the table that the event is about, named as moves name them."""
        return ()


class Ready(Event, frozen=True, tag="ready"):
    """A seat has sealed its choice."""

    routine: ClassVar[bool] = True

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.ready", player=player(self.seat))


class Undone(Event, frozen=True, tag="undone"):
    """Moves were taken back; so many still stand."""

    seat: int
    moves: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.undone", player=player(self.seat), n=self.moves)


class Left(Event, frozen=True, tag="left"):
    """A player has left, or run out of time: a bot stands in for them, or they have forfeited."""

    seat: int
    policy: Literal["bot", "forfeit"]

    def phrase(self, board: Any) -> Phrase:
        return phrase(f"event.left.{self.policy}", player=player(self.seat))


class Returned(Event, frozen=True, tag="returned"):
    """A player is back and decides for themselves again."""

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.returned", player=player(self.seat))


EngineEvent = Ready | Undone | Left | Returned


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats that some bits stand for, the lowest first."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
