"""A sight has the events since the seat's last move, and nothing that the seat may not know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.table import Table

HANAMIKOJI = guanxi.game("hanamikoji")


def random_game(name: str, moves: int = 150) -> Iterator[tuple[Table, int]]:
    """A table before each of its moves, and the seat to move."""
    game, random = guanxi.game(name), Random(3)
    table = game.table(game.usual, seed=3, **game.automatic)
    while not table.over and table.moves < moves:
        seat = table.to_move[0]
        yield table, seat
        table.play(seat, random.choice(table.legal_numbers(seat)))


@pytest.mark.parametrize("name", guanxi.game_names())
def test_all_events_arrive_once_and_none_is_missed(name: str) -> None:
    heard: dict[int, list[object]] = {}
    for table, seat in random_game(name):
        heard.setdefault(seat, []).extend(table.sight(seat).events)
        assert heard[seat] == table.events(seat)


@pytest.mark.parametrize("name", guanxi.game_names())
def test_events_hold_only_what_the_seat_may_know(name: str) -> None:
    hidden = 0
    for table, seat in random_game(name):
        for sight in (table.sight(seat), table.true_sight(seat)):
            assert [event.seen_by(seat) for event in sight.events] == sight.events
        hidden += table.sight(seat).events != table.true_events(table.last_move(seat))
    assert hidden


def test_events_begin_with_the_last_move_that_stands() -> None:
    table = HANAMIKOJI.table(seed=7, first=0)
    table.play(0, table.legal_moves(0)[0])
    table.play(1, table.legal_moves(1)[0])
    assert table.sight(0).events[0] == table.events(0, since=1)[0]
    table.undo(2)
    assert (table.last_move(0), table.sight(0).events) == (0, table.events(0))


def test_the_numbers_of_a_sight_are_taken_as_they_are() -> None:
    table = HANAMIKOJI.table(seed=7, first=0)
    world = table.sight(0).sample_world(Random(5)).numbers()
    assert world["hand"] != table.sight(0).numbers()["hand"]
    received = Sight.from_numbers(HANAMIKOJI, table.options, world, 0)
    assert received.numbers() == world
    assert (received.view, received.legal_numbers, received.events) == (
        table.sight(0).view,
        table.sight(0).legal_numbers,
        (),
    )
