"""Networks: sums that are kept from one evaluation to the next, and players that are compared."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.bots.network_files import (
    FOLDER,
    NetworkWeights,
    build_network,
    inputs_of,
    network_adviser,
    players_of,
    read_weights,
)
from guanxi.engine.core.position import Moves, first_owing

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position

LOTUS = guanxi.game("white_lotus")


def comparing() -> NetworkWeights:
    """A network of one unit in each layer that likes every input."""
    inputs = inputs_of(LOTUS)
    ones = {"first": [0.1] * inputs, "first_bias": [0.0], "second": [1.0], "second_bias": [0.0], "last": [1.0]}
    return NetworkWeights(
        game="white_lotus",
        rules=2,
        inputs=inputs,
        games=0,
        last_bias=0.0,
        weighed=0,
        seats=(),
        players=players_of(LOTUS),
        **ones,
    )


@pytest.mark.parametrize("name", guanxi.game_names())
def test_a_value_does_not_depend_on_what_was_evaluated_before(name: str) -> None:
    """The sums of the first layer are exact, so an hour of search leaves no rounding errors in them."""
    game = guanxi.game(name)
    weights = read_weights(FOLDER / f"{name}.json")
    used = build_network(weights)
    table, random = game.table(seed=7, **game.automatic), Random(7)
    while not table.over:
        position = table.position
        seat = table.to_move[0]
        for watching in (seat, (seat + 1) % position.seats, seat):
            kept = network_adviser(game, position, used).value(watching)
        assert kept == network_adviser(game, position, build_network(weights)).value(seat)
        table.play(seat, random.choice(table.legal_moves(seat)))


def about_to_seal(seats: int) -> Position:
    """A position in which choices are sealed, and nobody has chosen yet."""
    position: Position = LOTUS.begin(seats, LOTUS.check_options(seats, {}), (1, 2, 3, 4))
    moves = Moves()
    while not position.sealing:
        seat = first_owing(position)
        moves.fill(position, seat)
        position.play(seat, moves[position.below(len(moves))])
    return position


@pytest.mark.parametrize("seats", [3, 6])
def test_all_players_are_evaluated_at_once_as_one_by_one(seats: int) -> None:
    position = about_to_seal(seats)
    adviser = network_adviser(LOTUS, position, build_network(comparing()))
    values = [adviser.value(seat) for seat in range(seats)]
    assert sum(values) == pytest.approx(0)
    assert len(set(values)) > 1


def test_sealed_choices_are_opened_only_once_somebody_has_chosen() -> None:
    position = about_to_seal(4)
    adviser = network_adviser(LOTUS, position, build_network(comparing()))
    before = position.numbers()
    assert adviser.settle()
    assert position.numbers() == before
    seat = first_owing(position)
    position.play(seat, position.legal(seat)[-1])
    chosen = position.numbers()
    assert -1 < adviser.value(seat) < 1
    assert position.numbers() == chosen
    assert adviser.settle()
    assert not position.sealing
