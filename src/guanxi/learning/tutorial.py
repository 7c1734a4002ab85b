"""A tutorial: a game played by a script, in which one seat learns.

The script is a list of steps, each with the moves the learner should make and those that follow automatically.  So the
number of moves made determines the progress, and a table's log is all that needs to be stored.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from guanxi.engine.text import LANGUAGES
from guanxi.learning.prepared import Prepared

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table

LEAP = 8  # a longer row of scripted moves is made at once, without a pause after each
WORDS = 150  # read in a minute
OWN_MOVE, OTHERS_MOVE = 8.0, 1.5  # seconds


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea.  `want` are the learner's moves, each a notation, or several with | between; * stands for anything."""

    id: str
    show: list[str] = []  # places, as moves touch them
    want: list[str] = []
    then: list[str] = []  # entries as in a log


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of a tutorial, step by step."""

    guanxi: Literal["tutorial 1"]
    names: list[str]  # by seat; the learner's is empty
    start: Prepared
    steps: list[Step]

    @property
    def learner(self) -> int:
        """The seat that learns."""
        assert self.start.seat is not None
        return self.start.seat

    @property
    def offsets(self) -> list[int]:
        """The number of moves before each step."""
        return list(accumulate((len(step.want) + len(step.then) for step in self.steps), initial=len(self.start.moves)))

    def step_at(self, moves: int) -> int:
        """The step after this many moves; the last one once all are made."""
        begun = sum(offset <= moves for offset in self.offsets[:-1])
        return max(0, begun - 1)

    def is_over(self, moves: int) -> bool:
        """Whether the script is at its end."""
        return moves >= self.offsets[-1]

    def wanted(self, moves: int) -> str | None:
        """The pattern of the learner's next move; None if the next move is automatic."""
        step = self.step_at(moves)
        made, want = moves - self.offsets[step], self.steps[step].want
        return want[made] if made < len(want) else None

    def owed(self, moves: int) -> str | None:
        """The next automatic entry; None if it is the learner's turn or the script is over."""
        step = self.step_at(moves)
        made = moves - self.offsets[step] - len(self.steps[step].want)
        then = self.steps[step].then
        return then[made] if 0 <= made < len(then) else None

    def accepted(self, table: Table) -> list[str]:
        """The notations of the learner's legal moves that the script accepts now."""
        wanted = self.wanted(table.moves)
        legal = [move.notation() for move in table.legal_moves(self.learner)] if wanted else []
        return [notation for notation in legal if wanted and fits(notation, wanted)]

    def next_entry(self, table: Table) -> str:
        """The next entry of the script; on the learner's turn, the first accepted move."""
        if table.moves < len(self.start.moves):
            return self.start.moves[table.moves]
        return self.owed(table.moves) or f"{self.learner} {self.accepted(table)[0]}"

    def lesson(self, table: Table) -> Lesson:
        """The current step of a table, for the learner."""
        index = self.step_at(table.moves)
        step = self.steps[index]
        return Lesson(index, len(self.steps), step.id, step.show, self.accepted(table), self.is_over(table.moves))


class Lesson(msgspec.Struct, frozen=True):
    """The current step of a tutorial, what it highlights, and the moves it accepts; none while others move."""

    step: int
    steps: int
    id: str
    show: list[str]
    want: list[str]
    over: bool  # the script is at its end


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The texts of a step: its pages, a hint after an unwanted move, and a remark when it is done."""

    title: str
    say: list[str]
    hint: str = ""
    done: str = ""


def fits(notation: str, wanted: str) -> bool:
    """Whether a move matches one of the wanted patterns."""
    return any(fnmatchcase(notation, one.strip()) for one in wanted.split("|"))


@cache
def script(game: Game[Any, Any]) -> Script:
    """The script of a game's tutorial."""
    return msgspec.json.decode(_file(game, "script"), type=Script)


@cache
def lines(game: Game[Any, Any], language: str) -> dict[str, Said]:
    """The texts of a game's tutorial in a language, by step."""
    return msgspec.json.decode(_file(game, language), type=dict[str, Said])


def lesson_minutes(game: Game[Any, Any]) -> int:
    """How long a tutorial takes: its text is read slowly, with looks at the board, and every move is thought about."""
    found, said = script(game), lines(game, LANGUAGES[0]).values()
    words = sum(len(text.split()) for step in said for text in (*step.say, step.done))
    own = sum(len(step.want) for step in found.steps)
    others = sum(min(len(step.then), LEAP) for step in found.steps)
    return round(words / WORDS + (own * OWN_MOVE + others * OTHERS_MOVE) / 60)


def _file(game: Game[Any, Any], name: str) -> bytes:
    return (game.text.folder.parent / "tutorial" / f"{name}.json").read_bytes()
