"""Points and tie-breaks, by examples."""

from __future__ import annotations

from fractions import Fraction

from guanxi.tournaments.points import game_points, margins, rank_points
from guanxi.tournaments.records import WALKOVER, Game, Outcome
from guanxi.tournaments.standings import standings

HALF = Fraction(1, 2)


def game(number: int, board: int, players: tuple[int, ...], *totals: int) -> Game:
    ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
    return Game(number, board, players, Outcome(ranks, totals))


def test_points_by_rank() -> None:
    assert rank_points([1, 2]) == [1, 0]
    assert rank_points([2, 1, 3]) == [HALF, 1, 0]
    assert rank_points([1, 2, 3, 4]) == [1, Fraction(2, 3), Fraction(1, 3), 0]


def test_shared_ranks_are_averaged() -> None:
    assert rank_points([1, 1]) == [HALF, HALF]
    assert rank_points([1, 1, 3]) == [Fraction(3, 4), Fraction(3, 4), 0]
    assert rank_points([1, 2, 2, 2]) == [1, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]


def test_margins() -> None:
    assert margins([7, 4, 9]) == [-2, -5, 2]
    assert margins([]) == []


def test_a_game_without_a_result_is_shared() -> None:
    table = standings([0, 1], [Game(1, 0, (0, 1), None)], "swiss", [0, 1])
    assert [(one.points, one.place) for one in table] == [(HALF, 1), (HALF, 1)]


def test_duplicate_compares_those_who_had_the_same_cards() -> None:
    # The first seat has the better cards everywhere; only the third pair loses with them.
    games = [game(1, 0, (0, 1), 9, 1), game(1, 1, (2, 3), 6, 4), game(1, 2, (4, 5), 3, 7)]
    points = game_points(games, duplicate=True)
    assert points[1, 0, 0] == {0: Fraction(1), 1: Fraction(0)}
    assert points[1, 1, 0] == {2: HALF, 3: HALF}
    assert points[1, 2, 0] == {4: Fraction(0), 5: Fraction(1)}


def test_duplicate_with_one_table_counts_ranks() -> None:
    assert game_points([game(1, 0, (0, 1), 5, 3)], duplicate=True)[1, 0, 0] == {0: 1, 1: 0}


def test_tables_of_another_size_are_not_compared() -> None:
    games = [game(1, 0, (0, 1, 2), 3, 2, 1), game(1, 1, (3, 4, 5, 6), 4, 3, 2, 1)]
    assert game_points(games, duplicate=True) == game_points(games, duplicate=False)


def test_buchholz_decides_before_sonneborn_berger() -> None:
    games = [
        game(1, 0, (0, 1), 2, 1),
        game(1, 1, (2, 3), 2, 1),
        game(2, 0, (0, 2), 1, 2),
        game(2, 1, (1, 3), 2, 1),
    ]
    table = standings([0, 1, 2, 3], games, "swiss", [0, 1, 2, 3])
    assert [one.player for one in table] == [2, 0, 1, 3]
    assert [one.breaks[0] for one in table] == [1, 3, 1, 3]
    assert [one.place for one in table] == [1, 2, 3, 4]


def test_direct_encounter_decides_a_round_robin() -> None:
    games = [
        game(1, 0, (0, 3), 2, 1),
        game(1, 1, (1, 2), 2, 1),
        game(2, 0, (0, 1), 1, 2),
        game(2, 1, (2, 3), 2, 1),
        game(3, 0, (0, 2), 2, 1),
        game(3, 1, (3, 1), 2, 1),
    ]
    table = standings([0, 1, 2, 3], games, "robin", [0, 1, 2, 3])
    assert [one.player for one in table] == [1, 0, 2, 3]
    assert [int(one.points) for one in table] == [2, 2, 1, 1]
    assert table[0].breaks[0] == 1


def test_who_is_equal_in_everything_shares_a_place() -> None:
    games = [game(1, 0, (0, 1), 2, 1), game(1, 1, (2, 3), 2, 1)]
    assert [one.place for one in standings([0, 1, 2, 3], games, "swiss", [0, 1, 2, 3])] == [1, 1, 3, 3]


def test_a_bye_counts_as_an_opponent_with_as_many_points() -> None:
    games = [game(1, 0, (0, 1), 2, 1), Game(1, 1, (2,), WALKOVER), game(2, 0, (0, 2), 2, 1), Game(2, 1, (1,), WALKOVER)]
    table = standings([0, 1, 2], games, "swiss", [0, 1, 2])
    assert {one.player: one.breaks[0] for one in table} == {0: 2, 2: 3, 1: 3}
    assert [one.played for one in table] == [2, 1, 1]


def test_tables_are_broken_by_the_opponents_points() -> None:
    games = [game(1, 0, (0, 1, 2), 3, 2, 1), game(1, 1, (3, 4, 5), 3, 2, 1), game(2, 0, (1, 3, 4), 3, 2, 1)]
    table = standings(range(6), games, "tables", range(6))
    assert [(one.player, one.points) for one in table[:2]] == [(1, Fraction(3, 2)), (3, Fraction(3, 2))]
    assert [one.breaks[0] for one in table[:2]] == [Fraction(3, 2), Fraction(5, 4)]


def test_losers_of_a_semifinal_share_a_place() -> None:
    games = [game(1, 0, (0, 3), 2, 1), game(1, 1, (1, 2), 2, 1), game(2, 0, (0, 1), 2, 1)]
    table = standings([0, 1, 2, 3], games, "knockout", [0, 1, 2, 3])
    assert [(one.player, one.place) for one in table] == [(0, 1), (1, 2), (2, 3), (3, 3)]
