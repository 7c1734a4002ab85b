"""Bots think by the wall at tables and by processor time in matches."""

from __future__ import annotations

import os
import sys
from random import Random
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.bots import bot
from guanxi.bots.levels import Master
from guanxi.bots.search_bot import BATCH, SearchBot, SearchSettings
from guanxi.bots.thinking import CLOCK, now, processor_time
from guanxi.lab.game_runner import time_of
from guanxi.lab.match import match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guanxi.engine.sight import Sight

HANAMIKOJI = guanxi.game("hanamikoji")
clocks: list[Callable[[], float]] = []


class Watcher:
    """Notes by which clock it has to think."""

    name = "watcher"

    def __init__(self, random: Random) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        clocks.append(CLOCK.get())
        return sight.legal_numbers[0]


def test_matches_count_processor_time_and_tables_the_wall() -> None:
    clocks.clear()
    match(HANAMIKOJI, [Watcher, "random"], games=2, jobs=1, options={"rounds": 1})
    assert set(clocks) == {thread_time}
    assert CLOCK.get() is perf_counter


class Ticking:
    """A clock that advances by one second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 1.0
        return self.seconds


@pytest.fixture
def ticking() -> Iterator[Ticking]:
    clock = Ticking()
    before = CLOCK.set(clock)
    yield clock
    CLOCK.reset(before)


def test_a_search_ends_by_the_clock(ticking: Ticking) -> None:
    han = guanxi.game("han").table(2, seed=3)
    sight = han.sight(han.to_move[0])
    searched = {}
    for seconds in (5.0, 9.0):
        begun = ticking.seconds
        player = SearchBot(Random(1), SearchSettings(seconds=seconds), "timed")
        searched[seconds] = sum(one.visits for one in player.think(sight))
        assert ticking.seconds - begun == seconds + 2  # when it begins, and when it finds that the time is over
    assert searched[9.0] - searched[5.0] == 4 * BATCH


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_each_process_has_the_whole_time() -> None:
    table = HANAMIKOJI.table(seed=3)
    sight = table.sight(table.to_move[0])
    with processor_time():
        assert now() <= thread_time()
        two = SearchBot(Random(1), SearchSettings(seconds=0.02, lookahead=12, processes=2), "two")
        assert {one.move for one in two.think(sight)} == set(sight.legal_numbers)


def test_the_master_has_two_processes_in_matches() -> None:
    table = HANAMIKOJI.table(seed=3)
    with processor_time():
        assert Master(Random(1)).searcher_for(table.sight(table.to_move[0])).settings.processes == 2


def test_a_program_is_measured_by_the_wall() -> None:
    assert time_of(bot("greedy", Random(1))) is thread_time
    for name in ("program:{}", "twin:program:{}", "aloof:program:{}"):
        assert time_of(bot(name.format(sys.executable), Random(1))) is perf_counter
