"""One search in several processes: each searches on its own, and what they found is put together."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.bots.ending import Ending
    from guanxi.bots.search import Search
    from guanxi.bots.trial import Trial


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """What a search found out about a move."""

    move: int
    visits: int
    value: float  # what it brings: from -1 (lost) to 1 (won)
    share: float  # how often it should be chosen, where choices are sealed


def found(search: Search | Trial | Ending) -> list[Thought]:
    """What a search has found out about each of its seat's moves."""
    return [Thought(*row) for row in search.findings()]


def think_together(search: Search | Trial, run: Callable[[], None], processes: int, random: Random) -> list[Thought]:
    """Run a search in several processes at once; where the system cannot do that, in this one."""
    pipes = []
    for _ in range(processes - 1 if hasattr(os, "fork") else 0):
        words = [random.getrandbits(32) for _ in range(4)]
        read, write = os.pipe()
        if os.fork() == 0:
            search.root.reseed(*words)
            run()
            os.write(write, msgspec.json.encode(found(search)))
            os._exit(0)
        os.close(write)
        pipes.append(read)
    run()
    rows = [found(search)]
    for pipe in pipes:
        with os.fdopen(pipe, "rb") as end:
            rows.append(msgspec.json.decode(end.read(), type=list[Thought]))
        os.wait()
    return put_together(rows)


def put_together(rows: list[list[Thought]]) -> list[Thought]:
    """All that was found out about each move, wherever it was."""
    moves = {thought.move: thought for thought in rows[0]}
    for thought in (thought for row in rows[1:] for thought in row):
        known = moves.get(thought.move)
        if known:
            visits = known.visits + thought.visits
            value = (known.value * known.visits + thought.value * thought.visits) / visits if visits else known.value
            moves[thought.move] = Thought(thought.move, visits, value, known.share + thought.share)
    return list(moves.values())
