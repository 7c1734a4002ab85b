"""Departures: the changes at a table when a player is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.events import Left
from guanxi.server.clocks.clocks import set_clocks, stop

if TYPE_CHECKING:
    from guanxi.server.clocks.wire import Policy
    from guanxi.server.tables.play import Play


def depart(play: Play, seat: int, at: int, policy: Policy | None = None) -> None:
    """Mark a seat's owner as absent, as the table's policy says; nothing waits for their consent any longer."""
    row, proposal = play.seats[seat], play.header.proposal
    stop(play.clocks[seat], play.header.time, at)
    row.absent, row.plan = policy or play.header.absent, None
    play.report(Left(seat, row.absent))
    if play.question and (play.question.seat == seat or seat in play.question.waits_for):
        play.header.question = None
    if proposal and proposal.seat == seat:
        play.header.proposal = None
    elif proposal and not play.others(proposal.seat) - set(proposal.agreed):
        apply_proposal(play, at)


def apply_proposal(play: Play, at: int) -> None:
    """Switch to the proposed time control, with fresh clocks."""
    assert play.header.proposal
    for clock in play.clocks:
        stop(clock, play.header.time, at)
    play.header.time, play.header.proposal = play.header.proposal.control, None
    set_clocks(play.clocks, play.header.time)
