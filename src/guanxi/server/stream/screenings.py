"""Running games with all hands, for spectators, as soon as these are history.

A game is shown up to the first position of the chapter that is being played, and that position without hands: whatever
was hidden before it has been dealt anew, and no undo leads back behind it.  All spectators of a table get the same
messages, one for each move.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from anyio import to_thread
from msgspec.structs import replace

from guanxi.engine.text import phrase
from guanxi.server.stream.updates import difference, message
from guanxi.server.tables.access import check_may_see_hands
from guanxi.server.tables.earlier import play_on, renew
from guanxi.server.tables.play import Play
from guanxi.server.tables.state import PUBLIC, log_line, settled_state, typed
from guanxi.server.tables.wire import MomentShown, Update

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import View
    from guanxi.server.http.identity import Who
    from guanxi.server.tables.records import Entry
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.wire import LogLine, State

KEPT = 64  # messages; a client that lacks more gets the whole state


class Source:
    """The game that is being played, as far as a screening needs it; the table may change meanwhile."""

    def __init__(self, play: Play) -> None:
        self.header = play.header
        self.seats = play.seats
        self.version = play.header.version
        self.over = play.header.over
        self.chapter = play.table.game.chapter(play.table.settled)
        delay = 0 if self.over else play.header.delay
        self.history: list[Entry] = play.history[: max(0, play.table.moves - delay)]


class Screening:
    """One game as far as it is shown, and the messages that tell it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._source: Source | None = None
        self._play: Play | None = None
        self._state: State | None = None
        self._final = 0  # lines of the log that stay as they were told
        self._passing: list[LogLine] = []  # the others: those of the position that is shown without hands
        self._moves = 0  # whose moments were told
        self._count = 0  # of all messages
        self._messages: list[bytes] = []  # the last ones

    @property
    def moves(self) -> int:
        """The number of moves that are shown."""
        return self._play.table.moves if self._play else 0

    @property
    def history(self) -> list[Entry]:
        """These moves."""
        return self._play.history if self._play else []

    def follow(self, source: Source) -> None:
        """Go on, move by move, to where the game may be shown now."""
        if self._play is None or self.history != source.history[: self.moves]:
            self._play = Play(source.header, source.seats, [])
            self._play.late = True
            self._state, self._final, self._passing, self._moves = None, 0, [], 0
            self._messages, self._count = [], self._count + 1
        elif self._source and self._source.version != source.version:
            renew(self._play, source.header, source.seats)
        self._source = source
        self._tell(self._play)
        while self.moves < len(source.history) and self._is_open(self._play.table.position):
            play_on(self._play, source.history[self.moves : self.moves + 1])
            self._tell(self._play)

    def since(self, position: int | None) -> tuple[int, bytes]:
        """What a client lacks that has got the messages up to a position, and the new position."""
        lacks = self._count if position is None else self._count - position
        if position is None or lacks > len(self._messages):
            assert self._play
            assert self._state
            return self._count, message("state", "", replace(self._state, events=self._lines(self._play, 0)))
        return self._count, b"".join(self._messages[len(self._messages) - lacks :])

    def _tell(self, play: Play) -> None:
        """Add what is new as a message."""
        state = replace(settled_state(play, PUBLIC), view=self._view(play.table.position))
        events, moments = self._lines(play, self._final), self._moments(play)
        if self._state is not None:
            patch = difference(self._state, state) or {}
            if patch or moments or events != self._passing:
                update = Update(self._final, events, moments, patch)
                self._messages = [*self._messages[1 - KEPT :], message("update", "", update)]
                self._count += 1
        self._state, self._moves = state, play.table.moves
        self._final = len(play.lines) if self._is_open(play.table.position) else play.starts[play.table.moves]
        self._passing = events[len(events) - (len(play.lines) - self._final) :]

    def _is_open(self, position: Position) -> bool:
        """Are the hands of a position history?"""
        source = self._source
        assert source
        assert self._play
        chapter = self._play.table.game.chapter(position)
        return source.over or (chapter is not None and source.chapter is not None and chapter < source.chapter)

    def _view(self, position: Position) -> View:
        """A position as it is shown."""
        assert self._play
        game = self._play.table.game
        view: View = game.open_view(position) if self._is_open(position) else game.view(position, None)
        return view

    def _lines(self, play: Play, since: int) -> list[LogLine]:
        """The lines of the log from one on; those of the last move without what is hidden, unless it is history."""
        game, board, moves = play.table.game, play.table.board, play.table.moves
        hidden = moves if not self._is_open(play.table.position) else moves + 1
        told = [(line.move, typed(game, board, line.told)) for line in play.lines[since:]]
        return [log_line(board, move, event if move < hidden else event.seen_by(None)) for move, event in told]

    def _moments(self, play: Play) -> list[MomentShown]:
        """The moments inside the moves that were not told yet."""
        return [
            MomentShown(
                moment.kind, phrase(f"moment.{moment.kind}"), play.starts[moment.move] + moment.after, moment.view
            )
            for moment in play.table.moments(None, self._moves + 1, self._view)
        ]


class Screenings:
    """The games that are watched with all hands now."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._screenings: WeakValueDictionary[str, Screening] = WeakValueDictionary()

    def of(self, table_id: str) -> Screening:
        """The screening of a table, which lasts as long as somebody watches."""
        screening = self._screenings.get(table_id)
        if screening is None:
            screening = self._screenings[table_id] = Screening()
        return screening

    async def next(self, screening: Screening, table_id: str, who: Who, position: int | None) -> tuple[int, bytes]:
        """What a client lacks now, and how far it has come with it."""
        async with screening.lock:
            while True:
                play = await self._tables.watched(table_id)
                check_may_see_hands(play, who)
                source = Source(play)
                await to_thread.run_sync(screening.follow, source)
                if source.over or screening.moves <= source.header.opened or await self._open(screening, table_id):
                    return screening.since(position)

    async def _open(self, screening: Screening, table_id: str) -> bool:
        """Store that no undo may lead back behind what is shown; False if one just has."""
        async with self._tables.opened(table_id) as play:
            if play.history[: screening.moves] != screening.history:
                return False
            if play.header.opened < screening.moves:
                async with self._tables.changing(play):
                    play.header.opened = screening.moves
                    if play.question and play.question.to < screening.moves:
                        play.header.question = None
            return True
