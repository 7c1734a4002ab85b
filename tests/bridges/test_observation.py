"""Observations: every field is documented; Hanamikoji's hold everything the seat may know, each in its place."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import guanxi
from guanxi.bridges.observations import page
from guanxi.engine.fields import places

GAME = guanxi.game("hanamikoji")
PLACES = {
    "hand": 7,
    "own side": 7,
    "other side": 7,
    "own favours": 7,
    "other favours": 7,
    "own actions": 4,
    "other actions": 4,
    "secret": 7,
    "trade-off": 7,
    "gift": 7,
    "first pair": 7,
    "second pair": 7,
    "other cards": 1,
    "pile": 1,
    "to move": 1,
    "begins": 1,
    "turn": 1,
    "rounds": 1,
}


def observed(table: Any, seat: int) -> dict[str, list[int]]:
    """A seat's numbers by their meaning."""
    numbers = iter(GAME.observe(table.position, seat))
    return {name: [next(numbers) for _ in range(length)] for name, length in PLACES.items()}


def act(table: Any, action: str) -> Any:
    """Make the first legal move of a kind for the seat to move."""
    seat = table.to_move[0]
    move = next(move for move in table.legal_moves(seat) if move.notation().startswith(action))
    table.play(seat, move)
    return move


def test_every_number_has_its_place() -> None:
    assert sum(PLACES.values()) == len(GAME.observation) == len(GAME.observe(GAME.table(seed=1).position, 0))


def test_the_own_hand_is_shown_and_the_other_counted() -> None:
    table = GAME.table(seed=7, first=0)
    own, other = observed(table, 0), observed(table, 1)
    assert [own["hand"], other["hand"]] == table.position.numbers()["hand"]
    assert (own["other cards"], other["other cards"]) == ([6], [7])
    assert (own["to move"], other["to move"]) == ([1], [0])
    assert (own["begins"], other["begins"]) == ([1], [0])


def test_hidden_cards_are_told_to_their_owner_only() -> None:
    table = GAME.table(seed=7, first=0)
    act(table, "secret")
    act(table, "trade-off")
    own, other = observed(table, 0), observed(table, 1)
    assert (sum(own["secret"]), sum(own["trade-off"])) == (1, 0)
    assert (sum(other["secret"]), sum(other["trade-off"])) == (0, 2)
    assert own["other actions"] == other["own actions"] == [0, 1, 0, 0]


def test_an_offer_is_shown_to_both() -> None:
    table = GAME.table(seed=7, first=0)
    act(table, "gift")
    for seat in (0, 1):
        assert (sum(observed(table, seat)["gift"]), sum(observed(table, seat)["first pair"])) == (3, 0)
    act(table, "take")
    assert sum(observed(table, 1)["own side"]) == 1
    assert sum(observed(table, 1)["other side"]) == 2
    act(table, "competition")
    for seat in (0, 1):
        shown = observed(table, seat)
        assert (sum(shown["gift"]), sum(shown["first pair"]), sum(shown["second pair"])) == (0, 2, 2)


def test_rounds_to_come_are_counted_up_to_thirty() -> None:
    assert observed(GAME.table(seed=1, rounds=1), 0)["rounds"] == [0]
    assert observed(GAME.table(seed=1, rounds=5), 0)["rounds"] == [4]
    assert observed(GAME.table(seed=1, rounds=500), 0)["rounds"] == [30]
    assert observed(GAME.table(seed=1), 0)["rounds"] == [30]


def test_favours_are_seen_from_the_seat() -> None:
    table: Any = GAME.table(seed=1)
    table.position.favour = [0, 1, -1, -1, -1, -1, 1]
    assert observed(table, 0)["own favours"] == observed(table, 1)["other favours"] == [1, 0, 0, 0, 0, 0, 0]
    assert observed(table, 1)["own favours"] == observed(table, 0)["other favours"] == [0, 1, 0, 0, 0, 0, 1]


def test_the_page_about_observations_is_current() -> None:
    path = Path(__file__).parents[2] / "docs" / "observations.md"
    assert path.read_text(encoding="utf-8") == page(), (
        "run: python -m guanxi.bridges.observations > docs/observations.md"
    )


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_number_is_within_its_limit_and_in_a_field(name: str) -> None:
    game, random = guanxi.game(name), Random(1)
    table = game.table(game.usual, seed=1, **game.automatic)
    assert [place.stop for place in places(game.fields).values()][-1] == len(game.observation)
    while not table.over:
        for seat in range(game.usual):
            numbers = game.observe(table.position, seat)
            assert len(numbers) == len(game.observation)
            assert all(0 <= number <= most for number, most in zip(numbers, game.observation, strict=True))
        seat = random.choice(table.to_move)
        table.play(seat, random.choice(table.legal_numbers(seat)))


def test_categories_of_haiduci_are_one_hot() -> None:
    game, random = guanxi.game("haiduci"), Random(1)
    table, found = game.table(5, seed=1), places(game.fields)
    while not table.over:
        seat = table.to_move[0]
        numbers = game.observe(table.position, seat)
        assert [sum(numbers[found[name]]) for name in ("phase", "task", "start")] == [1, 1, 1]
        assert all(sum(numbers[found[name]]) <= 1 for name in ("place", "haiduc"))
        table.play(seat, random.choice(table.legal_numbers(seat)))
