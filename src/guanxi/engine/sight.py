"""A sight: everything that a bot's seat may know, and nothing else.

A sight does not hold the real position.  It holds one sampled position, dealt from what the seat has seen with a fixed
random stream, and derives everything else from it.  So hidden information cannot be found in it.  A Python bot that
shares its process with the table could still look for the table there: only a program of its own is kept from that.

The one exception is `TrueSight`, which is marked as not honest: matches give it to bots that cheat on purpose, to
measure how much hidden information is worth.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import BadOption
from guanxi.engine.moves import TypedMoves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from guanxi.engine.core.position import Position
    from guanxi.engine.events import Event
    from guanxi.engine.game import Game, Options, Preview, View
    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.engine.text import Phrase

FIXED = (0, 0, 0, 1)


class Sight:
    """The knowledge of one seat when it has to decide."""

    honest: ClassVar[bool] = True

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        seat: int,
        options: Options | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        seat = position.check_seat(seat)
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
        self.options = options  # of the table, if there is one
        self.events = events  # of the seat's last move and all moves since, as the seat may know them
        self._world = world

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of seat {self.seat} of {self.seats}, {self.game.name}>"

    @staticmethod
    def from_numbers(game: Game[Any, Any], options: Options, numbers: Mapping[str, Any], seat: int) -> Sight:
        """Restore a sight from the `numbers` of another process, for a table with these options.

        They describe a position that was sampled already, so nothing is dealt again.
        """
        sight = Sight.__new__(Sight)
        sight._keep(game, game.restore(options, numbers), seat, options, ())
        return sight

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._world.seats

    @cached_property
    def view(self) -> View:
        """The seat's view, as if nobody else had sealed a choice yet."""
        return self.game.view(self._world, self.seat)

    @cached_property
    def legal_numbers(self) -> list[int]:
        """The legal moves as numbers."""
        return self._world.legal(self.seat)

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves as typed moves, in the order of `legal_numbers`; each is made when it is looked at."""
        return TypedMoves(self.game, self._world, self.legal_numbers)

    def number(self, move: Move | str | int) -> int:
        """The number of a legal move, given as a typed move, its notation or its number; else raises `IllegalMove`."""
        return self.game.legal_number(self._world, self.seat, move, self.legal_numbers)

    def preview(self, number: int) -> Preview | None:
        """Preview the effects of a legal move, as far as the seat can know them."""
        return self.game.preview(self._world, self.seat, number)

    @property
    def is_even(self) -> bool:
        """Whether bots draw this decision by lot (`Game.is_even`)."""
        return self.game.is_even(self._world)

    @cached_property
    def deal_move(self) -> int | None:
        """A bot's move if the seat makes or answers an offer; None if it has something else to decide."""
        move = self.game.deal_move(self._world, self.seat)
        return None if move == NOBODY else move

    def remark(self, move: int) -> tuple[int, Phrase] | None:
        """The remark of a dealing bot on this move, and the seat it is for; None if there is nothing to say."""
        return self.game.remark(self._world, self.seat, move) if move == self.deal_move else None

    def leanings(self, manner: Manner) -> dict[int, float]:
        """How well each legal move suits a manner, from 0 to 1."""
        moves = zip(self.legal_numbers, self.legal_moves, strict=True)
        return {number: self.game.leaning(self._world, self.seat, move, manner) for number, move in moves}

    @cached_property
    def absent_move(self) -> int:
        """The move for a player who has left."""
        return self.game.absent(self._world, self.seat)

    def sample_world(self, random: Random, into: Position | None = None) -> Position:
        """Sample a full position uniformly from those consistent with what the seat has seen.

        `into` is a position to overwrite, which saves allocations.
        """
        if not hasattr(random, "getrandbits"):
            raise BadOption(f"sample_world() takes a random.Random, not {random!r}.")
        world = _like(self._world, random, into)
        world.imagine(self.seat)
        return world

    def numbers(self) -> dict[str, Any]:
        """Everything the seat knows as plain numbers, for another process."""
        return self._world.numbers()


class TrueSight(Sight):
    """A sight whose samples are the true position: hidden cards, the order of piles, sealed choices.

    Future random events are not known: each sample has its own random stream.  View, moves and `numbers` are those of
    an honest sight.
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
        """The true position, with a random stream of its own."""
        return _like(self._truth, random, into)


def imagined(position: Position, seat: int) -> Position:
    """A sampled position that depends only on what the seat has seen, not on which position is the real one."""
    world = position.copy()
    world.reseed(*FIXED)
    world.imagine(seat)
    world.reseed(*FIXED)
    return world


def _like(position: Position, random: Random, into: Position | None) -> Position:
    """Copy a position, into another one if given, and seed its random stream from `random`."""
    world = into if into is not None else type(position)()
    world.copy_from(position)
    bits = random.getrandbits(128)
    world.reseed(bits >> 96, bits >> 64 & 0xFFFFFFFF, bits >> 32 & 0xFFFFFFFF, bits & 0xFFFFFFFF)
    return world
