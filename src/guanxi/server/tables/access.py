"""Access to tables: who may see one, and as whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from guanxi.server.http.identity import Who
    from guanxi.server.tables.play import Play


def viewing_seat(play: Play, who: Who, asked: int | None) -> int | None:
    """The seat whose view the client gets: the requested one, or one of theirs that is to move, or their first."""
    own = play.held_by(who)
    check_may_watch(play, who)
    if asked is not None:
        return own_seat(play, who, asked)
    return next((seat for seat in own if seat in play.to_move), own[0] if own else None)


def check_may_watch(play: Play, who: Who) -> None:
    """Refuse clients who have no seat at a private table, or at one whose deal is still played elsewhere."""
    if play.header.sealed and not play.held_by(who):
        raise ApiError(403, "sealed")
    if play.header.private and not play.held_by(who) and not created_by(play, who):
        raise ApiError(403, "private")


def check_may_see_hands(play: Play, who: Who) -> None:
    """Refuse to show all hands to players, and in games whose hands matter to the end."""
    check_may_watch(play, who)
    if play.held_by(who):
        raise ApiError(403, "own-hands")
    if play.header.private:
        raise ApiError(403, "private")
    if not play.started or (play.halted and not play.over) or play.table.game.chapter(play.table.settled) is None:
        raise ApiError(409, "no-hands")


def created_by(play: Play, who: Who) -> bool:
    """Did the client create this table?"""
    return who.guest is not None and who.guest == play.header.creator


def own_seat(play: Play, who: Who, seat: int) -> int:
    """A seat, which must be the client's own."""
    check_seat(play, seat)
    if seat not in play.held_by(who):
        raise ApiError(403, "not-your-seat")
    return seat


def check_seat(play: Play, seat: int) -> None:
    """Refuse the number of a seat that the table does not have."""
    if seat >= len(play.seats):
        raise ApiError(422, "no-seat", most=len(play.seats) - 1)
