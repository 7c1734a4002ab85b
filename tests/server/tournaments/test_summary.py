"""The summary of a tournament: the closest game, the biggest upset, the luckiest deal."""

from __future__ import annotations

import msgspec

from guanxi.bots.review import Account, Review
from guanxi.server.people.ratings import INITIAL
from guanxi.server.tournaments.shown import closest, luckiest, upset
from guanxi.server.tournaments.store import PairingRow
from guanxi.tournaments.records import Outcome

MEAN = INITIAL[0]


def game(number: int, players: tuple[int, ...], totals: tuple[int, ...]) -> PairingRow:
    """A finished game of a round; the most points win."""
    ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
    return PairingRow("cup", number, 0, 0, f"table-{number}", players, True, Outcome(ranks, totals), True, True)


def reviewed(*luck: float) -> bytes:
    """A review in which luck brought each seat so much."""
    accounts = [Account(seat, 0.5, 0.0, 0.0, brought, 0.5 + brought, 0) for seat, brought in enumerate(luck)]
    return msgspec.json.encode(Review(100, [], [], [], accounts))


def test_the_closest_game_has_the_smallest_margin_of_the_winner() -> None:
    games = [game(1, (0, 1), (11, 4)), game(2, (1, 2, 0), (20, 38, 37)), game(3, (2, 0), (9, 6))]
    found = closest(games)
    assert found
    assert (found.table, found.player, found.value) == ("table-2", 2, 1)


def test_of_equally_close_games_the_last_one_is_named_and_level_ones_come_first() -> None:
    found = closest([game(1, (0, 1), (7, 6)), game(2, (0, 2), (8, 7))])
    assert found
    assert found.table == "table-2"
    level = closest([game(1, (0, 1), (7, 7)), game(2, (0, 2), (8, 7))])
    assert level
    assert (level.table, level.value) == ("table-1", 0)
    assert closest([]) is None


def test_the_biggest_upset_is_a_win_over_the_strongest_player_of_a_table() -> None:
    ratings = {0: MEAN + 6, 1: MEAN, 2: MEAN - 2, 3: None}
    games = [
        game(1, (0, 2), (11, 4)),  # the stronger one wins
        game(2, (1, 0), (11, 9)),
        game(3, (2, 1, 0), (30, 20, 10)),  # 8 below the strongest
        game(4, (3, 0), (11, 9)),  # nobody knows how strong the winner is
        game(5, (2, 0), (9, 9)),  # shared
    ]
    found = upset(games, ratings)
    assert found
    assert (found.table, found.player) == ("table-3", 2)
    assert found.value > 0
    assert upset(games[:1], ratings) is None


def test_the_luckiest_deal_is_looked_for_in_reviewed_games_only() -> None:
    games = [game(1, (0, 1), (11, 4)), game(2, (2, 0), (6, 9)), game(3, (1, 2), (11, 4))]
    found = luckiest(games, {"table-1": reviewed(0.1, -0.1), "table-2": reviewed(-0.3, 0.3), "table-3": b""})
    assert found
    assert (found.table, found.player, found.value) == ("table-2", 0, 0.3)
    assert luckiest(games, {"table-3": b""}) is None
