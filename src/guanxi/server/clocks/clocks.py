"""Clocks: how much time a seat has, how it runs, and when it runs out.  Times and durations are in milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from guanxi.engine.game import Game

    Now = Callable[[], int]  # the current time in milliseconds

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 3600 * SECOND
DAY = 24 * HOUR
RETURNED = 60 * SECOND  # a live clock has at least this when its owner returns
ARRIVAL = 10 * MINUTE  # a live game waits so long for a player to come before the others may do something about it
TOURNAMENT_ARRIVAL = 5 * MINUTE  # a tournament's, before the tournament treats them as absent

MOMENTS = 1024  # that are kept as text: clocks are shown again and again

Span = tuple[int, int]


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live", forbid_unknown_fields=True):
    """Seconds for the whole game, and an increment after every move."""

    game: Annotated[int, Meta(ge=10, le=86_400)]
    move: Annotated[int, Meta(ge=0, le=3600)] = 0


class Slow(msgspec.Struct, frozen=True, tag_field="kind", tag="slow", forbid_unknown_fields=True):
    """Hours for every move; the clock is paused while its owner is away by their calendar."""

    hours: Annotated[int, Meta(ge=1, le=720)]


Control = Live | Slow


def live_control(game: Game[Any, Any]) -> Live:
    """The live control that fits a game: a player's share of a long game and half as much again, in steps of 5 min."""
    share = game.minutes[1] / game.seats[-1] * 3 / 2
    return Live(ceil(share / 5) * 5 * MINUTE // SECOND, 10)


class Clock(msgspec.Struct):
    """One seat's time."""

    seat: int
    spent: int = 0  # until `since`
    left: int | None = None  # at `since`; None: no limit
    given: int = -1  # moves of the history for which time was added: an undo must not add it again
    since: int | None = None  # when it started; None: it is stopped
    deadline: int | None = None  # when it runs out, if it is running and limited
    absences: list[Span] = msgspec.field(default_factory=list)

    def out(self, at: int) -> bool:
        """Has the time run out?"""
        return self.deadline is not None and at >= self.deadline


def set_clocks(clocks: Iterable[Clock], control: Control | None) -> None:
    """Reset every clock to the start of a time control, stopped."""
    for clock in clocks:
        clock.left = whole(control)
        clock.given = -1
        clock.since = clock.deadline = None


def whole(control: Control | None) -> int | None:
    """The time on a clock at the start."""
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
    """Stop the clocks of seats that owe nothing, start those of seats that owe a decision, return the changed ones.

    The seat that has just moved gets its increment.  `limited` are the seats whose time can run out.
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
    """Start a clock."""
    if isinstance(control, Slow) and moves > clock.given:
        clock.left = whole(control)
        clock.given = moves
    clock.since = at
    clock.deadline = None
    if limited and clock.left is not None:
        clock.deadline = after(at, clock.left, paused(clock, control))


def stop(clock: Clock, control: Control | None, at: int) -> None:
    """Stop a clock and subtract the time it has run."""
    if clock.since is None:
        return
    used = elapsed(clock.since, max(at, clock.since), paused(clock, control))
    clock.spent += used
    if clock.left is not None and clock.deadline is not None:
        clock.left = max(0, clock.left - used)
    clock.since = clock.deadline = None


def resume(clock: Clock, control: Control | None, stopped: int, at: int, moves: int) -> None:
    """Let a limited clock go on that was last seen running at `stopped`: the time since then does not count."""
    assert clock.since is not None
    stop(clock, control, max(stopped, clock.since))
    start(clock, control, at, moves, limited=True)


def paused(clock: Clock, control: Control | None) -> list[Span]:
    """The spans in which a running clock is paused: only slow clocks follow the calendar."""
    return clock.absences if isinstance(control, Slow) else []


def elapsed(begin: int, end: int, away: list[Span]) -> int:
    """The time between two points without the absences, which are sorted and disjoint."""
    return end - begin - sum(max(0, min(end, until) - max(begin, since)) for since, until in away)


def after(at: int, time: int, away: list[Span]) -> int:
    """The point at which `time` has passed, not counting absences."""
    end = at + time
    for since, until in away:
        if until > at and since < end:
            end += until - max(at, since)
    return end


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans sorted, with those that touch merged."""
    found: list[Span] = []
    for since, until in sorted(span for span in spans if span[0] < span[1]):
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(until, found[-1][1]))
        else:
            found.append((since, until))
    return found


@lru_cache(MOMENTS)
def iso(at: int) -> str:
    """A time as it is stored in headers and sent."""
    return datetime.fromtimestamp(at / SECOND, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(when: datetime) -> int:
    """A date and time in milliseconds."""
    return round(when.timestamp() * SECOND)
