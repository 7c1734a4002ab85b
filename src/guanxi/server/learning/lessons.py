"""Where the tutorial at a table stands: read from its log alone.

A table is a tutorial if bots called TUTOR sit at it.  It is not rated and stands in no list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.learning.tutorial import script

if TYPE_CHECKING:
    from guanxi.learning.tutorial import Lesson, Script
    from guanxi.server.tables.play import Play

TUTOR = "tutorial"
STAND_IN = "skilled"  # plays well, and nobody waits for it


def is_tutorial(play: Play) -> bool:
    """Is somebody learning at this table?"""
    return any(seat.bot == TUTOR for seat in play.seats)


def followed(play: Play) -> Script | None:
    """The script that a table follows; when it is over, the game is one like others."""
    found = script(play.table.game) if is_tutorial(play) else None
    return None if found is None or found.is_over(play.table.moves) else found


def lesson(play: Play, seat: int | None) -> Lesson | None:
    """Where a tutorial stands, for its learner."""
    found = script(play.table.game) if is_tutorial(play) else None
    return found.lesson(play.table) if found and seat == found.learner else None


def thinker(bot: str | None) -> str:
    """The bot that plays for a seat; where a script has ended, and where nobody was named, a stand-in."""
    return STAND_IN if bot in (None, TUTOR) else bot
