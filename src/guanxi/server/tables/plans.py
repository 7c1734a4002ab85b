"""Plans: an answer that a seat leaves for a question to come.  Nobody else can notice it before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.server.clocks.wire import Planned
from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from guanxi.server.house import House
    from guanxi.server.tables.play import Play


def plannable(play: Play, seat: int) -> list[Planned]:
    """The answers that a seat may leave now."""
    if play.table.over or not play.started:
        return []
    table = play.table
    return [Planned(move.notation(), table.phrase(move)) for move in table.game.plannable(table.position, seat)]


def standing_plan(play: Play, seat: int) -> str | None:
    """A seat's plan, as long as it may be of use."""
    plan = play.seats[seat].plan
    return plan if asked_for(play, seat) or plan in [offer.notation for offer in plannable(play, seat)] else None


def asked_for(play: Play, seat: int) -> bool:
    """Is a seat asked what its plan answers?"""
    plan = play.seats[seat].plan
    return plan is not None and seat in play.to_move and plan in [offer.notation for offer in play.offers(seat)]


async def answer_planned(house: House, play: Play) -> bool:
    """Play the plans whose question has come, and drop those for which none can come; was one played?"""
    played = False
    for row in play.seats:
        if row.plan is None or play.question:
            continue
        if row.present and asked_for(play, row.seat):
            await play_plan(house, play, row.seat, row.plan)
            played = True
        if played or standing_plan(play, row.seat) is None:
            await leave_plan(house, play, row.seat, None)
        if played:
            break
    return played


async def play_plan(house: House, play: Play, seat: int, plan: str) -> None:
    """Make the move."""
    client = f"plan {play.length + 1}"
    try:
        await house.tables.append(play, seat, client, lambda table: table.play(seat, plan), planned=True)
    except IllegalMove:  # its owner is asked instead
        return


async def leave_plan(house: House, play: Play, seat: int, plan: str | None) -> None:
    """Write a plan down, or none; nothing that others see changes with it."""
    try:
        await house.store.set_plan(play.header.id, seat, plan)
    except Exception as wrong:
        raise ApiError(503, "not-saved") from wrong
    play.seats[seat].plan = plan
