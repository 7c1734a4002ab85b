"""Checks of the arguments of a game's methods, which run before the game's own: compiled rules have none."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption, not_over, refusal, whole_move
from guanxi.engine.moves import Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

    Method = Callable[..., Any]

SPECTATED = ("view", "prompt")  # also answer None, a spectator
SEATED = (*SPECTATED, "plannable", "is_open", "observe", "value", "facts", "traits", "meant", "deal_move", "remark")


def check_position(game: Game[Any, Any], position: Position) -> None:
    """Raise `BadOption` unless it is a position of this game that has been set up."""
    if not isinstance(position, game.position):
        raise BadOption(f"{position!r} is not a position of {game.name}.")
    if not position.seats:
        raise BadOption(f"The position has not been set up: game.begin() makes one of {game.name}.")


def with_seat(method: Method) -> Method:
    """Raise `BadOption` if there is no such seat."""
    spectated = method.__name__ in SPECTATED

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, seat: int | None, *rest: Any) -> Any:
        check_position(self, position)
        if seat is not None or not spectated:
            seat = position.check_seat(seat)  # type: ignore[arg-type]
        return method(self, position, seat, *rest)

    return checked


def with_turn(method: Method) -> Method:
    """Raise `IllegalMove` unless the seat has something to decide."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, seat: int) -> Any:
        check_position(self, position)
        return method(self, position, position.check_turn(seat))

    return checked


def with_number(method: Method) -> Method:
    """Raise `IllegalMove` if no move of the game has this number."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, number: int) -> Any:
        check_position(self, position)
        number = whole_move(number)
        if not 0 <= number < self.moves:
            raise refusal("number", "turn", number=number)
        return method(self, position, number)

    return checked


def with_legal_number(method: Method) -> Method:
    """Raise `IllegalMove` unless the move is legal for the seat."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, seat: int, number: int) -> Any:
        check_position(self, position)
        seat, number = position.check_seat(seat), whole_move(number)
        if number not in position.legal(seat):
            raise refusal("number", "turn", number=number)
        return method(self, position, seat, number)

    return checked


def with_typed_move(method: Method) -> Method:
    """Raise `BadOption` if there is no such seat, or it is not a typed move of the game."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, seat: int, move: Move) -> Any:
        check_position(self, position)
        if not isinstance(move, Move) or not isinstance(move, self.shapes[1]):
            raise BadOption(f"{move!r} is not a typed move of {self.name}.")
        return method(self, position, position.check_seat(seat), move)

    return checked


def with_text(method: Method) -> Method:
    """Raise `BadOption` unless a notation is a text."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position, notation: str) -> Any:
        check_position(self, position)
        if not isinstance(notation, str):
            raise BadOption(f"The notation of a move is a text, not {notation!r}.")
        return method(self, position, notation)

    return checked


def with_end(method: Method) -> Method:
    """Raise `GuanxiError` unless the game is over."""

    @wraps(method)
    def checked(self: Game[Any, Any], position: Position) -> Any:
        check_position(self, position)
        if position.owing:
            raise not_over()
        return method(self, position)

    return checked


CHECKS: dict[str, Callable[[Method], Method]] = {
    **dict.fromkeys(SEATED, with_seat),
    "absent": with_turn,
    "move": with_number,
    "preview": with_legal_number,
    "number": with_typed_move,
    "parse": with_text,
    "result": with_end,
}
