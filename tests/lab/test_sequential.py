"""The sequential test has the promised error rates, stops early in clear cases, but never at once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import BadOption
from guanxi.lab.sequential import BOUND, FEWEST, SequentialTest, SequentialTestRun

if TYPE_CHECKING:
    from collections.abc import Iterable


def run_until_decided(test: SequentialTest, deals: Iterable[float]) -> SequentialTestRun:
    """Feed deals to a test until it is decided or there are no more."""
    run = SequentialTestRun(test)
    for mean in deals:
        if run.add(mean) != "undecided":
            break
    return run


def deal(random: Random, share: float, seats: int) -> float:
    """The mean of a deal whose games are not independent: some deals are good for the bot, others bad."""
    luck = random.choice((-0.1, 0.1)) if 0.1 <= share <= 0.9 else 0.0
    return sum(random.random() < share + luck for _ in range(seats)) / seats


def verdicts(question: SequentialTest, share: float, seats: int, tests: int = 400) -> tuple[float, float, float]:
    """The shares of tests that accept and reject, and their mean number of deals."""
    found = []
    for number in range(tests):
        random = Random(number)
        found.append(run_until_decided(question, (deal(random, share, seats) for _ in range(5000))))
    accepted = sum(test.verdict == "accepted" for test in found)
    rejected = sum(test.verdict == "rejected" for test in found)
    return accepted / tests, rejected / tests, sum(test.deals for test in found) / tests


@pytest.mark.parametrize(("low", "high", "seats"), [(0.5, 0.58, 2), (0.25, 0.35, 4), (0.75, 0.85, 2)])
def test_either_error_is_made_in_about_5_of_100_tests(low: float, high: float, seats: int) -> None:
    question = SequentialTest(low, high)
    accepted, rejected, _ = verdicts(question, low, seats)
    assert accepted < 0.08
    assert accepted + rejected == 1
    accepted, rejected, _ = verdicts(question, high, seats)
    assert rejected < 0.08
    assert accepted + rejected == 1


def test_the_errors_are_really_made_and_not_avoided_by_endless_play() -> None:
    accepted, _, deals = verdicts(SequentialTest(0.5, 0.58), 0.5, 2)
    assert accepted > 0.01
    assert deals < 400


def test_clear_cases_are_decided_sooner() -> None:
    question = SequentialTest(0.25, 0.35)
    _, _, hard = verdicts(question, 0.3, 4, 100)
    _, _, easy = verdicts(question, 0.6, 4, 100)
    assert easy < hard / 3


def test_equal_deals_decide_after_some_and_not_at_once() -> None:
    always = run_until_decided(SequentialTest(0.5, 0.55), [1.0] * 1000)
    assert (always.verdict, FEWEST <= always.deals < 100) == ("accepted", True)
    even = run_until_decided(SequentialTest(0.5, 0.55), [0.5] * 1000)
    assert (even.verdict, FEWEST <= even.deals < 200) == ("rejected", True)


def test_halfway_between_nothing_is_decided() -> None:
    between = run_until_decided(SequentialTest(0.4, 0.6), [0.5] * 1000)
    assert between.verdict == "undecided"
    assert between.ratio == pytest.approx(0)
    assert between.deals == 1000


def test_the_result_describes_the_test() -> None:
    test = SequentialTestRun(SequentialTest(0.2, 0.4))
    assert test.result.ratio == 0
    for _ in range(50):
        test.add(0.75)
    answer = test.result
    assert (answer.low, answer.high, answer.verdict, answer.deals) == (0.2, 0.4, "accepted", 50)
    assert answer.ratio > answer.bound == BOUND == pytest.approx(2.944, abs=0.001)


@pytest.mark.parametrize(
    "text", ["0.5", "0.5:0.6:0.7", "half:0.6", "0.6:0.5", "0.5:0.5", "0.5:1.5", "-0.1:0.5", "nan:1"]
)
def test_an_invalid_test_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="A test"):
        SequentialTest.read(text)


def test_a_test_is_parsed() -> None:
    assert SequentialTest.read("0.25:.35") == SequentialTest(0.25, 0.35)
