"""Remarks: now and then a character says what it thinks of its game, to people who look.

A remark follows from the bot's own estimate alone, in the words of its manner, and names no card and no plan.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Literal

import msgspec

from guanxi.engine.text import Phrase, phrase

if TYPE_CHECKING:
    from guanxi.bots.thoughts import Thought
    from guanxi.engine.manners import Manner

SWING = 0.15  # a change of the chance to win that is worth a remark
PAUSE = 5  # decisions of a bot between two of its remarks
VARIANTS = 2  # of every remark
MOST_MOODS = 10_000  # bots that are remembered

Occasion = Literal["better", "worse", "torn"]


class Mood(msgspec.Struct):
    """A bot's thoughts after its last decision, and how long it has been silent."""

    chance: float
    silent: int = 0
    said: int = 0


class Remarks:
    """Remembers what bots thought, and finds their words."""

    def __init__(self) -> None:
        self._moods: OrderedDict[tuple[str, int], Mood] = OrderedDict()

    def after(self, table_id: str, seat: int, manner: Manner, thought: Thought) -> Phrase | None:
        """A remark after a decision, or none."""
        mood = self._moods.get((table_id, seat))
        if mood is None:
            self._remember(table_id, seat, Mood(thought.chance))
            return None
        occasion = occasion_of(thought, thought.chance - mood.chance)
        mood.chance, mood.silent = thought.chance, mood.silent + 1
        if occasion is None or mood.silent < PAUSE:
            return None
        mood.silent, mood.said = 0, mood.said + 1
        return phrase(f"remark.{manner}.{occasion}.{mood.said % VARIANTS + 1}")

    def _remember(self, table_id: str, seat: int, mood: Mood) -> None:
        self._moods[table_id, seat] = mood
        if len(self._moods) > MOST_MOODS:
            self._moods.popitem(last=False)


def occasion_of(thought: Thought, change: float) -> Occasion | None:
    """The occasion for a remark, if there is one."""
    if change <= -SWING:
        return "worse"
    if change >= SWING:
        return "better"
    return "torn" if thought.torn else None
