"""Errors whose messages tell a person what to do.

Compiled modules import this one while the package is built, so it must not need any other package.
"""

from __future__ import annotations

from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.engine.text import Catalogue, Parameter, Phrase


class GuanxiError(Exception):
    """An error whose text is meant for the person who caused it."""


class BadOption(GuanxiError):
    """A request that cannot be met: a wrong number of seats, an unknown option, a value out of range."""


class UnknownRules(GuanxiError):
    """A version of a game's rules that this version of Guanxi does not have."""

    def __init__(self, game: str, version: int, newest: int) -> None:
        super().__init__(f"Rules {version} of {game} are not available; the newest are rules {newest}.")


class BadLog(GuanxiError):
    """A log that is malformed or does not replay."""

    def __init__(self, text: str, move: int | None = None) -> None:
        super().__init__(f"move {move}: {text}" if move is not None else text)
        self.move = move


class IllegalMove(GuanxiError):
    """A move that the rules forbid: the reason as a phrase with a stable id, and the paragraph of the rules."""

    def __init__(self, reason: Phrase, paragraph: str, text: Catalogue) -> None:
        super().__init__(text.say(reason))
        self.reason = reason
        self.paragraph = paragraph
        self.text = text

    def say(self, language: str, names: Sequence[str] = ()) -> str:
        """The reason in a player's language; `names` are the players' names by seat."""
        return self.text.say(self.reason, language, names)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the known word most like a wrong one, after a space; empty if none is like it."""
    found = get_close_matches(word.lower(), known, 1)
    return f" Did you mean {found[0]!r}?" if found else ""


def whole(value: object) -> int | None:
    """A whole number of any kind as an `int`; None for anything else, such as 1.0 or True."""
    return index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else None


def whole_seat(seat: object, seats: int) -> int:
    """A seat as an `int`; raises `BadOption` unless it is a whole number."""
    found = seat if type(seat) is int else whole(seat)
    if found is None:
        raise no_seat(seat, seats)
    return found


def whole_move(move: object) -> int:
    """The number of a move as an `int`; raises `IllegalMove` unless it is a whole number."""
    found = move if type(move) is int else whole(move)
    if found is None:
        raise refusal("number", "turn", number=repr(move))
    return found


def no_seat(seat: object, seats: int) -> BadOption:
    """The error for a seat that a game does not have, to be raised."""
    if not seats:
        return BadOption(f"There is no seat {seat!r}: the position has not been set up.")
    return BadOption(f"There is no seat {seat!r}: seats are numbered from 0 to {seats - 1}.")


def not_over() -> GuanxiError:
    """The error for a question about the end of a game that goes on, to be raised."""
    return GuanxiError("The game is not over yet: it has no result.")


def refusal(reason: str, paragraph: str, **params: Parameter) -> IllegalMove:
    """An error that says why a move is refused in any game, to be raised."""
    from guanxi.engine.text import ENGINE_TEXT, phrase

    return IllegalMove(phrase(f"reason.{reason}", **params), paragraph, ENGINE_TEXT)


def not_legal_at(table: int, number: int) -> IllegalMove:
    """The error for a move that is not legal at one of many tables, to be raised."""
    return refusal("number-at", "turn", table=table, number=number)


def not_its_turn(waiting_for: int) -> IllegalMove:
    """The error for a move of a seat that has nothing to decide, to be raised."""
    from guanxi.engine.text import player

    return refusal("turn", "turn", player=player(waiting_for))
