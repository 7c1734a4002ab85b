"""Undo: which moves a seat can take back, and whether the others must agree."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.sight import Sight, imagined
from guanxi.engine.story import Story
from guanxi.server.tables.wire import Undo

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.story import Told
    from guanxi.server.tables.play import Play

WORLDS = 16


def undo_shown(play: Play, seat: int | None) -> Undo:
    """The undo open to a seat now, as it is sent."""
    asked_by = play.question.seat if play.question else None
    to = undo_to(play, seat) if seat is not None else None
    if to is None or seat is None:
        return Undo(False, False, True, asked_by, play.table.moves)
    if play.table.has_begun(seat):
        return Undo(True, False, True, asked_by, to)
    free = is_free(play, seat, to)
    return Undo(True, not free and bool(play.others(seat)), free, asked_by, to)


def prepare(play: Play) -> None:
    """Compute what the states of all players need to know about undo; it may take long, so not on the event loop."""
    for seat in play.seats:
        if seat.present:
            undo_shown(play, seat.seat)


def is_prepared(play: Play) -> bool:
    """Is everything known about the last moves in a row of one seat, or learnt without replaying the game?"""
    last = len(play.history) - 1
    for move in range(last, -1, -1):
        if play.history[move].seat != play.history[last].seat:
            return True
        if move not in play.revealed and not (move == last and play.before and play.before[0] == move):
            return False
        if play.revealed.get(move):
            return True
    return True


def undo_to(play: Play, seat: int) -> int | None:
    """The number of moves before a seat's last decisions; None if it has none, or the game is over.

    These are its moves in a row, back to one after a move that revealed something.  Choices that were opened together
    are taken back together.  One that waits is not taken back but changed; its first moves are nobody else's concern.
    """
    if play.over or play.halted:
        return None
    if play.table.has_begun(seat):
        return play.table.moves
    start = next((move for move in reversed(range(len(play.history))) if play.history[move].seat == seat), None)
    if start is None or seat in play.waiting:
        return None
    while start and play.history[start - 1].seat == seat and not revealed(play, start - 1):
        start -= 1
    while start in play.amid:
        start -= 1
    # Spectators know the hands before, which must not matter again.
    return start if start >= play.header.opened else None


def must_agree(play: Play, seat: int, to: int) -> set[int]:
    """The seats that must agree to an undo: the other people, if somebody else has moved or something was revealed."""
    return set() if is_free(play, seat, to) else play.others(seat)


def is_free(play: Play, seat: int, to: int) -> bool:
    """Has nobody else moved since, or sealed a choice, and was nothing hidden revealed?"""
    since = range(len(play.history) - 1, to - 1, -1)  # most often somebody else has made the last move
    return (
        not play.waiting.keys() - {seat}
        and all(play.history[move].seat == seat for move in since)
        and not any(revealed(play, move) for move in since)
    )


def revealed(play: Play, move: int) -> bool:
    """Did a move of the history reveal something?  Computed once for each move."""
    if move not in play.revealed:
        play.revealed[move] = could_differ(play, move)
    return play.revealed[move]


def could_differ(play: Play, number: int) -> bool:
    """Could a move have turned out differently, given what its seat knew before?

    It is played in sampled worlds that were possible for the seat.  If the events or the seat's knowledge differ
    between them, then the move has revealed something, to this seat or to another.
    """
    table, (seat, move) = play.table, play.table.history[number]
    before = play.before[1] if play.before and play.before[0] == number else table.position_at(number)
    after = table.settled if number == table.moves - 1 else table.position_at(number + 1)
    sight, random = Sight(table.game, before, seat, table.options), Random(number)
    fields = attrgetter(*after.shape)  # of a position that was just made: quicker to compare than its `numbers`
    known, told = fields(imagined(after, seat)), None
    world = after.copy()
    for _ in range(WORLDS):
        happened = outcome(sight, move, random, world)
        if told is not None and happened != told:
            return True
        told = happened
        # What is sampled for the seat depends only on its knowledge, and is quicker to compare than views.
        if fields(imagined(world, seat)) != known:
            return True
    return False


def outcome(sight: Sight, move: int, random: Random, world: Position) -> list[Told]:
    """Play a move in a world that its seat considers possible; returns the events."""
    sight.sample_world(random, world)
    story = world.story = Story()
    world.play(sight.seat, move)
    return story.told
