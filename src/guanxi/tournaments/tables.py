"""Tables of three and more: drawn so that everybody meets as evenly as can be.

The draw begins at random and exchanges two players as long as that makes the meetings more even; the best of several
such attempts counts.  The same random stream gives the same draw.  For usual numbers of players and rounds no draw is
more even (the tests count it); for a few, such as 16 players in five rounds of four, a schedule made in advance would
be, but it would know nothing of players who come late, leave or have blocked somebody.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from guanxi.tournaments.records import NO_BLOCKS, are_apart

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from guanxi.tournaments.history import History
    from guanxi.tournaments.records import Blocks

    Weights = dict[int, dict[int, int]]  # of two players at the same table

ATTEMPTS = 6
APART = 10**6  # the weight of two people who must not meet, far above any number of meetings


def table_sizes(players: int, allowed: Collection[int], wanted: int) -> list[int]:
    """The sizes of the tables: as many as possible of the wanted one, and as few players as possible left over.

    The rest of the tables differ as little as possible; players who are left over sit out.
    """
    best: tuple[tuple[int, int, int], list[int]] | None = None
    for seated in range(players, 0, -1):
        for tables in range(1, seated // min(allowed) + 1):
            for sizes in splits(seated, tables, sorted(allowed, reverse=True)):
                others = [size for size in sizes if size != wanted]
                fault = (len(others), sum(abs(size - wanted) for size in others), -len(sizes))
                if best is None or fault < best[0]:
                    best = fault, sizes
        if best:
            return best[1]
    return []


def splits(players: int, tables: int, sizes: Sequence[int]) -> list[list[int]]:
    """The ways to seat players at a number of tables of two neighbouring sizes, the larger ones first."""
    found = [[size] * tables for size in sizes if size * tables == players]
    for large, small in pairwise(sizes):
        more, rest = divmod(players - small * tables, large - small)
        if rest == 0 and 0 < more < tables:
            found.append([large] * more + [small] * (tables - more))
    return found


def drawn(
    players: Sequence[int],
    allowed: Collection[int],
    wanted: int,
    history: History,
    random: Random,
    blocks: Blocks = NO_BLOCKS,
) -> list[tuple[int, ...]]:
    """The tables of a round, and a tuple of one for everybody who sits out.

    A player who has blocked somebody sits out if the two could not be kept at different tables.
    """
    found = attempted(players, allowed, wanted, history, random, blocks)
    for one, other in sorted(blocks):
        if any(one in table and other in table for table in found):
            rest = [player for player in players if player != one]
            return [*drawn(rest, allowed, wanted, history, random, blocks), (one,)]
    return found


def attempted(
    players: Sequence[int], allowed: Collection[int], wanted: int, history: History, random: Random, blocks: Blocks
) -> list[tuple[int, ...]]:
    """The best of several draws, in which people may still meet who should not."""
    sizes = table_sizes(len(players), allowed, wanted)
    order = list(players)
    random.shuffle(order)
    order.sort(key=lambda player: history.byes[player], reverse=True)  # those who sat out before play now
    playing, left = order[: sum(sizes)], order[sum(sizes) :]
    weights = {
        one: {other: weight(history.met(one, other)) + APART * are_apart(one, other, blocks) for other in playing}
        for one in playing
    }
    attempts: list[tuple[int, int, list[list[int]]]] = []
    for _ in range(ATTEMPTS):
        random.shuffle(playing)
        tables = cut(playing, sizes)
        improve(tables, weights, history)
        attempts.append((sum(cost(table, weights, history) for table in tables), len(attempts), tables))
    return [tuple(table) for table in min(attempts)[2]] + [(player,) for player in sorted(left)]


def cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Players in groups of these sizes."""
    rest = list(players)
    return [[rest.pop() for _ in range(size)] for size in sizes]


def improve(tables: list[list[int]], weights: Weights, history: History) -> None:
    """Exchange players between tables until no exchange makes the meetings more even."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    if gain(one, i, other, j, weights, history) > 0:
                        one[i], other[j] = other[j], one[i]
                        better = True


def gain(one: Sequence[int], i: int, other: Sequence[int], j: int, weights: Weights, history: History) -> int:
    """How much more even it is if two players change their tables."""
    leaving, coming = weights[one[i]], weights[other[j]]
    won = sum(leaving[player] - coming[player] for player in one)
    won += sum(coming[player] - leaving[player] for player in other)
    won += 2 * leaving[other[j]] - leaving[one[i]] - coming[other[j]]  # the two do not meet themselves
    if len(one) != len(other):
        for player, old, new in ((one[i], one, other), (other[j], other, one)):
            won += history.sizes[player, len(old)] - history.sizes[player, len(new)]
    return won


def weight(meetings: int) -> int:
    """How undesirable another meeting is: the third one much more than the second."""
    return 3 * meetings * (2 * meetings + 1)


def cost(table: Sequence[int], weights: Weights, history: History) -> int:
    """How uneven a table makes the meetings; one of an unusual size counts for those who had it before."""
    meetings = sum(weights[one][other] for one, other in combinations(table, 2))
    return meetings + sum(history.sizes[player, len(table)] for player in table)
