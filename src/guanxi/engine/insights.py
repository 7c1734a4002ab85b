"""Insights into how a seat has played a finished game: its opening, its habits and its feats.

An opening is the own line of a seat: its situation and its first choices, each a step such as `act:gift`, a question
and its answer.  A habit is something that a player does in some games and not in others.  A feat is a fact about a
game that is worth telling.  All three are derived from the log, and mean something only after the end of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.engine.game import Result

CLOSE = "by-a-hair"
COMEBACK = "comeback"
FLAWLESS = "flawless"
UNLUCKY = "against-luck"
PLACES = ("players", "table", "order", "place")  # questions of an opening about the number of players and their order
SHARED_FEATS = (CLOSE, COMEBACK, FLAWLESS, UNLUCKY)  # of all games; a review has to show all but the first


class Insights(msgspec.Struct, frozen=True):
    """The opening, habits and feats of one seat in a finished game."""

    order: int  # of the first turns, from 1
    opening: tuple[str, ...] = ()  # empty where openings cannot be compared, as on a board of one's own
    habits: tuple[str, ...] = ()  # in the order of the game's
    feats: tuple[str, ...] = ()


def step(question: str, answer: str | int) -> str:
    """A step of an opening."""
    return f"{question}:{answer}"


def split_step(one: str) -> tuple[str, str]:
    """The question and the answer of a step."""
    question, _, answer = one.partition(":")
    return question, answer


def in_order(known: Iterable[str], shown: Iterable[str]) -> tuple[str, ...]:
    """Those of the known names that are shown, in their usual order."""
    found = set(shown)
    return tuple(name for name in known if name in found)


def habit_words(habit: str) -> Phrase:
    """A habit in words, as what a player did in a game."""
    return phrase(f"habit.{habit}")


def feat_words(feat: str) -> tuple[Phrase, Phrase]:
    """The title of a feat, and what it takes."""
    return phrase(f"feat.{feat}"), phrase(f"feat.{feat}.text")


def question_words(question: str) -> Phrase:
    """The question of a step in words."""
    return phrase(f"opening.{question}")


def won_by_a_hair(result: Result, seat: int) -> bool:
    """Whether a seat has won alone, and by a single point."""
    if result.winners != (seat,):
        return False
    totals = sorted(score.total for score in result.scores)
    return totals[-1] == result.scores[seat].total == totals[-2] + 1
