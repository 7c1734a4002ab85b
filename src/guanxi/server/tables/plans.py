"""Plans: answers that a seat leaves for later decisions.  Nobody else can notice a plan before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.engine.text import phrase
from guanxi.server.tables.wire import Planned

if TYPE_CHECKING:
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


def plannable(play: Play, seat: int) -> list[Planned]:
    """The answers that a seat can leave now."""
    if play.over or play.halted or not play.started:
        return []
    table = play.table
    return [
        Planned(move.notation(), table.phrase(move), phrase(f"plan.{move.__struct_config__.tag}"))
        for move in table.game.plannable(table.position_for(seat), seat)
    ]


def standing_plan(play: Play, seat: int) -> str | None:
    """A seat's plan, as long as it can still be played."""
    plan = play.seats[seat].plan
    if plan is None or is_due(play, seat):
        return plan
    return plan if plan in [offer.notation for offer in plannable(play, seat)] else None


def is_due(play: Play, seat: int) -> bool:
    """Does a seat owe the decision that its plan answers?"""
    plan = play.seats[seat].plan
    return plan is not None and seat in play.to_move and plan in [offer.notation for offer in play.offers(seat)]


async def play_plans(tables: Tables, play: Play) -> bool:
    """Play the first plan that is due, and delete those that cannot become due; return whether one was played."""
    played = False
    for row in play.seats:
        if row.plan is None or play.question:
            continue
        if row.present and is_due(play, row.seat):
            await play_plan(tables, play, row.seat, row.plan)
            played = True
        if played or standing_plan(play, row.seat) is None:
            await tables.set_plan(play, row.seat, None)
        if played:
            break
    return played


async def play_plan(tables: Tables, play: Play, seat: int, plan: str) -> None:
    """Make the planned move; if the rules refuse it, its owner has to decide."""
    client = f"plan {len(play.steps) + 1}"
    try:
        await tables.make_move(play, seat, client, plan, planned=True)
    except IllegalMove:
        return
