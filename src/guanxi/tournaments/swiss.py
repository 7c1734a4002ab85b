"""Swiss pairing: players with equal points meet, nobody meets twice while that can be avoided.

A round is a minimum-weight perfect matching (networkx), so that it is the best one and not the first that fits.
In the order of importance:

0. People of whom one has blocked the other never meet; those for whom nobody is left have a bye.
1. Nobody has a second bye, and nobody meets somebody again.
2. Two players who have both begun twice more often than not, or twice less, do not meet.
3. Points are as equal as can be; a bye goes to the end of the standings.
4. Players who have begun too often meet players who have begun too rarely.
5. Among players with equal points, the upper half meets the lower half in the order of the standings.

The matching is the hard part, and comes from a library.  Libraries for the whole pairing serve clubs less well:
py4swiss (the rules of chess, a history in report files) and swisspair (no seats: of 24 players, some begin all five
games) have no pairing left when somebody must be met again, as happens to six friends who want to play on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import combinations
from math import ceil, log2
from typing import TYPE_CHECKING

from guanxi.tournaments.records import NO_BLOCKS, are_apart
from guanxi.tournaments.seating import seated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from random import Random

    from guanxi.tournaments.history import History
    from guanxi.tournaments.records import Blocks

# The cost of a fault, each far above the next.
SECOND_BYE, REPEAT, LEAD, GAP, SEAT = 10**17, 10**15, 10**12, 10**7, 10**5
MOST_LEAD = 2  # games that a player may have begun more often than not
BYE = -1


def usual_rounds(players: int) -> int:
    """So many rounds that one player can be left without a loss."""
    return max(1, min(players - 1 + players % 2, ceil(log2(max(2, players)))))


def most_rounds(players: int) -> int:
    """The number of rounds in which everybody has met everybody."""
    return players - 1 + players % 2


def paired(
    order: Sequence[int],
    points: Mapping[int, Fraction],
    history: History,
    random: Random,
    blocks: Blocks = NO_BLOCKS,
) -> list[tuple[int, ...]]:
    """The pairings of a round in the order of the standings, each in the order of its seats; byes come last."""
    import networkx

    graph = networkx.Graph()
    scores = [-points[player] for player in order]
    halves = [(bisect_right(scores, score) - bisect_left(scores, score)) // 2 for score in scores]
    graph.add_nodes_from(order)
    for (above, one), (below, other) in combinations(enumerate(order), 2):
        if are_apart(one, other, blocks):
            continue
        fold = below - above - halves[above] if scores[above] == scores[below] else below - above
        graph.add_edge(one, other, weight=-(cost(one, other, points, history) + fold * fold))
    if len(order) % 2:
        last = min(points[player] for player in order)
        for place, player in enumerate(order):
            gap = round(2 * (points[player] - last)) ** 2 * GAP
            graph.add_edge(player, BYE, weight=-(history.byes[player] * SECOND_BYE + gap + len(order) - place))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [sorted(pair, key=lambda player: (player == BYE, *place_of(order, player))) for pair in matching]
    pairs.sort(key=lambda pair: (BYE in pair, order.index(pair[0])))
    matched = {player for pair in pairs for player in pair}
    found = [(pair[0],) if BYE in pair else seated(pair, history, random) for pair in pairs]
    return found + [(player,) for player in order if player not in matched]


def place_of(order: Sequence[int], player: int) -> tuple[int, ...]:
    """The place of a player in the standings."""
    return (order.index(player),) if player != BYE else ()


def cost(one: int, other: int, points: Mapping[int, Fraction], history: History) -> int:
    """How undesirable a pairing is, apart from the order among equals."""
    gap = round(2 * abs(points[one] - points[other])) ** 2
    leads = history.lead(one), history.lead(other)
    clash = min(map(abs, leads)) if leads[0] * leads[1] > 0 else 0
    beyond = clash >= MOST_LEAD
    return history.met(one, other) * REPEAT + beyond * LEAD + gap * GAP + clash**2 * SEAT
