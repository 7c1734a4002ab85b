"""The position of a puzzle as a state, as if it were a table at which the client sits."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.learning.puzzles import puzzles
from guanxi.server.http.identity import Who
from guanxi.server.puzzles.wire import AnswerShown
from guanxi.server.seats.seats import STAND_IN, SeatRow
from guanxi.server.tables.play import Play
from guanxi.server.tables.records import Entry, new_header
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import State, Undo

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.moves import Move
    from guanxi.engine.text import Phrase
    from guanxi.learning.puzzles import Puzzle

SOLVER = Who(guest="solver")  # no hash of a cookie: it is nobody's
CACHED = 64  # positions


@lru_cache(CACHED)
def opened(game: Game[Any, Any], id_: str) -> Play:
    """A puzzle's position as a table in memory, which no list shows."""
    puzzle = puzzles(game)[id_]
    start = puzzle.start
    header = new_header(game, msgspec.to_builtins(game.check_options(start.seats, start.options)), False, 0)
    header.id, header.seed = id_, start.seed
    seats = [SeatRow(seat, "bot", False, True, bot=STAND_IN, character=seat) for seat in range(start.seats)]
    seats[puzzle.seat] = SeatRow(puzzle.seat, "person", False, True, guest=SOLVER.guest)
    entries = [
        Entry(id_, number, int(entry.partition(" ")[0]), entry, f"{number}", header.created)
        for number, entry in enumerate(start.moves, 1)
    ]
    return Play(header, seats, entries)


def shown(play: Play, seat: int, puzzle: Puzzle) -> State:
    """The position from a seat; moves are legal only for the puzzle's own."""
    undo = Undo(False, False, True, None, 0)
    found = state(play, seat, SOLVER)
    return msgspec.structs.replace(found, legal=found.legal if seat == puzzle.seat else [], undo=undo, rated=False)


def answers_shown(play: Play, puzzle: Puzzle) -> list[AnswerShown]:
    """The best moves with their chances and reasons."""
    found = []
    for answer in puzzle.answers:
        number, move = move_of(play, puzzle.seat, answer.move)
        found.append(AnswerShown(number, move.touches(), play.table.phrase(move), answer.chance, answer.why))
    return found


def move_of(play: Play, seat: int, notation: str) -> tuple[int, Move]:
    """A legal move and its number, by its notation."""
    table = play.table
    legal = zip(table.legal_numbers(seat), table.legal_moves(seat), strict=True)
    return next((number, move) for number, move in legal if move.notation() == notation)


def phrase_of(play: Play, number: int) -> Phrase:
    """A move in words."""
    return play.table.phrase(play.table.game.move(play.table.position, number))
