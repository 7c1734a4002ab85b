"""What can be taken back, and whether the others must agree."""

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
    """What a seat can take back now."""
    asked_by = play.question.seat if play.question else None
    to = undo_to(play, seat) if seat is not None else None
    if to is None or seat is None:
        return Undo(False, False, asked_by, play.table.moves)
    return Undo(True, bool(must_agree(play, seat, to)), asked_by, to)


def undo_to(play: Play, seat: int) -> int | None:
    """How many moves stand before a seat's last decisions; None if it has none, or the game is over.

    They are its moves in a row, as far back as none but the last has brought anything to light.
    """
    own = [entry.seat == seat for entry in play.standing]
    if True not in own or play.table.over:
        return None
    start = len(own) - 1 - own[::-1].index(True)
    while start and own[start - 1] and not revealed(play, start - 1):
        start -= 1
    return start


def must_agree(play: Play, seat: int, to: int) -> set[int]:
    """The seats that must agree to an undo: other persons, if somebody else has moved or something was revealed."""
    others = others_to_ask(play, seat)
    return set() if not others or is_free(play, seat, to) else others


def others_to_ask(play: Play, seat: int) -> set[int]:
    """The other people at a table; bots agree to everything, and so does who sits on the same device."""
    guest = play.seats[seat].guest
    return {
        other.seat
        for other in play.seats
        if other.present and other.seat != seat and not (guest and other.guest == guest)
    }


def is_free(play: Play, seat: int, to: int) -> bool:
    """Has nobody else moved since, and nothing hidden been revealed?"""
    since = range(to, len(play.standing))
    return all(play.standing[move].seat == seat for move in since) and not any(revealed(play, move) for move in since)


def revealed(play: Play, move: int) -> bool:
    """Has a standing move brought something to light?  Found out once for each."""
    if move not in play.revealed:
        play.revealed[move] = could_differ(play, move)
    return play.revealed[move]


def could_differ(play: Play, number: int) -> bool:
    """Could a move have turned out otherwise, for all its seat knew before?

    It is played in worlds that were possible for the seat.  If what the seat sees, or what happens, differs between
    them, then the move has brought something to light, for this seat or for another.
    """
    table, (seat, move) = play.table, play.table.standing[number]
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
    # Views come last: they take much longer to make than events are compared.
    seen = table.game.view(after, seat)
    return any(table.game.view(position, seat) != seen for position in worlds)


def outcome(sight: Sight, move: int, random: Random) -> tuple[Position, list[Told]]:
    """Where a move leads in a world that its seat thinks possible, and what happens on the way."""
    position = sight.sample_world(random)
    story = position.story = Story()
    position.play(sight.seat, move)
    return position, story.told


def position_at(play: Play, moves: int) -> Position:
    """The position when so many of the standing moves were made."""
    table = open_table(play.header, play.seats)
    for entry in play.standing[:moves]:
        play_entry(table, entry.entry)
    return table.position
