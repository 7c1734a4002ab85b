"""Knockout: a bracket in which the strongest players meet last, and the first ones have the byes.

A match is won by the majority of its games.  A tied game is played again, at most `REPLAYS` times; if the match is
still tied then, the better seed goes on.
"""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.tournaments.records import Game

REPLAYS = 2


def knockout_rounds(players: int) -> int:
    """The number of rounds."""
    return ceil(log2(max(2, players)))


def bracket(size: int) -> list[int]:
    """The seeds, counted from 0, in the order of the lines of a bracket: neighbours meet in the first round."""
    lines = [0]
    while len(lines) < size:
        lines = [seed for line in lines for seed in (line, 2 * len(lines) - 1 - line)]
    return lines


def first_round(seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """The pairings of the first round, best seed first in each; byes where the bracket has no second player."""
    lines = bracket(2 ** knockout_rounds(len(seeds)))
    known = [
        [seeds[seed] for seed in sorted(pair) if seed < len(seeds)]
        for pair in zip(lines[::2], lines[1::2], strict=True)
    ]
    return [tuple(pair) for pair in known]


def next_round(winners: Sequence[int | None], seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """The pairings among the winners of a round, in the order of its boards; None: nobody is left there."""
    pairs = zip(winners[::2], winners[1::2], strict=True)
    return [tuple(sorted((one for one in pair if one is not None), key=seeds.index)) for pair in pairs]


def winner(games: Sequence[Game], seeds: Sequence[int], best_of: int) -> int | None:
    """The winner of a match; None if it needs another game."""
    if games[0].bye:
        return games[0].players[0]
    wins = dict.fromkeys(sorted(games[0].players, key=seeds.index), 0)
    played = [game for game in games if game.over]
    for game in played:
        if game.outcome and sorted(game.outcome.ranks) == [1, 2]:
            wins[game.players[game.outcome.ranks.index(1)]] += 1
    leader = max(wins, key=lambda player: wins[player])
    if wins[leader] > best_of // 2:
        return leader
    if len(played) == len(games) and len(played) >= best_of + REPLAYS:
        return leader  # the better seed, if it is tied
    return None
