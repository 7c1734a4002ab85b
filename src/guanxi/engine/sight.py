"""What a bot is given: all that its seat may know, and nothing else.

A sight holds no real position.  It keeps one imagined position, dealt from what the seat has seen by a fixed stream of
chance, and everything else is derived from that one.  So a bot cannot reach what is hidden, even by looking inside.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random
    from typing import Self

    from guanxi.engine.game import Game, Options, View
    from guanxi.engine.moves import Move
    from guanxi.engine.position import Position

FIXED = (0, 0, 0, 1)


class Sight:
    """One seat's knowledge at the moment it owes a decision."""

    def __init__(self, game: Game[Any, Any], position: Position, seat: int) -> None:
        self.game = game
        self.seat = seat
        self._world = position.copy()
        self._world.reseed(*FIXED)
        self._world.imagine(seat)
        self._world.reseed(*FIXED)

    @classmethod
    def from_numbers(cls, game: Game[Any, Any], options: Options, numbers: Mapping[str, Any], seat: int) -> Self:
        """The sight that another process has sent as `numbers`, of a table with these options."""
        return cls(game, game.restore(options, numbers), seat)

    @cached_property
    def view(self) -> View:
        """What the seat sees; as if nobody else had sealed a choice yet."""
        return self.game.view(self._world, self.seat)

    @cached_property
    def moves(self) -> list[int]:
        """The legal moves as numbers."""
        return self.game.legal(self._world, self.seat)

    @cached_property
    def legal(self) -> list[Move]:
        """The legal moves as people know them, in the same order."""
        return [self.game.move(self._world, number) for number in self.moves]

    def imagine(self, random: Random, into: Position | None = None) -> Position:
        """A full position drawn uniformly from those consistent with all the seat has seen.

        `into` is a position to overwrite, for those who imagine many.
        """
        world = into if into is not None else type(self._world)()
        world.copy_from(self._world)
        bits = random.getrandbits(128)
        world.reseed(bits >> 96, bits >> 64 & 0xFFFFFFFF, bits >> 32 & 0xFFFFFFFF, bits & 0xFFFFFFFF)
        world.imagine(self.seat)
        return world

    def numbers(self) -> dict[str, Any]:
        """All it knows as plain numbers, for another process."""
        return self._world.numbers()
