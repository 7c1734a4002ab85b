"""What a table shows of time: its control, its clocks, and what can be planned."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from guanxi.engine.text import Phrase
from guanxi.server.clocks import Control

Policy = Literal["bot", "forfeit"]


class Planned(Struct):
    """An answer that can be left for a question to come."""

    notation: str
    phrase: Phrase


class AwayTime(Struct):
    """A time in which a player cannot play."""

    since: str = field(name="from")
    until: str = field(name="to")


class ClockShown(Struct):
    """A seat's time in milliseconds, as it was at `since`; without it, the clock stands."""

    seat: int
    spent: int
    left: int | None
    since: str | None
    deadline: str | None
    absences: list[AwayTime]


class TimeProposed(Struct):
    """A seat would like another time control; these must still agree."""

    seat: int
    control: Control | None
    waits_for: tuple[int, ...]


class Time(Struct):
    """A table's time control, what is done about those who are gone, and the clocks."""

    control: Control | None
    absent: Policy
    proposal: TimeProposed | None
    clocks: list[ClockShown]
