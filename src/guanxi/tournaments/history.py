"""The history of a tournament: who has met whom, who sat where, and who had a bye."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.tournaments.records import Game


class History:
    """Counts of meetings, seats and byes."""

    def __init__(self, games: Iterable[Game] = ()) -> None:
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.seats: Counter[tuple[int, int]] = Counter()  # by player and seat
        self.last_seat: dict[int, int] = {}
        self.byes: Counter[int] = Counter()
        self.sizes: Counter[tuple[int, int]] = Counter()  # by player and number of players at the table
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        """Count a game."""
        if game.bye:
            self.byes[game.players[0]] += 1
            return
        for one, other in combinations(sorted(game.players), 2):
            self.meetings[one, other] += 1
        for seat, player in enumerate(game.players):
            self.seats[player, seat] += 1
            self.last_seat[player] = seat
            self.sizes[player, len(game.players)] += 1

    def met(self, one: int, other: int) -> int:
        """How often two players have met."""
        return self.meetings[min(one, other), max(one, other)]

    def lead(self, player: int) -> int:
        """How many more games a player has begun in the first seat of two than in the second."""
        return self.seats[player, 0] - self.seats[player, 1]


def first_games(games: Sequence[Game]) -> list[Game]:
    """One game for each pairing: a match of several games counts as one meeting."""
    return [game for game in games if game.number == 0]
