"""The result of a finished table, and whether it counts for ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.events import Left
from guanxi.server.people.ratings import GameResult, SeatResult, fair, player_of

if TYPE_CHECKING:
    from guanxi.server.tables.play import Play


def game_result(play: Play, at: str) -> GameResult | None:
    """The result of a finished game; None before its end, and for lessons, which are no games of their learners."""
    result = play.table.result
    if result is None or play.is_tutorial or play.header.campaign:
        return None
    seats = [
        SeatResult(seat.seat, player_of(seat), rank, seat.seat in result.winners, score.total)
        for seat, rank, score in zip(play.seats, result.ranks, result.scores, strict=True)
    ]
    return GameResult(play.header.id, play.header.game, at, is_rated(play), seats)


def is_rated(play: Play) -> bool:
    """Does a game count for ratings?

    Not if one person has two seats, if an undo needed consent, if a hint was given, if a bot stood in for a person,
    if the game continues another one or is a lesson, or if it was ended without a loser.
    """
    header = play.header
    lesson = play.is_tutorial or header.campaign
    if play.ended or header.origin or header.hinted or play.agreed or lesson or stood_in(play):
        return False
    return fair([player_of(seat) for seat in play.seats])


def stood_in(play: Play) -> bool:
    """Has a bot played for a person?  A player who forfeits plays on, badly."""
    if any(isinstance(one.event, Left) and one.event.policy == "bot" for one in play.header.incidents):
        return True
    if play.header.absent == "forfeit":
        return False
    return any(seat.kind == "person" and (seat.absent or seat.seat in play.by_bots) for seat in play.seats)
