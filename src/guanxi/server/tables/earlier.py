"""A game as it was some moves ago: for replays, and for spectators who see it later than its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.tables.play import Play, replay_entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.records import Entry, Header


def seen_by_spectators(play: Play) -> Play:
    """A running game as spectators see it, by the table's delay; a game that is over, as it is."""
    header = play.header
    if play.late or not header.delay or header.over or not play.started:
        return play
    made_from = header.version, len(play.steps)
    if play.behind is None or play.behind[0] != made_from:
        cached = play.behind[1] if play.behind and play.behind[1].rewritten == play.rewritten else None
        earlier = replayed(play, max(0, play.table.moves - header.delay), cached)
        earlier.late, earlier.rewritten = True, play.rewritten
        play.behind = made_from, earlier
    return play.behind[1]


def replayed(play: Play, moves: int, cached: Play | None) -> Play:
    """A game up to a move, played on from a cached replay if that has not gone further."""
    earlier = cached if cached and cached.table.moves <= moves else Play(play.header, play.seats, [])
    renew(earlier, play.header, play.seats)
    play_on(earlier, play.history[earlier.table.moves : moves])
    return earlier


def renew(earlier: Play, header: Header, seats: list[SeatRow]) -> None:
    """Take over everything that is outside the log."""
    earlier.header, earlier.seats = header, seats
    earlier.forget()


def play_on(earlier: Play, entries: Sequence[Entry]) -> None:
    """Play the next moves of a history."""
    for entry in entries:
        replay_entry(earlier.table, entry)
        earlier.note(entry)
