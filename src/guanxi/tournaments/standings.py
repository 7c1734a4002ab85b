"""Standings: points, then tie-breaks; players who are still equal share a place.

Swiss: the sum of the opponents' points (Buchholz), the same weighted by the own results (Sonneborn-Berger), points
among those who are tied.  Round robin: points among those who are tied, Sonneborn-Berger, wins.  Tables: the sum of
the opponents' points, wins.  Knockout: the last round that was reached.

A bye counts as a game against somebody with as many points as oneself.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Literal

import msgspec

from guanxi.tournaments.knockout import winner
from guanxi.tournaments.points import game_points, key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.tournaments.points import Points
    from guanxi.tournaments.records import Format, Game

Break = Literal["buchholz", "sonneborn", "direct", "wins", "opponents", "reached"]
BREAKS: dict[Format, tuple[Break, ...]] = {
    "swiss": ("buchholz", "sonneborn", "direct"),
    "robin": ("direct", "sonneborn", "wins"),
    "tables": ("opponents", "wins"),
    "knockout": ("reached",),
}


class Standing(msgspec.Struct, frozen=True):
    """A player's place, points and tie-breaks, in the order in which they count."""

    player: int
    place: int
    points: Fraction
    breaks: tuple[Fraction, ...]
    played: int


class Record:
    """The finished games of a tournament with their points."""

    def __init__(self, players: Sequence[int], games: Sequence[Game], duplicate: bool = False) -> None:
        self.games = [game for game in games if game.over]
        self.of_game = game_points(self.games, duplicate)
        self.points: Points = dict.fromkeys(players, Fraction(0))
        self.results: defaultdict[int, list[tuple[Game, Fraction]]] = defaultdict(list)
        for game in self.games:
            for player, points in self.of_game[key(game)].items():
                self.points[player] += points
                self.results[player].append((game, points))

    def opponents(self, player: int) -> Fraction:
        """The sum of the opponents' points; at a table of several, the mean of theirs."""
        return sum((self._strength(game, player) for game, _ in self.results[player]), Fraction(0))

    def sonneborn(self, player: int) -> Fraction:
        """The opponents' points, each times the own points against them."""
        return sum((self._strength(game, player) * points for game, points in self.results[player]), Fraction(0))

    def direct(self, player: int, tied: Sequence[int]) -> Fraction:
        """The points in games in which only tied players sat."""
        among = [points for game, points in self.results[player] if not game.bye and set(game.players) <= set(tied)]
        return sum(among, Fraction(0))

    def wins(self, player: int) -> int:
        """The number of games won, alone."""
        return sum(
            not game.bye
            and game.outcome is not None
            and game.outcome.ranks[game.players.index(player)] == 1
            and game.outcome.ranks.count(1) == 1
            for game, _ in self.results[player]
        )

    def _strength(self, game: Game, player: int) -> Fraction:
        others = [self.points[other] for other in game.players if other != player] or [self.points[player]]
        return sum(others, Fraction(0)) / len(others)


def standings(
    players: Sequence[int],
    games: Sequence[Game],
    format_: Format,
    seeds: Sequence[int],
    duplicate: bool = False,
    best_of: int = 1,
) -> list[Standing]:
    """All players from the first to the last; equal ones in the order of their seeds."""
    record = Record(players, games, duplicate)
    if format_ == "knockout":
        score = reached(players, games, seeds, best_of)
        return placed(record, [(player, (Fraction(score[player]),)) for player in players], seeds, by_points=False)
    singles: dict[Break, Callable[[int], Fraction]] = {
        "buchholz": record.opponents,
        "opponents": record.opponents,
        "sonneborn": record.sonneborn,
        "wins": lambda player: Fraction(record.wins(player)),
    }
    return placed(record, broken(record, players, BREAKS[format_], singles), seeds)


def broken(
    record: Record,
    players: Sequence[int],
    breaks: Sequence[Break],
    singles: dict[Break, Callable[[int], Fraction]],
) -> list[tuple[int, tuple[Fraction, ...]]]:
    """The tie-breaks of all players; points among tied players depend on who is still tied."""
    known: dict[int, tuple[Fraction, ...]] = dict.fromkeys(players, ())
    for one in breaks:
        if one != "direct":
            known = {player: (*before, singles[one](player)) for player, before in known.items()}
            continue
        tied: defaultdict[tuple[Fraction, ...], list[int]] = defaultdict(list)
        for player in players:
            tied[record.points[player], *known[player]].append(player)
        groups = {player: group for group in tied.values() for player in group}
        known = {player: (*known[player], record.direct(player, groups[player])) for player in players}
    return list(known.items())


def placed(
    record: Record,
    broken_: Sequence[tuple[int, tuple[Fraction, ...]]],
    seeds: Sequence[int],
    by_points: bool = True,
) -> list[Standing]:
    """Sort by points and tie-breaks, and number the places."""

    def order(one: tuple[int, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
        return (*((-record.points[one[0]],) if by_points else ()), *(-value for value in one[1]))

    found: list[Standing] = []
    for _, group in groupby(sorted(broken_, key=lambda one: (order(one), seeds.index(one[0]))), key=order):
        place = len(found) + 1
        for player, breaks in group:
            played = sum(not game.bye for game, _ in record.results[player])
            found.append(Standing(player, place, record.points[player], breaks, played))
    return found


def reached(players: Sequence[int], games: Sequence[Game], seeds: Sequence[int], best_of: int) -> dict[int, int]:
    """How many matches of a knockout each player has come through, or has had the chance to."""
    found = dict.fromkeys(players, 0)
    boards: defaultdict[tuple[int, int], list[Game]] = defaultdict(list)
    for game in games:
        boards[game.round, game.board].append(game)
    for match in boards.values():
        through = winner(match, seeds, best_of)
        if through is not None:
            found[through] += 1
    return found
