"""Means over deals have the right values, and errors that take dependence into account."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from guanxi.lab.estimates import DealSums, Impact, Ratio


def test_a_ratio_of_equal_weights_is_a_mean_with_its_usual_error() -> None:
    values = [3.0, 5.0, 4.0, 8.0, 1.0]
    ratio = Ratio()
    for value in values:
        ratio.add(value, 1)
    found = ratio.estimate()
    assert found
    assert found.value == pytest.approx(fmean(values))
    assert found.error == pytest.approx(stdev(values) / sqrt(len(values)))


def test_an_empty_ratio_has_no_estimate() -> None:
    assert Ratio().estimate() is None


def test_a_share_never_leaves_0_to_1() -> None:
    ratio = Ratio()
    for _ in range(5):
        ratio.add(1, 1)
    found = ratio.estimate(share=True)
    assert found
    assert found.value == found.high == 1
    assert 0 < found.low < 1


def test_the_same_games_many_times_in_one_deal_are_no_more_certain() -> None:
    once, often = Ratio(), Ratio()
    for value in (0.0, 1.0, 1.0, 0.0, 1.0):
        once.add(value, 1)
        often.add(10 * value, 10)
    assert once.estimate() == pytest.approx(often.estimate())


def test_a_deal_adds_up_its_games() -> None:
    ratio, deal = Ratio(), DealSums()
    deal.add(ratio, 2)
    deal.add(ratio, 4)
    deal.close()
    assert (ratio.deals, ratio.above, ratio.below) == (1, 6, 2)


def worth(games: int, helps: float) -> Impact:
    """The impact of something that one of four seats uses, and that raises its chance to win by `helps`."""
    random, found = Random(7), Impact()
    for _ in range(games):
        user = random.randrange(4)
        winner = user if random.random() < 0.25 + helps else random.choice([seat for seat in range(4) if seat != user])
        uses = tuple(int(seat == user) for seat in range(4))
        shares = tuple(float(seat == winner) for seat in range(4))
        found.add([(uses, shares, (0, 0, 0, 0))])
    return found


def test_a_helpful_thing_is_significant() -> None:
    found = worth(2000, 0.1)
    share, gain = found.share.estimate(share=True), found.gain.estimate()
    assert share
    assert gain
    assert share.low < 0.35 < share.high
    assert share.differs(0.25, looks=20)
    # With four seats, 10 points more for the user are 3.3 points less for each of the others.
    assert gain.low < 0.1 * 4 / 3 < gain.high


def test_a_useless_thing_is_not_significant() -> None:
    share = worth(2000, 0.0).share.estimate(share=True)
    assert share
    assert not share.differs(0.25)


def test_few_games_are_never_significant() -> None:
    share = worth(20, 0.7).share.estimate(share=True)
    assert share
    assert not share.differs(0.25)


def test_a_thing_that_all_seats_use_alike_has_no_gain() -> None:
    found = Impact()
    found.add([((2, 2), (1.0, 0.0), (10, 5))])
    assert found.gain.estimate() is None
    assert found.uses == 4


def test_a_thing_that_never_wins_is_significant() -> None:
    found = Impact()
    for _ in range(60):
        found.add([((1, 0, 0, 0), (0.0, 1.0, 0.0, 0.0), (0, 0, 0, 0))])
    share = found.share.estimate(share=True)
    assert share
    assert share.value == 0 < share.high
    assert share.differs(0.25, looks=10)
    assert not share.differs(0.05, looks=10)


def test_a_thing_that_everybody_always_uses_has_a_fair_share() -> None:
    found = Impact()
    for winner in range(40):
        shares = tuple(float(seat == winner % 4) for seat in range(4))
        found.add([((1, 1, 1, 1), shares, (0, 0, 0, 0))])
    share = found.share.estimate(share=True)
    assert share
    assert share.low == share.value == share.high == pytest.approx(0.25)
    assert not share.differs(0.25)
