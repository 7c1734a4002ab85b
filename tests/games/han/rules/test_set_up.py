"""Set-up of Han, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from guanxi.engine.errors import BadOption
from guanxi.games.han import GAME
from tests.games.han.games import all_cards
from tests.games.han.tables import (
    BORDER,
    FOUR,
    WAYS,
    han,
    held,
    opened,
    position,
    seen,
)

SET_UPS = [
    # board, players, cards out of each colour, draw pile after dealing
    (BORDER, 5, 0, 38),
    (BORDER, 4, 1, 36),
    (BORDER, 3, 2, 34),
    (WAYS, 4, 3, 27),
    (WAYS, 3, 4, 25),
    (WAYS, 2, 5, 23),
]


@pytest.mark.parametrize(("board", "players", "out", "pile"), SET_UPS)
def test_cards_are_taken_out_by_board_and_players(board: str, players: int, out: int, pile: int) -> None:
    table = GAME.table(players, seed=1, board=board)
    every = {"red": 13, "yellow": 11, "green": 12, "orange": 11, "violet": 10}
    assert sum(every.values()) == 57
    assert all_cards(position(table)) == [count - out for count in every.values()]
    assert seen(table).pile == pile


@pytest.mark.parametrize(("board", "players", "out", "pile"), SET_UPS)
def test_three_hidden_cards_each_and_four_or_three_open(board: str, players: int, out: int, pile: int) -> None:
    table = GAME.table(players, seed=1, board=board)
    assert [player.cards for player in seen(table).players] == [3] * players
    assert [player.hand for player in seen(table).players] == [None] * players
    assert len(seen(table).row) == (4 if board == BORDER else 3)
    assert len(opened(table).split()) + 3 * players + pile == 57 - 5 * out


@pytest.mark.parametrize(("board", "players"), [(BORDER, 2), (WAYS, 5)])
def test_a_board_is_for_its_numbers_of_players_only(board: str, players: int) -> None:
    with pytest.raises(BadOption, match=f"The board {board} is for"):
        GAME.table(players, board=board)


@pytest.mark.parametrize(("players", "board"), [(2, WAYS), (3, BORDER), (4, BORDER), (5, BORDER)])
def test_without_a_choice_the_board_suits_the_number_of_players(players: int, board: str) -> None:
    assert seen(GAME.table(players)).board == board


def test_each_player_has_twenty_houses_and_eight_emissaries_to_place() -> None:
    for player in seen(han()).players:
        assert (player.houses, player.emissaries, player.markers) == (20, 8, 0)


@pytest.mark.parametrize(
    ("players", "board", "markers"), [(FOUR, BORDER, 1), ("Ann Bo Cy", WAYS, 1), (FOUR, WAYS, 1), ("Ann Bo", WAYS, 2)]
)
def test_in_the_variants_each_has_one_marker_and_two_markets_with_two_players(
    players: str, board: str, markers: int
) -> None:
    assert {player.markers for player in seen(han(players, board, variant=True)).players} == {markers}


def test_nothing_is_built_or_scored_at_first() -> None:
    for province in seen(han()).provinces:
        assert (sum(province.houses), sum(province.emissaries), province.room, province.scored) == (0, 0, 0, False)


def test_chance_decides_who_gets_the_emperor() -> None:
    beginners = Counter(GAME.table(4, seed=seed).to_move for seed in range(400))
    assert set(beginners) == {(0,), (1,), (2,), (3,)}
    assert all(abs(count - 100) < 40 for count in beginners.values())


@pytest.mark.parametrize("seat", range(4))
def test_the_first_player_can_be_chosen(seat: int) -> None:
    table = GAME.table(4, first=seat)
    assert (table.to_move, seen(table).first) == ((seat,), seat)


def test_the_first_player_must_sit_at_the_table() -> None:
    with pytest.raises(BadOption, match="Seats are numbered from 0 to 2"):
        GAME.table(3, first=3)


def test_the_cards_are_shuffled() -> None:
    assert (
        len({(held(GAME.table(4, seed=seed), "Player 1"), opened(GAME.table(4, seed=seed))) for seed in range(40)}) > 35
    )
