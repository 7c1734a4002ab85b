"""Properties of whole tournaments, played by chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, cast

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guanxi.tournaments import swiss, tables
from guanxi.tournaments.history import History, first_games
from guanxi.tournaments.knockout import bracket, winner
from guanxi.tournaments.records import NOTHING, WALKOVER, Entrant, Format, Game, Outcome, Plan
from guanxi.tournaments.rounds import draw, further_games, is_last, round_over, seeds, usual_rounds
from guanxi.tournaments.standings import standings
from guanxi.tournaments.tables import table_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence


def entrants(count: int, gone: Sequence[int] = ()) -> list[Entrant]:
    return [Entrant(number, 100.0 - number, number not in gone) for number in range(count)]


def finished(game: Game, chance: Random) -> Game:
    """A game with a result decided by chance, sometimes a tie, sometimes none."""
    if game.bye:
        return game
    totals = [chance.randrange(9) for _ in game.players]
    ranks = [1 + sum(other > own for other in totals) for own in totals]
    outcome = None if chance.random() < 0.05 else Outcome(tuple(ranks), tuple(totals))
    return Game(game.round, game.board, game.players, outcome, True, game.number)


def play_round(plan: Plan, people: Sequence[Entrant], games: list[Game], number: int, chance: Random) -> None:
    games += [finished(game, chance) for game in draw(plan, people, games, number)]
    while more := further_games(plan, people, games, number):
        games += [finished(game, chance) for game in more]
    assert round_over(plan, people, games, number)


def played(plan: Plan, count: int, seed: int) -> list[Game]:
    chance, games, people = Random(seed), list[Game](), entrants(count)
    for number in range(1, plan.rounds + 1):
        play_round(plan, people, games, number, chance)
    return games


def check_everybody_once(games: Sequence[Game], people: Sequence[Entrant], number: int) -> None:
    seen = Counter(player for game in games if game.round == number and game.number == 0 for player in game.players)
    assert seen == Counter(one.number for one in people if one.playing)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 18), st.integers(0, 10**6), st.booleans())
def test_a_swiss_repeats_no_meeting_while_it_can_be_avoided(count: int, seed: int, duplicate: bool) -> None:
    people, chance, games = entrants(count), Random(seed), list[Game]()
    plan = Plan("swiss", usual_rounds("swiss", count) + 1, str(seed), duplicate=duplicate)
    for number in range(1, plan.rounds + 1):
        history = History(games)
        play_round(plan, people, games, number, chance)
        check_everybody_once(games, people, number)
        again = [game for game in games if game.round == number and not game.bye and history.met(*game.players)]
        assert not again or not can_avoid(people, history)
    byes = History(games).byes
    assert max(byes.values(), default=0) <= 1 or plan.rounds > count
    assert sum(byes.values()) == (plan.rounds if count % 2 else 0)


def can_avoid(people: Sequence[Entrant], history: History) -> bool:
    """Is there a round in which nobody meets again and nobody has a second bye?"""
    fresh = networkx.Graph()
    fresh.add_nodes_from(one.number for one in people)
    fresh.add_edges_from(
        (one.number, other.number)
        for one in people
        for other in people
        if one is not other and not history.met(one.number, other.number)
    )
    if len(people) % 2:
        fresh.add_edges_from((one.number, "bye") for one in people if not history.byes[one.number])
    return 2 * len(networkx.max_weight_matching(fresh, maxcardinality=True)) >= len(people)


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_seats_of_a_swiss_are_balanced(count: int, seed: int) -> None:
    plan = Plan("swiss", usual_rounds("swiss", count), str(seed))
    history = History(played(plan, count, seed))
    assert all(abs(history.lead(player)) <= 2 for player in range(count))


def test_two_leaders_who_have_begun_every_game_do_not_meet() -> None:
    history, points = History(), {player: Fraction(2 if player < 2 else 1) for player in range(6)}
    for number, (one, other) in enumerate([(0, 2), (0, 3), (1, 4), (1, 5), (2, 4), (3, 5)]):
        history.add(Game(number, 0, (one, other), Outcome((1, 2))))
    pairs = swiss.paired(range(6), points, history, Random("seed"))
    assert [pair[1] for pair in pairs[:2]] == [0, 1]  # and each has the second seat against somebody else
    assert {0, 1} in map(set, swiss.paired(range(6), points, History(), Random("seed")))


def test_the_first_swiss_round_pairs_the_upper_half_with_the_lower_one() -> None:
    games = draw(Plan("swiss", 3, "seed"), entrants(8), [], 1)
    assert [sorted(game.players) for game in games] == [[0, 4], [1, 5], [2, 6], [3, 7]]


def test_the_first_bye_goes_to_the_last() -> None:
    games = draw(Plan("swiss", 3, "seed"), entrants(9), [], 1)
    assert games[-1].players == (8,)


def test_leaders_meet_in_the_second_swiss_round() -> None:
    plan, people = Plan("swiss", 3, "seed"), entrants(8)
    games = [Game(1, one.board, one.players, Outcome((1, 2), (9, 1))) for one in draw(plan, people, [], 1)]
    winners = {game.players[0] for game in games}
    second = draw(plan, people, games, 2)
    assert [len(winners & set(game.players)) for game in second] == [2, 2, 0, 0]


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 17))
def test_in_a_round_robin_everybody_meets_once_and_begins_as_often_as_not(count: int) -> None:
    games = played(Plan("robin", usual_rounds("robin", count), "seed"), count, 1)
    history = History(games)
    assert all(history.met(one, other) == 1 for one in range(count) for other in range(one))
    assert set(history.byes.values()) == ({1} if count % 2 else set())
    assert {abs(history.lead(player)) for player in range(count)} == {1 - count % 2}


def test_an_opponent_who_has_withdrawn_gives_a_won_bye() -> None:
    plan, people = Plan("robin", 3, "seed"), entrants(4, gone=[1])
    games = [game for number in (1, 2, 3) for game in draw(plan, people, [], number)]
    assert sorted(game.players[0] for game in games if game.bye) == [0, 2, 3]
    table = standings([0, 1, 2, 3], [game for game in games if game.bye], "robin", seeds(people))
    assert [one.points for one in table] == [1, 1, 1, 0]


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 20), st.integers(0, 10**6), st.sampled_from([1, 3]))
def test_a_knockout_leaves_one_winner(count: int, seed: int, best_of: int) -> None:
    plan = Plan("knockout", usual_rounds("knockout", count), str(seed), best_of=best_of)
    games = played(plan, count, seed)
    table = standings(range(count), games, "knockout", seeds(entrants(count)), best_of=best_of)
    assert [one.place for one in table[:2]] == [1, 2]
    assert list(table[0].breaks) == [plan.rounds]
    assert is_last(plan, entrants(count), plan.rounds)


def test_the_best_seeds_meet_last_and_have_the_byes() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    games = draw(Plan("knockout", 3, "seed"), entrants(6), [], 1)
    assert [sorted(game.players) for game in games] == [[0], [3, 4], [1], [2, 5]]


def test_the_weaker_player_begins_as_well_as_the_stronger_one_in_a_knockout() -> None:
    people = entrants(16)
    first = [game.players for seed in range(8) for game in draw(Plan("knockout", 4, str(seed)), people, [], 1)]
    assert {pair[0] < pair[1] for pair in first} == {True, False}
    plan = Plan("knockout", 4, "seed")
    games = [Game(1, game.board, game.players, Outcome((1, 2))) for game in draw(plan, people, [], 1)]
    second = draw(plan, people, [*games[:-1], Game(1, 7, games[-1].players, Outcome((2, 1)))], 2)
    assert second[-1].players[0] == games[-1].players[1]  # the only winner so far who has sat in the second seat


def test_a_tied_match_goes_on_with_seats_exchanged_and_at_last_to_the_better_seed() -> None:
    plan, people, tie = Plan("knockout", 1, "seed"), entrants(2), Outcome((1, 1), (5, 5))
    games = [Game(1, 0, (0, 1), tie)]
    for _ in range(2):
        (more,) = further_games(plan, people, games, 1)
        assert more.players == games[-1].players[::-1]
        games.append(Game(1, 0, more.players, tie, True, more.number))
    assert not further_games(plan, people, games, 1)
    assert winner(games, seeds(people), 1) == 0


def test_somebody_who_withdraws_from_a_knockout_is_replaced_by_nobody() -> None:
    plan, people = Plan("knockout", 2, "seed"), entrants(4)
    games = [
        Game(1, one.board, one.players, Outcome((1, 2) if one.players[0] in (0, 1) else (2, 1)))
        for one in draw(plan, people, [], 1)
    ]
    second = draw(plan, entrants(4, gone=[0]), games, 2)
    assert [game.players for game in second] == [(1,)]


@settings(max_examples=10, deadline=None)
@given(st.integers(4, 26), st.integers(3, 5), st.integers(0, 10**6))
def test_tables_seat_everybody_once_and_evenly(count: int, size: int, seed: int) -> None:
    plan = Plan("tables", 4, str(seed), size, (3, 4, 5))
    people, chance, games = entrants(count), Random(seed), list[Game]()
    for number in range(1, 5):
        play_round(plan, people, games, number, chance)
        check_everybody_once(games, people, number)
        assert all(len(game.players) in plan.sizes for game in games if not game.bye)
    history = History(games)
    seats = [[history.seats[player, seat] for seat in range(3)] for player in range(count)]
    assert max(map(max, seats)) <= 3
    assert games == played(plan, count, seed)  # the same seed, the same draw


def test_sixteen_players_meet_almost_everybody_in_five_rounds_at_tables_of_four() -> None:
    history = History(played(Plan("tables", 5, "x", 4, (3, 4, 5)), 16, 3))
    assert max(history.meetings.values()) <= 2
    assert len(history.meetings) >= 100  # of 120 pairs


@pytest.mark.parametrize(
    ("players", "size", "rounds", "again"),
    [(24, 4, 3, 0), (12, 4, 3, 9), (20, 5, 4, 24), (24, 6, 4, 48)],
)
def test_no_draw_of_tables_could_be_more_even(players: int, size: int, rounds: int, again: int) -> None:
    """With more players at a table than there are tables, some must meet again: at least so many pairs."""
    history = History(played(Plan("tables", rounds, "x", size, (size,)), players, 1))
    assert sum(meetings - 1 for meetings in history.meetings.values()) == again
    assert max(history.meetings.values()) == (2 if again else 1)


@pytest.mark.parametrize(
    ("players", "sizes", "wanted", "expected"),
    [
        (12, (3, 4, 5), 4, [4, 4, 4]),
        (11, (3, 4, 5), 4, [4, 4, 3]),
        (13, (3, 4, 5), 4, [5, 4, 4]),
        (10, (3, 4, 5), 4, [4, 3, 3]),
        (7, (4, 5, 6), 5, [6]),  # one sits out
        (5, (3, 4, 5), 4, [5]),
        (2, (3, 4), 4, []),
    ],
)
def test_table_sizes(players: int, sizes: tuple[int, ...], wanted: int, expected: list[int]) -> None:
    assert table_sizes(players, sizes, wanted) == expected


def test_those_who_sat_out_play_next() -> None:
    plan, people = Plan("tables", 3, "x", 4, (4,)), entrants(5)
    games = played(plan, 5, 2)
    out = [game.players[0] for game in games if game.bye]
    assert len(set(out)) == len(out) == 3
    assert standings(range(5), games, "tables", seeds(people))[0].played in (2, 3)


def test_a_match_of_several_games_is_one_meeting() -> None:
    games = [Game(1, 0, (0, 1), Outcome((1, 2))), Game(1, 0, (1, 0), Outcome((1, 2)), True, 1)]
    assert History(first_games(games)).met(0, 1) == 1


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 16), st.integers(0, 10**6))
def test_all_points_of_a_swiss_are_given_away(count: int, seed: int) -> None:
    plan = Plan("swiss", usual_rounds("swiss", count), str(seed))
    table = standings(range(count), played(plan, count, seed), "swiss", range(count))
    boards = (count + 1) // 2
    assert sum((one.points for one in table), Fraction(0)) == boards * plan.rounds


BLOCKED = st.frozensets(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda two: two[0] != two[1]), max_size=9
)


@settings(max_examples=40, deadline=None)
@given(BLOCKED, st.sampled_from(["swiss", "robin", "knockout", "tables"]), st.integers(5, 12), st.integers(0, 99))
def test_people_who_have_blocked_each_other_never_meet(
    blocks: frozenset[tuple[int, int]], format_: Format, count: int, seed: int
) -> None:
    size = 3 if format_ == "tables" else 2
    plan = Plan(format_, 3, str(seed), size, (3, 4) if format_ == "tables" else (2,))
    people, chance, games = entrants(count), Random(seed), list[Game]()
    for number in (1, 2, 3):
        games += [finished(game, chance) for game in draw(plan, people, games, number, blocks)]
        while more := further_games(plan, people, games, number):
            games += [finished(game, chance) for game in more]
        if format_ != "knockout":
            check_everybody_once(games, people, number)
    assert not [game for game in games for pair in permutations(game.players, 2) if pair in blocks]


def test_a_block_among_many_costs_nobody_a_game() -> None:
    for format_, size in (("swiss", 2), ("tables", 4)):
        plan = Plan(cast("Format", format_), 3, "x", size, (size,))
        games = draw(plan, entrants(12), [], 1, frozenset({(0, 6), (0, 1), (3, 9)}))
        assert not any(game.bye for game in games)


def test_nobody_wins_by_blocking() -> None:
    people = entrants(4)
    everybody = frozenset((0, other) for other in (1, 2, 3))
    swiss = draw(Plan("swiss", 2, "x"), people, [], 1, everybody)
    worth = {game.players: game.outcome for game in swiss if game.bye}
    assert worth[0,] is None  # half a point
    assert [outcome for player, outcome in worth.items() if player != (0,)] == [WALKOVER]
    knockout = draw(Plan("knockout", 2, "x"), people, [], 1, frozenset({(0, 3)}))
    assert (knockout[0].players, knockout[0].outcome) == ((3,), WALKOVER)
    robin = draw(Plan("robin", 5, "x"), entrants(5), [], 1, everybody)
    assert {game.outcome for game in robin if game.bye} == {NOTHING}  # everybody has one such round at least


def test_the_gain_of_an_exchange_is_what_it_changes() -> None:
    chance = Random(5)
    weights = {player: dict.fromkeys(range(7), 0) for player in range(7)}
    for first in range(7):
        for second in range(first):
            weights[first][second] = weights[second][first] = chance.randrange(50)
    history = History(played(Plan("tables", 2, "x", 3, (3, 4)), 7, 1))
    for i in range(3):
        for j in range(4):
            one, other = [0, 1, 2], [3, 4, 5, 6]
            before = tables.cost(one, weights, history) + tables.cost(other, weights, history)
            gain = tables.gain(one, i, other, j, weights, history)
            one[i], other[j] = other[j], one[i]
            assert before - gain == tables.cost(one, weights, history) + tables.cost(other, weights, history)
