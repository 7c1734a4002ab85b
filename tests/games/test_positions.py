"""Positions of every game: copies, equality, pickling, and what they say of themselves."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import guanxi
from guanxi.engine.chance import words
from guanxi.engine.core.position import Position, first_owing
from tests.engine.fingerprint import settings

every_game = pytest.mark.parametrize("name", guanxi.game_names())


def position_of(name: str, decisions: int = 10) -> Position:
    """A position some random decisions into a game."""
    game = guanxi.game(name)
    seats, options = settings(game, quick=False)[-1]
    position: Position = game.begin(seats, options, words("positions", 0))
    for _ in range(decisions):
        if not position.over:
            seat = first_owing(position)
            legal = position.legal(seat)
            position.play(seat, legal[position.below(len(legal))])
    return position


@every_game
def test_a_pickled_position_is_equal_and_on_the_same_board(name: str) -> None:
    position = position_of(name)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert all(getattr(again, link).numbers() == getattr(position, link).numbers() for link in position.links)
    seat = first_owing(again)
    again.play(seat, again.legal(seat)[0])
    assert again != position


READ = """
import pickle, sys, guanxi
position = pickle.loads(sys.stdin.buffer.read())
print(guanxi.game(sys.argv[1]).view(position, 0))
"""


@every_game
def test_another_process_reads_a_pickled_position(name: str) -> None:
    position = position_of(name)
    command = [sys.executable, "-c", READ, name]
    read = subprocess.run(command, input=pickle.dumps(position), capture_output=True, check=True).stdout.decode()
    assert read.strip() == str(guanxi.game(name).view(position, 0))


def test_games_tables_and_sights_say_what_they_are() -> None:
    game = guanxi.game("hanamikoji")
    table = game.table(seed=1, first=1)
    assert repr(game) == "<Game hanamikoji, rules 1>"
    assert repr(table) == "<Table of hanamikoji, 0 moves, seat 1 of 2 to move>"
    assert repr(table.position) == "<Hanamikoji position, seat 1 of 2 to move>"
    assert repr(table.sight(1)) == "<Sight of seat 1 of 2, hanamikoji>"
