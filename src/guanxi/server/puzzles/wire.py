"""The wire types of puzzles."""

from __future__ import annotations

import msgspec

from guanxi.engine.text import Phrase
from guanxi.server.http.wire import Body
from guanxi.server.tables.wire import State


class MoveTried(Body):
    """The answer to a puzzle: the number of a legal move."""

    move: int


class AnswerShown(msgspec.Struct):
    """A move with the chance to win that it leaves, from 0 to 1, and the reason if one can be given."""

    number: int
    touches: tuple[str, ...]
    phrase: Phrase
    chance: float
    why: Phrase | None


class PuzzleSolved(msgspec.Struct):
    """The outcome of a puzzle: the right move first, then its rivals; the first try changes the rating."""

    right: bool
    move: int  # of the first try
    phrase: Phrase
    answers: list[AnswerShown]
    points: int  # the solver's rating
    gained: int  # by this try; 0 if the puzzle was tried before


class PuzzleShown(msgspec.Struct):
    """A puzzle as its seat sees it; `solved` if the client has tried it."""

    id: str
    game: str
    state: State
    points: int  # its rating
    exact: bool
    solved: PuzzleSolved | None


class PuzzleSet(msgspec.Struct):
    """The puzzles of a game, and how the client does at them."""

    game: str
    count: int
    today: str  # the puzzle of the day
    done: bool  # the client has tried it
    tried: int
    right: int
    points: int | None  # the client's rating; None before the first puzzle


class PuzzleIndex(msgspec.Struct):
    """The puzzles of all games, and for how many days in a row the client has solved one."""

    sets: list[PuzzleSet]
    streak: int
