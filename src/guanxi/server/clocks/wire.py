"""Clocks as they are sent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from guanxi.server.clocks.clocks import Control

Policy = Literal["bot", "forfeit"]


class AwayTime(Struct, gc=False):
    """A time in which a player cannot play."""

    since: str = field(name="from")
    until: str = field(name="to")


class ClockShown(Struct, gc=False):
    """A seat's time in milliseconds as of `since`; without `since` the clock is stopped."""

    seat: int
    spent: int
    left: int | None
    since: str | None
    deadline: str | None
    absences: list[AwayTime]


class TimeProposed(Struct, gc=False):
    """A seat proposes another time control; these seats must still agree."""

    seat: int
    control: Control | None
    waits_for: tuple[int, ...]


class MotionShown(Struct, gc=False):
    """A seat proposes to replace an absent player by a bot, or to end the game; these seats must still agree."""

    seat: int
    about: int
    do: Literal["bot", "end"]
    waits_for: tuple[int, ...]


class Time(Struct, gc=False):
    """A table's time control, the policy for absent players, and the clocks."""

    control: Control | None
    absent: Policy
    proposal: TimeProposed | None
    clocks: list[ClockShown]
    waits_for: tuple[int, ...]  # players who have not come yet: the clocks of a live game start when everybody has
    waits_since: str | None
    arrival: int  # minutes for which it waits for them before those present may do something about it
    patience: int  # hours for which an untimed table waits for an absent player, and a live game to begin
    idle: int  # hours after which a table at which nobody plays ends by itself
    motion: MotionShown | None
