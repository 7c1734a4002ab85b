"""Tables that follow the script of a tutorial.  Their progress is read from the log alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.learning.tutorial import fits, lines, script
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.wire import Error

if TYPE_CHECKING:
    from guanxi.learning.tutorial import Lesson, Script
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import State


class NotThisMove(TableError):
    """A legal move that the tutorial does not ask for at this step; the message is the step's hint."""

    def __init__(self, play: Play, state: State) -> None:
        super().__init__(409, "not-yet", state)
        self.game = play.table.game
        self.step = script(self.game).lesson(play.table).id

    def answer(self, language: str) -> Error:
        return Error(self.error, lines(self.game, language)[self.step].hint, state=self.state)


def followed(play: Play) -> Script | None:
    """The script that a table follows; None if there is none or it has ended."""
    found = script(play.table.game) if play.is_tutorial else None
    return None if found is None or play.halted or found.is_over(play.table.moves) else found


def lesson(play: Play, seat: int | None) -> Lesson | None:
    """The current step of a tutorial, for its learner."""
    found = script(play.table.game) if play.is_tutorial else None
    return found.lesson(play.table) if found and seat == found.learner else None


def is_out_of_step(play: Play, seat: int, move: str | int) -> bool:
    """Is this a legal move other than the one the tutorial asks for?  Illegal moves are explained by the rules."""
    found = followed(play)
    meant = legal_notation(play, seat, move) if found else None
    wanted = found.wanted(play.table.moves) if found else None
    return meant is not None and not (wanted and fits(meant, wanted))


def legal_notation(play: Play, seat: int, move: str | int) -> str | None:
    """The notation of a move given by notation or number; None if it is not legal."""
    table = play.table
    legal = [one.notation() for one in table.legal_moves(seat)]
    if isinstance(move, int):
        numbers = table.legal_numbers(seat)
        return legal[numbers.index(move)] if move in numbers else None
    try:
        meant = table.game.parse(table.position_for(seat), move).notation()
    except IllegalMove:
        return None
    return meant if meant in legal else None
