"""Shares with intervals, and which of them surely differ."""

from __future__ import annotations

from guanxi.engine.rates import NORMAL, surely_differ, wilson


def test_shares_of_few_games_do_not_surely_differ() -> None:
    assert not surely_differ(wilson(0.75, 4, NORMAL), wilson(0.25, 4, NORMAL))


def test_shares_of_many_games_do() -> None:
    often, seldom = wilson(0.6, 200, NORMAL), wilson(0.4, 200, NORMAL)
    assert surely_differ(often, seldom)
    assert surely_differ(seldom, often)
    assert not surely_differ(often, often)
