"""Run one search in several processes and merge what they find."""

from __future__ import annotations

import logging
import os
import traceback
from math import hypot
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.bots.core.endgame import Endgame
    from guanxi.bots.core.halving import SequentialHalving
    from guanxi.bots.core.search import TreeSearch


logger = logging.getLogger(__name__)


class MoveStats(msgspec.Struct, frozen=True, array_like=True):
    """The result of a search for one move."""

    move: int
    visits: int
    value: float  # expected result, from -1 (lost) to 1 (won)
    share: float  # how often to choose it where choices are sealed; a weight, not scaled
    doubt: float = 0.0  # the standard error of the value


def move_stats(search: TreeSearch | SequentialHalving | Endgame) -> list[MoveStats]:
    """Return the statistics of each of the searching seat's moves."""
    return [MoveStats(*row) for row in search.findings()]


def search_in_parallel(
    search: TreeSearch | SequentialHalving, run: Callable[[], None], processes: int, random: Random
) -> list[MoveStats]:
    """Run a search in several processes at once and merge their statistics.

    This process is one of them; without `os.fork` it is the only one.  A child that fails writes its traceback to
    stderr and is left out: the others have searched on their own.
    """
    children = []
    try:
        for _ in range(processes - 1 if hasattr(os, "fork") else 0):
            words = [random.getrandbits(32) for _ in range(4)]
            children.append(start_child(search, run, words))
        run()
        found = [move_stats(search)]
    finally:
        answers = [collect(*child) for child in children]
    found += [msgspec.json.decode(answer, type=list[MoveStats]) for answer in answers if answer]
    return merge(found)


def start_child(search: TreeSearch | SequentialHalving, run: Callable[[], None], words: list[int]) -> tuple[int, int]:
    """Fork a process that searches with its own random stream; returns its id and the pipe to read from."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    # The child must never leave this function: above it is the stack of whoever asked for a move.
    code = 1
    try:
        os.close(read)
        search.root.reseed(*words)
        run()
        with os.fdopen(write, "wb") as pipe:
            pipe.write(msgspec.json.encode(move_stats(search)))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def collect(child: int, read: int) -> bytes:
    """Wait for a child and return what it wrote; nothing if it failed."""
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    # Only this child: the process may have others, whose exit codes somebody else waits for.
    _, status = os.waitpid(child, 0)
    if status:
        logger.error("A search process failed with exit code %d.", os.waitstatus_to_exitcode(status))
        return b""
    return answer


def merge(found: list[list[MoveStats]]) -> list[MoveStats]:
    """Add up the statistics of several searches, for the moves that the first of them knows."""
    moves = {stats.move: stats for stats in found[0]}
    for stats in (stats for row in found[1:] for stats in row):
        known = moves.get(stats.move)
        if known:
            visits = known.visits + stats.visits
            value, doubt = known.value, known.doubt
            if visits:
                value = (known.value * known.visits + stats.value * stats.visits) / visits
                doubt = hypot(known.doubt * known.visits, stats.doubt * stats.visits) / visits
            moves[stats.move] = MoveStats(stats.move, visits, value, known.share + stats.share, doubt)
    return list(moves.values())
