"""Points: by rank, or by comparison with everybody who has played the same cards.

By rank the winner of a game gets 1, the last 0, and the others lie evenly between: ½ for the second of three, ⅔ and ⅓
at a table of four.  Players who share a rank share its points.  A game without a result is shared by everybody.

With the same deals at every table, a player's result is compared with those of all others who sat in the same seat of
a table of the same size in that round: a better rank, or at the same rank a bigger margin, beats another result.
The points are the share of results that were beaten; an equal one counts half.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from guanxi.tournaments.records import WALKOVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.tournaments.records import Game

    Points = dict[int, Fraction]  # by player

HALF = Fraction(1, 2)


def rank_points(ranks: Sequence[int]) -> list[Fraction]:
    """The points of all seats of a game."""
    most = len(ranks) - 1
    shares = []
    for rank in ranks:
        ahead = sum(other < rank for other in ranks)
        sharing = ranks.count(rank)
        shares.append(Fraction(2 * (most - ahead) - (sharing - 1), 2 * most))
    return shares


def margins(totals: Sequence[int]) -> list[int]:
    """How far each total is ahead of the best other one; empty if there are no totals."""
    return [total - max([*totals[:seat], *totals[seat + 1 :]]) for seat, total in enumerate(totals)]


def game_points(games: Sequence[Game], duplicate: bool) -> dict[tuple[int, int, int], Points]:
    """The points of all finished games, by round, board and number."""
    found: dict[tuple[int, int, int], Points] = {}
    for game in games:
        if game.over:
            found[key(game)] = dict(zip(game.players, own_points(game), strict=True))
    if duplicate:
        compare(games, found)
    return found


def key(game: Game) -> tuple[int, int, int]:
    """The key of a game."""
    return game.round, game.board, game.number


def own_points(game: Game) -> list[Fraction]:
    """The points of a game by its own ranks; a bye is worth what its outcome says: a win, nothing, or half."""
    if game.outcome is None:
        return [HALF] * len(game.players)
    if game.bye:
        return [Fraction(int(game.outcome == WALKOVER))]
    return rank_points(game.outcome.ranks)


def compare(games: Sequence[Game], found: dict[tuple[int, int, int], Points]) -> None:
    """Replace the points of games whose cards were played at several tables by the share of results beaten."""
    results: defaultdict[tuple[int, int, int, int], list[tuple[int, int]]] = defaultdict(list)
    played = [game for game in games if game.over and game.outcome and not game.bye]
    for game in played:
        for seat, result in enumerate(seat_results(game)):
            results[deal(game, seat)].append(result)
    for game in played:
        for seat, (player, own) in enumerate(zip(game.players, seat_results(game), strict=True)):
            others = results[deal(game, seat)]
            if len(others) > 1:
                beaten = sum(other < own for other in others)
                equal = sum(other == own for other in others) - 1
                found[key(game)][player] = Fraction(2 * beaten + equal, 2 * (len(others) - 1))


def seat_results(game: Game) -> list[tuple[int, int]]:
    """The result of each seat, to be compared: rank first, then the margin."""
    assert game.outcome
    ahead = margins(game.outcome.totals) or [0] * len(game.players)
    return [(-rank, margin) for rank, margin in zip(game.outcome.ranks, ahead, strict=True)]


def deal(game: Game, seat: int) -> tuple[int, int, int, int]:
    """The key of a seat's deal: the same for the same round, number of players and game of a match."""
    return game.round, len(game.players), game.number, seat
