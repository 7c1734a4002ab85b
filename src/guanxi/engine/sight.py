"""What a bot is given: all that its seat may know, and nothing else.

A sight holds no real position.  It keeps one imagined position, dealt from what the seat has seen by a fixed stream of
chance, and everything else is derived from that one.  So a bot cannot reach what is hidden, even by looking inside.

The one exception is `TrueSight`, which says of itself that it is not honest: matches give it to bots that are meant to
cheat, to measure how much there would be to gain.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from guanxi.engine.core.position import Position
    from guanxi.engine.events import Event
    from guanxi.engine.game import Game, Options, View
    from guanxi.engine.moves import Move

FIXED = (0, 0, 0, 1)


class Sight:
    """One seat's knowledge at the moment it owes a decision."""

    honest: ClassVar[bool] = True

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        seat: int,
        options: Options | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        self._keep(game, imagined(position, seat), seat, options, events)

    def _keep(
        self,
        game: Game[Any, Any],
        world: Position,
        seat: int,
        options: Options | None,
        events: Sequence[Event],
    ) -> None:
        self.game = game
        self.seat = seat
        self.options = options  # those of the table, where there is one
        self.events = events  # since the seat's last move, and what that brought about, as far as the seat may know
        self._world = world

    @staticmethod
    def from_numbers(game: Game[Any, Any], options: Options, numbers: Mapping[str, Any], seat: int) -> Sight:
        """The sight that another process has sent as `numbers`, of a table with these options.

        They are those of an imagined position already, so nothing is dealt anew.
        """
        sight = Sight.__new__(Sight)
        sight._keep(game, game.restore(options, numbers), seat, options, ())
        return sight

    @property
    def seats(self) -> int:
        """How many play."""
        return self._world.seats

    @cached_property
    def view(self) -> View:
        """What the seat sees; as if nobody else had sealed a choice yet."""
        return self.game.view(self._world, self.seat)

    @cached_property
    def legal_numbers(self) -> list[int]:
        """The legal moves as numbers."""
        return self.game.legal(self._world, self.seat)

    @cached_property
    def legal_moves(self) -> list[Move]:
        """The legal moves as typed moves, in the order of `legal_numbers`."""
        return [self.game.move(self._world, number) for number in self.legal_numbers]

    def sample_world(self, random: Random, into: Position | None = None) -> Position:
        """A full position drawn uniformly from those consistent with all the seat has seen.

        `into` is a position to overwrite, for those who imagine many.
        """
        world = _like(self._world, random, into)
        world.imagine(self.seat)
        return world

    def numbers(self) -> dict[str, Any]:
        """All it knows as plain numbers, for another process."""
        return self._world.numbers()


class TrueSight(Sight):
    """A sight that imagines only what is true: every hidden card, the order of every pile, what others have sealed.

    It does not know what is not decided yet: lots and shuffles to come fall differently in every position it gives.
    View, moves and `numbers` are those of an honest sight.
    """

    honest = False

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        seat: int,
        options: Options | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        super().__init__(game, position, seat, options, events)
        self._truth = position.copy()

    def sample_world(self, random: Random, into: Position | None = None) -> Position:
        """The true position, with a stream of chance of its own."""
        return _like(self._truth, random, into)


def imagined(position: Position, seat: int) -> Position:
    """One and the same position for all that are possible for what a seat has seen, whichever is the real one."""
    world = position.copy()
    world.reseed(*FIXED)
    world.imagine(seat)
    world.reseed(*FIXED)
    return world


def _like(position: Position, random: Random, into: Position | None) -> Position:
    """A copy of a position, in the place of another if one is given, whose chance comes from `random`."""
    world = into if into is not None else type(position)()
    world.copy_from(position)
    bits = random.getrandbits(128)
    world.reseed(bits >> 96, bits >> 64 & 0xFFFFFFFF, bits >> 32 & 0xFFFFFFFF, bits & 0xFFFFFFFF)
    return world
