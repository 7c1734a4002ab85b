"""The scorings of Han and the new emperor, sentence by sentence, in the order of the rulebook."""

from __future__ import annotations

import pytest

from guanxi.games.han.board import file_of, padded
from guanxi.games.han.events import FinalScoring, Scored, Won
from guanxi.games.han.rules import scoring
from guanxi.games.han.rules.material import PLAYERS
from tests.games.han.tables import (
    BORDER,
    FOUR,
    WAYS,
    build,
    build_at,
    capital,
    ended,
    finish,
    han,
    happened,
    is_drawing,
    keep,
    last_turn,
    may,
    play,
    points,
    points_from,
    position,
    province_of,
    scorings,
    seen,
    send,
    told,
    turn,
    winners,
)

FIVE = "Alex Barbara Chris Doris Eric"

# Houses


@pytest.mark.parametrize(
    ("houses", "expected"),
    [
        ([4, 2, 1], [7, 4, 2]),
        ([2, 2, 1], [5, 5, 2]),
        ([4, 2, 2, 1], [9, 4, 4, 2]),
        ([1, 2, 4], [2, 4, 7]),
        ([3, 0, 3], [6, 0, 6]),
        ([5, 0, 0], [5, 0, 0]),
        ([1, 1, 1], [3, 3, 3]),
        ([5, 4, 3, 2, 1], [15, 5, 4, 3, 2]),
        ([3, 3, 2, 2, 1], [11, 11, 3, 3, 2]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_ranks_by_houses(houses: list[int], expected: list[int]) -> None:
    p = position(han(" ".join(FIVE.split()[: len(houses)])))
    p.houses = [padded(houses, PLAYERS, 0), *p.houses[1:]]
    assert [scoring.house_points(p, 0, seat) for seat in range(p.seats)] == expected


def test_the_last_house_has_a_province_scored_at_once_and_the_turn_goes_on() -> None:
    table = han()
    build(table, "wei", Alex=5)
    build_at(table, "Barbara", "wei-qi")
    turn(table, "Chris", "red red red")
    play(table, "house wei-6 red")
    assert points(table) == {"Alex": 7, "Barbara": 5, "Chris": 5}
    assert not is_drawing(table, "Chris")
    assert may(table, "emissary wei red")


def test_a_province_with_a_free_space_is_not_scored() -> None:
    table = han()
    build(table, "wei", Alex=6)
    assert points(table) == {}
    assert not province_of(table, "wei").scored


def test_a_province_is_never_scored_again() -> None:
    table = han()
    build(table, "wei", Alex=6)
    build_at(table, "Barbara", "wei-qi")
    assert points(table) == {"Alex": 7, "Barbara": 6}
    finish(table)
    # Barbara's house also stands in Qi, which is scored only now.
    assert points_from(table, "houses") == {"Alex": 7, "Barbara": 6 + 1}


def test_emissaries_may_be_added_to_a_scored_province() -> None:
    table = han()
    build(table, "wei", Alex=6)
    build_at(table, "Barbara", "wei-qi")
    turn(table, "Chris", "red red red")
    play(table, "emissary wei red", "emissary wei red")
    assert province_of(table, "wei").emissaries == (0, 0, 2, 0)


def test_a_house_just_placed_counts_in_the_scoring() -> None:
    table = han()
    build(table, "wei", Alex=3, Barbara=3)
    turn(table, "Barbara", "red red yellow")
    play(table, "house wei-qi red yellow")
    assert points(table) == {"Alex": 4, "Barbara": 7}


# Final scoring


def test_houses_in_every_province_without_a_disc_are_scored() -> None:
    table = han()
    build(table, "wei", Alex=2, Barbara=1)
    build(table, "chu", Chris=1, Doris=1)
    finish(table)
    assert points_from(table, "houses") == {"Alex": 3, "Barbara": 2, "Chris": 2, "Doris": 2}
    assert all(province.scored for province in seen(table).provinces)


def test_an_alliance_needs_the_majority_in_both_provinces() -> None:
    table = han()
    send(table, "wei", Alex=2, Barbara=1)
    send(table, "chin", Barbara=2, Alex=1)
    finish(table)
    assert points(table) == {}


def test_all_who_share_the_majority_in_both_score_in_full() -> None:
    table = han()
    send(table, "wei", Alex=1, Barbara=1, Chris=1)
    send(table, "chin", Alex=2, Barbara=2)
    finish(table)
    assert points(table) == {"Alex": 3 + 4, "Barbara": 3 + 4}


def test_an_empty_province_gives_nobody_the_majority() -> None:
    table = han()
    send(table, "wei", Alex=3)
    finish(table)
    assert points(table) == {}


def test_one_majority_may_serve_several_alliances() -> None:
    table = han()
    send(table, "wei", Alex=1)
    send(table, "chin", Alex=1)
    send(table, "han", Alex=2)
    finish(table)
    # 3 Wei and Ch’in, 11 Wei and Han, 12 Ch’in and Han.
    assert points(table) == {"Alex": 2 + 3 + 3}


def test_alliances_are_scored_in_the_order_of_their_numbers() -> None:
    table = han()
    for province in seen(table).provinces:
        send(table, province.id, Alex=1)
    finish(table)
    assert [scored.alliance for scored in scorings(table)] == list(range(1, 16))
    assert points(table) == {"Alex": 15 * 2}


def test_neighbours_without_a_gate_are_not_allied() -> None:
    table = capital()
    send(table, "weiyang", Alex=1)
    send(table, "wuku", Alex=1)
    finish(table)
    assert points(table) == {"Alex": 2}
    table = capital()
    send(table, "weiyang", Alex=1)
    send(table, "beigong", Alex=1)
    finish(table)
    assert points(table) == {}


# Roads


def roads(spaces: str, **others: str) -> dict[str, int]:
    """The points for roads of Alex with houses on these spaces, and of others with theirs."""
    table = han()
    for name, theirs in {"Alex": spaces, **others}.items():
        build_at(table, name, theirs)
    finish(table)
    return points_from(table, "roads")


def test_a_line_of_four_houses_scores_a_point_for_each() -> None:
    assert roads("chin-1 chin-3 chin-shu shu-2") == {"Alex": 4}


def test_a_line_of_three_is_no_line() -> None:
    assert roads("chin-1 chin-3 chin-shu") == {}


def test_a_line_may_cross_provinces() -> None:
    assert roads("wei-3 wei-qi qi-2 lu-1 lu-4 lu-chu") == {"Alex": 6}


def test_a_line_may_close_to_a_ring() -> None:
    assert roads("chin-1 chin-2 chin-3 chin-4") == {"Alex": 4}


def test_houses_that_no_road_joins_are_no_line() -> None:
    assert roads("wei-1 wei-3 wei-5 qi-2 qi-4") == {}


def test_a_house_of_another_player_breaks_the_line() -> None:
    assert roads("chin-1 chin-3 shu-2 shu-1", Barbara="chin-shu") == {}


def test_two_lines_of_one_player_both_score() -> None:
    assert roads("chin-1 chin-3 chin-shu shu-2 lu-1 lu-2 lu-3 lu-chu chu-6") == {"Alex": 4 + 5}


def test_each_house_counts_once() -> None:
    # Two lines of five share the houses before the fork.
    assert roads("chin-1 chin-3 chin-shu shu-2 shu-1 shu-5") == {"Alex": 5}


def test_every_player_scores_their_own_roads() -> None:
    assert roads("chin-1 chin-3 chin-shu shu-2", Doris="lu-1 lu-2 lu-3 lu-chu chu-6") == {"Alex": 4, "Doris": 5}


def test_the_houses_of_the_best_lines_are_named() -> None:
    table = han()
    build_at(table, "Alex", "chin-1 chin-3 chin-shu shu-2 shu-1 shu-5 wei-1")
    finish(table)
    (line,) = [event for event in scorings(table) if event.source == "roads"]
    # One of the two branches after the fork, and nothing that no road joins.
    assert len(line.spaces) == line.points == 5
    assert set(line.spaces) < {"chin-1", "chin-3", "chin-shu", "shu-2", "shu-1", "shu-5"}


# Ports


def test_ports_are_scored_like_a_province() -> None:
    table = han()
    build_at(table, "Alex", "yan-3 qi-3 qi-4")
    build_at(table, "Barbara", "yan-4 chu-5")
    build_at(table, "Chris", "chu-6 lu-3")
    finish(table)
    assert points_from(table, "ports") == {"Alex": 7, "Barbara": 3, "Chris": 3}
    named = {table.names[event.seat]: event.spaces for event in scorings(table) if event.source == "ports"}
    assert named["Barbara"] == ("yan-4", "chu-5")


def test_there_are_seven_ports_on_one_board_and_none_on_the_other() -> None:
    for board, ports in ((BORDER, 7), (WAYS, 0)):
        file = file_of(position(han(board=board)).board)
        assert sum(space.kind == "port" for space in file.spaces.values()) == ports


def test_ports_are_not_scored_before_the_end() -> None:
    table = han()
    build_at(table, "Alex", "yan-3 yan-4 qi-3 qi-4 lu-3 chu-5 chu-6")
    assert points(table) == {}


# The new emperor


def test_the_four_scorings_come_in_their_order() -> None:
    table = han()
    build_at(table, "Alex", "lu-1 lu-2 lu-3 lu-chu chu-6")
    send(table, "lu", Alex=1)
    send(table, "chu", Alex=1)
    finish(table)
    assert happened(table)[-7:] == [
        FinalScoring(blocked=False),
        Scored(0, 4, "houses", province="lu"),
        Scored(0, 2, "houses", province="chu"),
        Scored(0, 2, "alliances", alliance=15, allies=("lu", "chu")),
        Scored(0, 5, "roads", spaces=("lu-1", "lu-2", "lu-3", "chu-6", "lu-chu")),
        Scored(0, 2, "ports", spaces=("lu-3", "chu-6")),
        Won((0,)),
    ]
    score = ended(table).scores[0]
    assert score.parts == {"houses": 6, "alliances": 2, "roads": 5, "ports": 2}
    assert score.total == 15


def test_most_points_win() -> None:
    table = han()
    build(table, "wei", Alex=1, Barbara=2)
    finish(table)
    assert points(table) == {"Alex": 2, "Barbara": 3}
    assert winners(table) == ["Barbara"]
    assert ended(table).ranks == (2, 1, 3, 3)
    assert [table.position.returns(seat) for seat in range(4)] == pytest.approx([-1 / 3, 1.0, -1 / 3, -1 / 3])


def test_a_tie_is_broken_by_houses_and_emissaries_in_supply() -> None:
    table = han()
    build(table, "wei", Alex=1, Barbara=1)
    keep(table, "Alex", houses=10, emissaries=3)
    keep(table, "Barbara", houses=8, emissaries=6)
    finish(table)
    assert points(table) == {"Alex": 2, "Barbara": 2}
    assert winners(table) == ["Barbara"]
    assert ended(table).ranks[:2] == (2, 1)


def test_pieces_in_supply_never_outweigh_a_point() -> None:
    table = han()
    build(table, "wei", Alex=1, Barbara=2)
    keep(table, "Barbara", houses=0, emissaries=0)
    finish(table)
    assert winners(table) == ["Barbara"]


def test_after_a_tie_in_everything_the_victory_is_shared() -> None:
    table = han()
    build(table, "wei", Alex=1, Barbara=1)
    finish(table)
    assert winners(table) == ["Alex", "Barbara"]
    assert happened(table)[-1] == Won((0, 1))
    assert told(table)[-1] == "Alex and Barbara share the throne."
    assert [table.position.returns(seat) for seat in range(4)] == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


def test_if_nobody_scores_all_share_the_victory() -> None:
    table = han()
    finish(table)
    assert winners(table) == FOUR.split()


def test_the_whole_total_is_shown_beyond_the_fifty_points_of_a_lap() -> None:
    table = han()
    p = position(table)
    p.points = [[60] * PLAYERS, *p.points[1:]]
    last_turn(table, "Alex")
    assert seen(table).players[0].total == 60
    play(table, "discard red")
    assert ended(table).scores[0].total == 60
