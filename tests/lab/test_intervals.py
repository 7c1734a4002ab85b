"""Confidence intervals are right on known input, and never too narrow."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from guanxi.engine.rates import NORMAL, wilson
from guanxi.lab.intervals import rate, student


def test_wilson_as_in_the_textbook() -> None:
    found = wilson(0.8, 100, NORMAL)
    assert found.estimate == 0.8
    assert found.low == pytest.approx(0.7112, abs=0.0005)
    assert found.high == pytest.approx(0.8666, abs=0.0005)


@pytest.mark.parametrize(("freedom", "deviations"), [(1, 12.706), (9, 2.262), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_student_as_in_the_tables(freedom: int, deviations: float) -> None:
    assert student(freedom) == pytest.approx(deviations, abs=0.003)


def test_many_deals_give_the_normal_interval_of_their_mean() -> None:
    found = rate([0.0, 0.5, 0.5, 1.0] * 250)
    half = NORMAL * (0.125 / 1000) ** 0.5
    assert found.estimate == 0.5
    assert found.low == pytest.approx(0.5 - half, abs=0.0005)
    assert found.high == pytest.approx(0.5 + half, abs=0.0005)


def test_deals_that_cancel_luck_give_a_narrow_interval() -> None:
    paired, independent = rate([0.5] * 90 + [1.0] * 10), rate([0.0] * 45 + [1.0] * 55)
    assert paired.estimate == pytest.approx(independent.estimate)
    assert paired.high - paired.low < 0.5 * (independent.high - independent.low)


@pytest.mark.parametrize("deals", [[1.0], [0.0], [0.5], [1.0] * 5, [0.0] * 5, [0.5, 1.0], [0.0, 1.0]])
def test_a_few_deals_are_never_certain(deals: list[float]) -> None:
    found = rate(deals)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.high - found.low > 0.25


@pytest.mark.parametrize(("strength", "deals"), [(0.5, 10), (0.5, 100), (0.9, 50)])
def test_the_interval_holds_the_truth_95_times_in_100(strength: float, deals: int) -> None:
    random, held = Random(1), 0
    for _ in range(1000):
        games = [[random.random() < strength for _ in range(2)] for _ in range(deals)]
        found = rate([fmean(deal) for deal in games])
        held += found.low <= strength <= found.high
    assert held > 925


def test_a_rate_is_printed_with_its_interval() -> None:
    assert str(wilson(0.5, 100, NORMAL)) == "50.0% (40.4–59.6%)"
