"""Cycles are freed soon after they were made, without looking at what is older."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from guanxi.server.garbage import collect_young
from tests.server.builders import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio


class Cycle:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def collector() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
async def test_young_cycles_are_freed_and_old_ones_are_not_looked_at() -> None:
    kept = Cycle()
    old = weakref.ref(kept)
    collecting = asyncio.create_task(collect_young())
    await asyncio.sleep(0)
    del kept
    young = weakref.ref(Cycle())
    async with asyncio.timeout(TIME_LIMIT):
        while young() is not None:
            await asyncio.sleep(0.01)
    assert old() is not None
    collecting.cancel()
