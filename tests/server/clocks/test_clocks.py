"""Clocks: arithmetic without a server."""

from __future__ import annotations

import pytest

from guanxi.server.clocks.clocks import HOUR, SECOND, Clock, Live, Slow, after, elapsed, merged, set_clocks, tick

LIVE = Live(game=60, move=5)
SLOW = Slow(hours=24)


def clocks(control: Live | Slow | None, seats: int = 2) -> list[Clock]:
    made = [Clock(seat) for seat in range(seats)]
    set_clocks(made, control)
    return made


def test_a_live_clock_runs_for_the_owing_seat_and_a_move_adds_time() -> None:
    both = clocks(LIVE)
    tick(both, LIVE, 0, 0, [0], [0, 1])
    assert (both[0].deadline, both[1].deadline) == (60 * SECOND, None)
    tick(both, LIVE, 20 * SECOND, 1, [1], [0, 1], mover=0)
    assert (both[0].spent, both[0].left) == (20 * SECOND, 45 * SECOND)
    assert both[1].deadline == 80 * SECOND


def test_clocks_of_sealed_choices_run_together_and_stop_one_by_one() -> None:
    three = clocks(LIVE, 3)
    tick(three, LIVE, 0, 0, [0, 1, 2], [0, 1, 2])
    tick(three, LIVE, 10 * SECOND, 1, [0, 2], [0, 1, 2], mover=1)
    assert [clock.since for clock in three] == [0, None, 0]
    assert [clock.deadline for clock in three] == [60 * SECOND, None, 60 * SECOND]
    tick(three, LIVE, 30 * SECOND, 2, [0], [0, 1, 2], mover=2)
    assert [clock.left for clock in three] == [60 * SECOND, 55 * SECOND, 35 * SECOND]


def test_a_slow_clock_is_full_for_every_move() -> None:
    both = clocks(SLOW)
    tick(both, SLOW, 0, 0, [0], [0, 1])
    tick(both, SLOW, 20 * HOUR, 1, [0], [0, 1], mover=0)
    assert both[0].deadline == 44 * HOUR


def test_an_undo_adds_no_time() -> None:
    slow, live = clocks(SLOW), clocks(LIVE)
    for control, both in ((SLOW, slow), (LIVE, live)):
        tick(both, control, 0, 0, [0], [0, 1])
        tick(both, control, 30 * SECOND, 1, [1], [0, 1], mover=0)
        tick(both, control, 31 * SECOND, 0, [0], [0, 1])
        tick(both, control, 41 * SECOND, 1, [1], [0, 1], mover=0)
    assert slow[0].left == 24 * HOUR - 40 * SECOND
    assert live[0].left == (60 + 5 - 40) * SECOND


def test_a_bot_has_no_limit_and_its_time_is_shown() -> None:
    both = clocks(LIVE)
    tick(both, LIVE, 0, 0, [0], [1])
    assert both[0].deadline is None
    tick(both, LIVE, 100 * SECOND, 1, [1], [1], mover=0)
    assert both[0].spent == 100 * SECOND


def test_without_a_time_control_time_is_only_counted() -> None:
    both = clocks(None)
    tick(both, None, 0, 0, [0], [0, 1])
    tick(both, None, 3 * HOUR, 1, [1], [0, 1], mover=0)
    assert (both[0].spent, both[0].left, both[1].deadline) == (3 * HOUR, None, None)


@pytest.mark.parametrize(
    ("away", "end"),
    [([], 24), ([(2, 12)], 34), ([(-5, 10)], 34), ([(2, 12), (30, 31)], 35), ([(40, 50)], 24), ([(-9, -1)], 24)],
)
def test_a_deadline_is_extended_by_absences(away: list[tuple[int, int]], end: int) -> None:
    spans = [(since * HOUR, until * HOUR) for since, until in away]
    assert after(0, 24 * HOUR, spans) == end * HOUR
    assert elapsed(0, end * HOUR, spans) == 24 * HOUR


def test_absences_that_touch_are_merged() -> None:
    assert merged([(5, 9), (1, 3), (3, 4), (8, 10), (7, 7)]) == [(1, 4), (5, 10)]
