"""Typed moves: a move with its short notation, its words and the places it touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

import msgspec

from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.core.position import Position
    from guanxi.engine.errors import IllegalMove
    from guanxi.engine.game import Game

    Refuse = Callable[..., IllegalMove]

Word = TypeVar("Word", bound=str)


class Move(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """A move.  Each game derives its kinds of moves from this class; in JSON `do` names the kind."""

    important: ClassVar[bool] = False  # it spends something or cannot be taken back: worth a confirmation

    def notation(self) -> str:
        """The short text for the move in logs, which can also be typed."""
        raise NotImplementedError

    def touches(self) -> tuple[str, ...]:
        """The ids of the places and pieces that the move names, in the order a person would click them."""
        raise NotImplementedError

    def phrase(self, board: Any) -> Phrase:
        """The move in words; names of places come from the board."""
        raise NotImplementedError


class TypedMoves(Sequence[Move]):  # noqa: PLW1641 - equal to lists, which have no hash either
    """The typed moves of a position, in the order of their numbers; each is made when it is looked at.

    A position has many moves, and most readers look at one of them.
    """

    def __init__(self, game: Game[Any, Any], position: Position, numbers: Sequence[int]) -> None:
        self._game = game
        self._position = position  # must not change
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._game.move(self._position, number) for number in self._numbers[index]]
        return self._game.move(self._position, self._numbers[index])

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self))


def whole_word(word: str, known: Sequence[Word], reason: str, paragraph: str, refuse: Refuse) -> Word:
    """Complete an abbreviated word; raises an error by `refuse` unless exactly one known word matches."""
    fitting = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
    if len(fitting) != 1:
        raise refuse(reason, paragraph, word=word, known=", ".join(fitting or known))
    return fitting[0]
