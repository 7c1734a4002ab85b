"""Clocks: what a seat's time is, how it runs, and when it is out.  Moments and times are whole milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
RETURNED = 60 * SECOND  # a live clock has at least this when its owner comes back

Span = tuple[int, int]


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more after every move."""

    game: Annotated[int, Meta(ge=10, le=86_400)]
    move: Annotated[int, Meta(ge=0, le=3600)] = 0


class Slow(msgspec.Struct, frozen=True, tag_field="kind", tag="slow", forbid_unknown_fields=True):
    """So many hours for every move; while a player is away by their calendar, their clock stands."""

    hours: Annotated[int, Meta(ge=1, le=720)]


Control = Live | Slow


class Clock(msgspec.Struct):
    """One seat's time."""

    seat: int
    spent: int = 0  # until `since`
    left: int | None = None  # at `since`; None: there is no limit
    given: int = -1  # the number of standing moves up to which time was given: an undo must not give it again
    since: int | None = None  # when it began to run; None: it stands
    deadline: int | None = None  # when its time is out, if it runs and has a limit
    absences: list[Span] = msgspec.field(default_factory=list)

    def out(self, at: int) -> bool:
        """Is the time over?"""
        return self.deadline is not None and at >= self.deadline


def set_clocks(clocks: Iterable[Clock], control: Control | None) -> None:
    """Every clock as it is at the beginning of a time control; none runs."""
    for clock in clocks:
        clock.left = whole(control)
        clock.given = -1
        clock.since = clock.deadline = None


def whole(control: Control | None) -> int | None:
    """What a clock has at first."""
    if control is None:
        return None
    return control.game * SECOND if isinstance(control, Live) else control.hours * HOUR


def tick(
    clocks: Iterable[Clock],
    control: Control | None,
    at: int,
    moves: int,
    owing: Collection[int],
    limited: Collection[int],
    mover: int | None = None,
) -> list[Clock]:
    """Stop the clocks of all who owe nothing, and start those of all who owe a decision; returns what has changed.

    Who has just moved gets what a move earns.  `limited` are the seats whose time can run out.
    """
    changed = [clock for clock in clocks if clock.seat == mover or (clock.since is None) == (clock.seat in owing)]
    for clock in changed:
        if clock.since is not None:
            stop(clock, control, at)
            earns = clock.seat == mover and clock.seat in limited and moves > clock.given
            if earns and isinstance(control, Live):
                clock.left = (clock.left or 0) + control.move * SECOND
                clock.given = moves
        if clock.seat in owing:
            start(clock, control, at, moves, clock.seat in limited)
    return changed


def start(clock: Clock, control: Control | None, at: int, moves: int, limited: bool) -> None:
    """Let a clock run."""
    if isinstance(control, Slow) and moves > clock.given:
        clock.left = whole(control)
        clock.given = moves
    clock.since = at
    clock.deadline = None
    if limited and clock.left is not None:
        clock.deadline = after(at, clock.left, standing(clock, control))


def stop(clock: Clock, control: Control | None, at: int) -> None:
    """Book what a clock has used since it began to run."""
    if clock.since is None:
        return
    used = elapsed(clock.since, max(at, clock.since), standing(clock, control))
    clock.spent += used
    if clock.left is not None and clock.deadline is not None:
        clock.left = max(0, clock.left - used)
    clock.since = clock.deadline = None


def standing(clock: Clock, control: Control | None) -> list[Span]:
    """When a running clock stands all the same: only slow clocks know a calendar."""
    return clock.absences if isinstance(control, Slow) else []


def elapsed(begin: int, end: int, away: list[Span]) -> int:
    """The time from one moment to another without the absences, which are in order and apart."""
    return end - begin - sum(max(0, min(end, until) - max(begin, since)) for since, until in away)


def after(at: int, time: int, away: list[Span]) -> int:
    """The moment at which so much time has passed, absences not counted."""
    end = at + time
    for since, until in away:
        if until > at and since < end:
            end += until - max(at, since)
    return end


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans of time in order; those that touch are one."""
    found: list[Span] = []
    for since, until in sorted(span for span in spans if span[0] < span[1]):
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(until, found[-1][1]))
        else:
            found.append((since, until))
    return found


def iso(at: int) -> str:
    """A moment as it is stored in headers and sent."""
    return datetime.fromtimestamp(at / SECOND, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(when: datetime) -> int:
    """A date as a moment."""
    return round(when.timestamp() * SECOND)
