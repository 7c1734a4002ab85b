"""Refusals of requests that a table cannot grant in its present state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.tables.access import check_may_watch
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.lessons import NotThisMove, is_out_of_step
from guanxi.server.tables.state import state, state_for, state_since

if TYPE_CHECKING:
    from guanxi.server.http.identity import Who
    from guanxi.server.tables.play import Play

MOST_SEALED = 40  # moves of one seat for one sealed choice, with all its changes


def check_present(play: Play, seat: int, who: Who) -> None:
    """Refuse to decide for a seat that a bot plays or that has forfeited."""
    if play.seats[seat].absent == "forfeit":
        raise TableError(409, "forfeited", state(play, seat, who))
    if play.seats[seat].absent:
        raise TableError(409, "stood-in", state(play, seat, who))


def check_ready(play: Play, seat: int, who: Who, length: int) -> None:
    """Refuse unless the game has begun, the seat is its owner's to play, and the client has seen the whole log."""
    if not play.started:
        raise TableError(409, "not-started", state(play, seat, who))
    check_present(play, seat, who)
    if play.ended:
        raise TableError(409, "over", state(play, seat, who))
    if play.halted:
        raise TableError(409, "halted", state(play, seat, who))
    if not play.has_seen(seat, play.held_by(who), length):
        raise TableError(409, "conflict", state_since(play, seat, who, length))


def check_step(play: Play, seat: int, move: str | int, who: Who) -> None:
    """Refuse a legal move that the tutorial does not ask for at this step."""
    if is_out_of_step(play, seat, move):
        raise NotThisMove(play, state(play, seat, who))


def check_changes(play: Play, seat: int, who: Who) -> None:
    """Refuse to change a sealed choice again and again: every change is stored."""
    if play.sealed_by(seat) >= MOST_SEALED:
        raise TableError(409, "changed-often", state(play, seat, who))


def check_over(play: Play, who: Who) -> None:
    """Show the whole of a game only when it is over, and of a private one only to its players.

    While others play the same deal in the same round, nobody sees the whole of it.
    """
    check_may_watch(play, who)
    if not play.over:
        raise TableError(409, "not-over", state_for(play, who))
    if play.header.sealed:
        raise TableError(409, "round-not-over", state_for(play, who))


def check_no_tournament(play: Play, seat: int, who: Who) -> None:
    """Refuse at a table of a tournament what its players cannot decide among themselves."""
    if play.header.tournament:
        raise TableError(409, "in-tournament", state(play, seat, who))
