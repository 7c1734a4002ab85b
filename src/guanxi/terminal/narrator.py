"""Narrate what happened since a player last looked: events in words, and the table at moments between them."""

from __future__ import annotations

import sys
from time import sleep
from typing import TYPE_CHECKING

from rich.text import Text

from guanxi.engine.table import Moment
from guanxi.transcripts import caption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.events import Event
    from guanxi.terminal.session import Session

MOST = 2  # the last moments between two decisions are drawn, at most this many
PAUSE = 1.5  # seconds to look at a moment


class Narrator:
    """Narrates a table, and remembers up to which move each viewer has seen its moments."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seen: dict[int | None, int] = {}

    def tell(self, viewer: int | None, since: int) -> None:
        """Print what happened since a move.  The table of a moment is drawn once; later only its caption is shown."""
        table = self.session.table
        steps = table.timeline(viewer, since)
        drawn = self.worth_drawing(steps, viewer)
        for step in steps:
            if not isinstance(step, Moment):
                self.say(step)
            elif any(step is one for one in drawn):
                self.draw(step)
            else:
                self.session.print(self.session.voice.tell(caption(step)), style="dim")
        self.seen[viewer] = table.moves

    def worth_drawing(self, steps: Sequence[Event | Moment], viewer: int | None) -> list[Moment]:
        """The last moments that the viewer has not seen and that differ from the current table."""
        seen, now = self.seen.get(viewer, -1), self.session.table.view(viewer)
        gone = [step for step in steps[:-1] if isinstance(step, Moment) and step.view != now]
        return [moment for moment in gone if moment.move > seen][-MOST:]

    def take_back(self) -> None:
        """Forget moments after an undo, since new moves will have the same numbers."""
        self.seen = {viewer: min(moves, self.session.table.moves) for viewer, moves in self.seen.items()}

    def say(self, event: Event) -> None:
        """Print an event."""
        self.session.print(Text.assemble(("· ", "dim"), self.session.voice.tell(event)))

    def draw(self, moment: Moment) -> None:
        """Draw the table of a moment under its caption, with a pause if somebody is watching."""
        session = self.session
        session.print(session.voice.tell(caption(moment)), style="bold")
        session.print(session.board.draw(moment.view, session.voice, session.console.width))
        if session.console.is_terminal and sys.stdin.isatty():
            sleep(PAUSE)
