"""Many tables of one game, and arrays that say what the seat to decide sees at each of them.

`native_tables` gives those in machine code (`guanxi.native`), which need no interpreter and so run in several threads.
`PlainTables` does the same with positions, where nothing is compiled or a game has no native module.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from guanxi.engine.chance import words
from guanxi.engine.core.position import first_owing

if TYPE_CHECKING:
    import numpy as np

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game, Options

    Numbers = np.ndarray[Any, Any]

WORD = 0xFFFFFFFFFFFFFFFF


class Arrays(msgspec.Struct):
    """The arrays of all tables, one row each; the tables write into them."""

    observations: Numbers
    masks: Numbers
    rewards: Numbers
    done: Numbers
    to_move: Numbers
    random_moves: Numbers
    largest: Numbers  # the maximum of each number of an observation
    luck: Numbers  # the random numbers that draw `random_moves`


class Tables(Protocol):
    """Many tables of one game; a game that ends is followed by the next one, with the same random stream."""

    def begin(self, first: int, last: int, /) -> None:
        """Begin a game at some of the tables."""

    def advance(self, first: int, last: int, moves: Numbers, playing: Numbers, /) -> None:
        """Play one legal move at those of some tables that are playing."""

    def read(self, index: int, into: Position, /) -> None:
        """Copy the position of a table into another one on the same board."""

    def write(self, index: int, position: Position, /) -> None:
        """Put a position on the same board on a table, and look at it."""


class PlainTables:
    """The tables as positions, played one after the other."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options, seed: str, arrays: Arrays) -> None:
        self.game = game
        self.arrays = arrays
        self.blank = game.blank(seats, options)
        self.blank.rules = game.rules_version
        self.options = options
        self.seats = seats
        self.positions = [game.position() for _ in arrays.done]
        for index, position in enumerate(self.positions):
            position.reseed(*words(seed, index))

    def begin(self, first: int, last: int, /) -> None:
        for index in range(first, last):
            self._begin_game(index)
            self._look(index)

    def advance(self, first: int, last: int, moves: Numbers, playing: Numbers, /) -> None:
        arrays = self.arrays
        for index in range(first, last):
            if not playing[index]:
                continue
            p = self.positions[index]
            p.play_unchecked(first_owing(p), int(moves[index]))
            if p.over:
                arrays.done[index] = True
                arrays.rewards[index] = [p.returns(seat) for seat in range(self.seats)]
                self._begin_game(index)
            self._look(index)

    def read(self, index: int, into: Position, /) -> None:
        into.copy_from(self.positions[index])

    def write(self, index: int, position: Position, /) -> None:
        self.positions[index].copy_from(position)
        self._look(index)

    def _begin_game(self, index: int) -> None:
        """Begin the next game of a table; its random stream goes on."""
        p = self.positions[index]
        stream = list(p.words)
        p.copy_from(self.blank)
        p.words = stream
        self.game.set_up(p, self.seats, self.options)

    def _look(self, index: int) -> None:
        """Write down what the seat to decide sees, and draw one of its moves."""
        arrays, p = self.arrays, self.positions[index]
        seat = first_owing(p)
        legal = p.legal(seat)
        arrays.to_move[index] = seat
        arrays.masks[index] = False
        arrays.masks[index, legal] = True
        arrays.random_moves[index] = legal[self._draw(index, len(legal))]
        arrays.observations[index] = self.game.observe(p, seat)
        arrays.observations[index] /= arrays.largest

    def _draw(self, index: int, count: int) -> int:
        """A random number below `count` (Marsaglia's xorshift64)."""
        luck = int(self.arrays.luck[index])
        luck ^= luck << 13 & WORD
        luck ^= luck >> 7
        luck ^= luck << 17 & WORD
        self.arrays.luck[index] = luck
        return (luck >> 32) * count >> 32


def native_tables(game: Game[Any, Any], seats: int, options: Options, seed: str, arrays: Arrays) -> Tables | None:
    """The tables in machine code; None if this game has none."""
    # A game of somebody's own may have the name of one of ours.
    if os.environ.get("GUANXI_PLAIN") or type(game).__module__ != f"guanxi.games.{game.name}":
        return None
    try:
        native = import_module(f"guanxi.native.{game.name}")
    except ImportError:
        return None
    import numpy as np

    blank = game.blank(seats, options)
    blank.rules = game.rules_version
    streams = []
    for index in range(len(arrays.done)):
        blank.reseed(*words(seed, index))
        streams.append(blank.words)
    found: Tables = native.Tables(
        blank,
        game.set_up_with(seats, options),
        np.array(streams, np.int64),
        arrays.largest,
        arrays.luck,
        arrays.observations,
        arrays.masks.view(np.uint8),
        arrays.rewards,
        arrays.done.view(np.uint8),
        arrays.to_move,
        arrays.random_moves,
    )
    return found
