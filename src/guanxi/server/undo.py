"""What can be taken back, and whether the others must agree."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.replay import play_entry
from guanxi.server.live import open_table
from guanxi.server.wire import Undo

if TYPE_CHECKING:
    from guanxi.engine.game import Story, View
    from guanxi.engine.sight import Sight
    from guanxi.engine.table import Table
    from guanxi.server.live import Play

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
    seat, notation = play.standing[number].seat, play.standing[number].entry.partition(" ")[2]
    before, last = play.before, number == play.table.moves - 1
    sight = before[1] if before and before[0] == number else table_at(play, number).sight(seat)
    after = play.table if last else table_at(play, number + 1)
    view, story = outcome(sight, notation, Random(0))
    if view != after.view(seat):
        return True
    return any(outcome(sight, notation, Random(world)) != (view, story) for world in range(1, WORLDS))


def outcome(sight: Sight, notation: str, random: Random) -> tuple[View, list[Story]]:
    """What the seat sees, and what has happened, when it makes a move in a world it thinks possible."""
    world = sight.imagine(random)
    story: list[Story] = []
    number = sight.game.number(world, sight.seat, sight.game.parse(world, notation))
    world.story = story
    world.play(sight.seat, number)
    return sight.game.view(world, sight.seat), story


def table_at(play: Play, moves: int) -> Table:
    """The engine's table when so many of the standing moves were made."""
    table = open_table(play.header, play.seats)
    for entry in play.standing[:moves]:
        play_entry(table, entry.entry)
    return table
