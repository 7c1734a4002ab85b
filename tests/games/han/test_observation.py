"""Observations for learners: everything that the seat may know, in its place, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han import GAME
from guanxi.games.han.observation import PLAYER
from tests.games.han.games import each_setting, random_game
from tests.games.han.tables import (
    build_at,
    capital,
    deal,
    fortify,
    han,
    play,
    position,
    send,
    space_number,
    turn,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from tests.games.han.games import Setting

TABLE = {
    "hand": 5,
    "row": 5,
    "discards": 5,
    "fresh": 5,
    "pile": 1,
    "shuffled": 1,
    "last round": 1,
    "to move": 1,
    "drawing": 1,
    "placed": 1,
    "within": 9,
    "scored": 9,
    "fortifications": 1,
    "markets": 1,
}
EACH = {
    "there": 1,
    "turn": 1,
    "emperor": 1,
    "cards": 1,
    "known": 5,
    "houses left": 1,
    "emissaries left": 1,
    "markers left": 1,
    "points": 1,
    "houses": 60,
    "markets": 60,
    "fortified": 60,
    "emissaries": 9,
}


def observed(table: Table, seat: int) -> tuple[dict[str, list[int]], list[dict[str, list[int]]]]:
    """A seat's numbers by what they stand for: of the table, and of each player beginning with the seat."""
    numbers = iter(GAME.observe(position(table), seat))
    common = {name: [next(numbers) for _ in range(length)] for name, length in TABLE.items()}
    return common, [{name: [next(numbers) for _ in range(length)] for name, length in EACH.items()} for _ in range(5)]


def test_every_number_has_its_place() -> None:
    assert sum(EACH.values()) == len(PLAYER)
    assert sum(TABLE.values()) + 5 * len(PLAYER) == len(GAME.observation)


@each_setting
def test_no_number_is_larger_than_its_largest(setting: Setting) -> None:
    for p, _ in random_game(setting, "observed"):
        for seat in range(p.seats):
            numbers = GAME.observe(p, seat)
            assert len(numbers) == len(GAME.observation)
            assert all(0 <= number <= largest for number, largest in zip(numbers, GAME.observation, strict=True))


def test_the_own_hand_is_shown_and_the_others_counted() -> None:
    table = han()
    deal(table, Alex="red red violet", Barbara="green yellow", row="orange orange green green")
    common, players = observed(table, 0)
    assert common["hand"] == [2, 0, 0, 0, 1]
    assert common["row"] == [0, 0, 2, 2, 0]
    assert [player["cards"] for player in players] == [[3], [2], [3], [3], [0]]
    assert [player["there"] for player in players] == [[1], [1], [1], [1], [0]]


def test_players_come_in_the_order_of_seats_beginning_with_the_own() -> None:
    table = han()
    build_at(table, "Chris", "wei-1 wei-2")
    send(table, "wei", Chris=1)
    turn(table, "Doris", "red red red")
    for seat, place in ((0, 2), (1, 1), (2, 0), (3, 3)):
        _, players = observed(table, seat)
        assert [sum(player["houses"]) for player in players] == [2 * (at == place) for at in range(5)]
        assert players[place]["houses"][space_number(table, "wei-2")] == 1
        assert players[place]["emissaries"][0] == 1
        assert players[place]["houses left"] == [18]
        assert [player["turn"] for player in players].index([1]) == (3 - seat) % 4
        assert [player["emperor"] for player in players].index([1]) == -seat % 4


def test_fortifications_and_markets_are_seen() -> None:
    table = han(variant=True)
    fortify(table, "Alex", "wei-2")
    common, players = observed(table, 1)
    assert (common["fortifications"], common["markets"]) == ([1], [0])
    assert players[3]["fortified"][space_number(table, "wei-2")] == 1
    assert sum(players[3]["fortified"]) == 1
    table = capital(variant=True)
    build_at(table, "Chris", "weiyang-1")
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-2")
    common, players = observed(table, 0)
    assert (common["fortifications"], common["markets"]) == ([0], [1])
    assert players[0]["markets"][space_number(table, "weiyang-2")] == 1
    assert (common["drawing"], common["placed"]) == ([1], [2])


def test_cards_taken_in_the_open_are_known() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="violet violet green green")
    turn(table, "Alex")
    play(table, "discard red", "draw violet")
    _, players = observed(table, 1)
    assert players[3]["known"] == [0, 0, 0, 0, 1]
