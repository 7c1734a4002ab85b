"""The data that a tournament is computed from: its entrants, its format and the games so far."""

from __future__ import annotations

from typing import Literal

import msgspec

Format = Literal["swiss", "robin", "knockout", "tables"]
FORMATS: tuple[Format, ...] = ("swiss", "robin", "knockout", "tables")
TWO_PLAYERS: tuple[Format, ...] = ("swiss", "robin", "knockout")


class Entrant(msgspec.Struct, frozen=True):
    """A player of a tournament; the strength is known before it begins and decides the seeding."""

    number: int
    strength: float = 0.0
    playing: bool = True  # takes part in the next round


class Plan(msgspec.Struct, frozen=True):
    """How a tournament is played."""

    format: Format
    rounds: int
    seed: str  # of all that is decided by chance
    size: int = 2  # players at a table
    sizes: tuple[int, ...] = (2,)  # the other numbers of players that a table may have
    duplicate: bool = False  # the same deals at every table of a round
    best_of: int = 1  # games of a match, in a knockout


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, by seat: ranks from 1 on and total points."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...] = ()


WALKOVER = Outcome((1,))  # a bye that counts as a win
NOTHING = Outcome((2,))  # a bye that everybody has once

Blocks = frozenset[tuple[int, int]]  # who has blocked whom: the two are never paired
NO_BLOCKS: Blocks = frozenset()


def are_apart(one: int, other: int, blocks: Blocks) -> bool:
    """Has either player blocked the other?"""
    return (one, other) in blocks or (other, one) in blocks


class Game(msgspec.Struct, frozen=True):
    """A game with its players in the order of their seats; alone, a player has a bye, and the outcome is its worth."""

    round: int  # from 1 on
    board: int  # the place of the pairing in its round, from 0 on
    players: tuple[int, ...]
    outcome: Outcome | None = None  # None: it is still played, or ended without a result
    over: bool = True
    number: int = 0  # of the game in its match

    @property
    def bye(self) -> bool:
        """Has the player nobody to play against?"""
        return len(self.players) == 1
