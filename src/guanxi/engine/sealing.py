"""Choices of a sealed decision until the last is in; nobody can tell how often another seat has changed its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import MOST_SEATS
from guanxi.engine.story import Story

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.engine.core.position import Position

NO_SEAT = 1 << MOST_SEATS  # the bit after those of all seats


class Sealing:
    """Choices that wait outside the log.  A new choice replaces the seat's old one when it is complete, not before."""

    def __init__(self, base: Position) -> None:
        self.base = base  # before all of them
        self.whole: dict[int, tuple[int, ...]] = {}  # complete choices, in the order in which the seats became ready
        self.begun: dict[int, tuple[int, ...]] = {}  # the moves so far of choices that need more of them
        self.story = Story()  # what everybody is told of them

    def choose(self, seat: int, number: int) -> None:
        """Add a legal move to a seat's choice."""
        moves = (*self.begun.pop(seat, ()), number)
        tried = self.base.copy()
        seal(tried, [(seat, one) for one in moves])
        if tried.owing >> seat & 1:
            self.begun[seat] = moves
        else:
            self.whole[seat] = moves

    def withdraw(self, seat: int) -> None:
        """Forget the moves of a choice that needs more of them."""
        self.begun.pop(seat, None)

    @property
    def complete(self) -> bool:
        """Is the last choice in?"""
        return not self.base.owing & ~sum(1 << seat for seat in self.whole)

    @property
    def order(self) -> list[tuple[int, int]]:
        """The seats and moves of the complete choices as they enter the log."""
        return [(seat, number) for seat, moves in self.whole.items() for number in moves]

    def position(self) -> Position:
        """The position as all may know it, each with their own part: choices stand until new ones are complete."""
        position, self.story = self.base.copy(), Story()
        position.story = self.story
        seal(position, self.order)
        position.story = None
        for seat in self.begun.keys() - self.whole.keys():
            seal(position, [(seat, number) for number in self.begun[seat]])
        return position

    def position_for(self, seat: int, shared: Position) -> Position:
        """The position for a seat: another one than for all while it changes a choice of several moves."""
        if not (seat in self.begun and seat in self.whole):
            return shared
        position = shared.copy()
        seal(position, [(seat, number) for number in self.begun[seat]])
        return position


def seal(position: Position, moves: Iterable[tuple[int, int]]) -> None:
    """Add moves to sealed choices and open nothing, even if the last one is among them."""
    for seat, number in moves:
        position.owing |= NO_SEAT  # choices are opened when nobody owes one
        position.play_unchecked(seat, number)
        position.owing &= ~NO_SEAT
