"""A match on a Ray cluster is the same match."""

from __future__ import annotations

import pytest

from guanxi.lab.match import match
from tests.lab.test_match import HANAMIKOJI, First, timeless

pytest.importorskip("ray")


@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_local_cluster_play_the_same_match() -> None:
    here = match(HANAMIKOJI, [First, "random"], games=12, seed="r", jobs=1)
    there = match(HANAMIKOJI, [First, "random"], games=12, seed="r", jobs=2, ray="local")
    assert timeless(there) == timeless(here)
