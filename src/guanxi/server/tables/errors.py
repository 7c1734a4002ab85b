"""Refusals that carry the table as it is now, so that the client can show it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError
from guanxi.server.tables.wire import Error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.errors import IllegalMove
    from guanxi.server.tables.wire import State


class TableError(ApiError):
    """A request that a table refuses in its present state."""

    def __init__(self, status: int, error: str, state: State, **params: str | int) -> None:
        super().__init__(status, error, **params)
        self.state = state

    def answer(self, language: str) -> Error:
        return Error(self.error, self.message(language), state=self.state)


class IllegalMoveError(TableError):
    """A move that the rules refuse, with the reason and its paragraph."""

    def __init__(self, wrong: IllegalMove, names: Sequence[str], state: State) -> None:
        super().__init__(422, "illegal", state)
        self.wrong = wrong
        self.names = names

    def answer(self, language: str) -> Error:
        message = self.wrong.text.say(self.wrong.reason, language, self.names)
        return Error(self.error, message, self.wrong.reason, self.wrong.paragraph, self.state)
