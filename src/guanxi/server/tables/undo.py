"""Undo: which moves a seat can take back, and whether the others must agree."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.replay import play_entry
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.server.tables.play import open_table
from guanxi.server.tables.wire import Undo

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.story import Told
    from guanxi.server.tables.play import Play

WORLDS = 16


def undo_shown(play: Play, seat: int | None) -> Undo:
    """What a seat can take back now, as it is sent."""
    asked_by = play.question.seat if play.question else None
    to = undo_to(play, seat) if seat is not None else None
    if to is None or seat is None:
        return Undo(False, False, True, asked_by, play.table.moves)
    return Undo(True, bool(must_agree(play, seat, to)), is_free(play, seat, to), asked_by, to)


def prepare(play: Play) -> None:
    """Compute what the states of all players need to know about undo; it may take long, so not on the event loop."""
    for seat in play.seats:
        if seat.present:
            undo_shown(play, seat.seat)


def undo_to(play: Play, seat: int) -> int | None:
    """The number of moves before a seat's last decisions; None if it has none, or the game is over.

    These are its moves in a row, back to one after a move that revealed something.
    """
    own = [entry.seat == seat for entry in play.history]
    if True not in own or play.over:
        return None
    start = len(own) - 1 - own[::-1].index(True)
    while start and own[start - 1] and not revealed(play, start - 1):
        start -= 1
    return start


def must_agree(play: Play, seat: int, to: int) -> set[int]:
    """The seats that must agree to an undo: the other people, if somebody else has moved or something was revealed."""
    others = play.others(seat)
    return set() if not others or is_free(play, seat, to) else others


def is_free(play: Play, seat: int, to: int) -> bool:
    """Has nobody else moved since, and was nothing hidden revealed?"""
    since = range(to, len(play.history))
    return all(play.history[move].seat == seat for move in since) and not any(revealed(play, move) for move in since)


def revealed(play: Play, move: int) -> bool:
    """Did a move of the history reveal something?  Computed once for each move."""
    if move not in play.revealed:
        play.revealed[move] = could_differ(play, move)
    return play.revealed[move]


def could_differ(play: Play, number: int) -> bool:
    """Could a move have turned out differently, given what its seat knew before?

    It is played in sampled worlds that were possible for the seat.  If the events or the seat's view differ between
    them, then the move has revealed something, to this seat or to another.
    """
    table, (seat, move) = play.table, play.table.history[number]
    before = play.before[1] if play.before and play.before[0] == number else position_at(play, number)
    after = table.position if number == table.moves - 1 else position_at(play, number + 1)
    sight = Sight(table.game, before, seat, table.options)
    worlds, told = [], None
    for world in range(WORLDS):
        position, happened = outcome(sight, move, Random(world))
        if told is not None and happened != told:
            return True
        told = happened
        worlds.append(position)
    # Views come last: building them takes much longer than comparing events.
    seen = table.game.view(after, seat)
    return any(table.game.view(position, seat) != seen for position in worlds)


def outcome(sight: Sight, move: int, random: Random) -> tuple[Position, list[Told]]:
    """Play a move in a world that its seat considers possible: the position after it, and the events."""
    position = sight.sample_world(random)
    story = position.story = Story()
    position.play(sight.seat, move)
    return position, story.told


def position_at(play: Play, moves: int) -> Position:
    """The position after the first moves of the history."""
    table = open_table(play.header, play.seats)
    for entry in play.history[:moves]:
        play_entry(table, entry.entry)
    return table.position
