"""A seat as it is stored: whom it is for, who has it, and who plays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.http.identity import Who

TUTOR = "tutorial"  # the bot in the other seats of a tutorial
STAND_IN = "skilled"  # plays well, and nobody has to wait for it


class SeatRow(msgspec.Struct):
    """One seat of a table."""

    seat: int
    kind: Literal["person", "bot"]
    open: bool  # anybody may take it
    taken: bool
    name: str | None = None
    bot: str | None = None
    guest: str | None = None  # hash of its owner's cookie
    token: str | None = None  # hash of the token by which a program plays
    link: str | None = None  # hash of the invitation that leads to the seat, once
    absent: Literal["bot", "forfeit"] | None = None  # its owner is gone, and this happens instead
    plan: str | None = None  # the secret answer left for a later decision
    issue: int = 0  # how often its invitation was renewed
    colour: int | None = None  # the owner's preference
    pattern: int | None = None
    character: int | None = None  # of a bot: which of the game's characters plays it
    seen: int | None = None  # when its owner last left the table's page
    nudged: int | None = None  # when its owner was last reminded by another player
    came: bool = True  # its owner has come to the table; the clocks of a live game wait for everybody

    @property
    def present(self) -> bool:
        """Does a person decide for this seat?"""
        return self.kind == "person" and self.absent is None

    def held_by(self, who: Who) -> bool:
        """Does this seat belong to the client?"""
        return bool(who.guest and who.guest == self.guest) or bool(who.token and who.token == self.token)


def is_tutorial(seats: Sequence[SeatRow]) -> bool:
    """Is this the table of a tutorial?  It is not rated and appears in no list."""
    return any(seat.bot == TUTOR for seat in seats)


def stand_in(bot: str | None) -> str:
    """The bot that plays for a seat: the one named there, or a stand-in for a person or a tutor."""
    return STAND_IN if bot in (None, TUTOR) else bot
