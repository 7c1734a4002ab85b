"""Manners change what a bot plays where its search finds several moves about equally good.

Each game says how well a move suits a manner.  A bot gives up a little for a move that suits its own, so its manner
can be seen at the table and costs little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from guanxi.bots.parallel import MoveStats
    from guanxi.engine.manners import Manner
    from guanxi.engine.sight import Sight

GIVEN_UP = 0.02  # of the chance to win, at most, for one move
TRUSTED = 3  # a move that was tried so many times less often than the favourite was given up by the search


def in_manner(sight: Sight, found: list[MoveStats], manner: Manner, temperature: float = 0.0) -> list[MoveStats]:
    """The results of a search, with the moves that suit a manner rated up, by no more than a level's temperature.

    Moves that the search tried about as often as its favourite then compete by their values alone.
    """
    leanings = sight.leanings(manner)
    bonus = GIVEN_UP * sight.seats / (sight.seats - 1)  # values go from -1 to 1: see `chance_to_win`
    if temperature:
        bonus = min(bonus, temperature)  # where small differences decide, a manner must not drown them
    most = max(stats.visits for stats in found)
    return [
        replace(
            stats,
            value=stats.value + bonus * leanings[stats.move],
            visits=most if TRUSTED * stats.visits >= most else 0,
            share=stats.share * (1 + leanings[stats.move]),
        )
        for stats in found
    ]
