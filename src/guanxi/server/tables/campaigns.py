"""Tables at which a step of a campaign is played.  What becomes of it is read from the log alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, select

from guanxi.learning.campaign import campaign
from guanxi.server.storage.schema import CAMPAIGN_STARS
from guanxi.server.tables.wire import CampaignShown

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.learning.campaign import CampaignStep
    from guanxi.server.tables.play import Play


class Earned(msgspec.Struct, frozen=True):
    """Stars for a step whose goal is reached."""

    guest: str
    game: str
    step: str
    stars: int
    at: str


def step_of(play: Play) -> CampaignStep | None:
    """The step that is played at a table; None if there is none, or this version does not know it any more."""
    found = campaign(play.table.game) if play.header.campaign else None
    return found.step(play.header.campaign or "") if found else None


def stars_of(play: Play, step: CampaignStep) -> int:
    """The stars that reaching the goal at a table is worth."""
    undone = any(entry.startswith("undo") for entry in play.table.entries)
    return step.stars(hinted=play.header.hinted, undone=undone)


def campaign_shown(play: Play) -> CampaignShown | None:
    """The step with what has become of it."""
    step, found = step_of(play), campaign(play.table.game)
    if step is None or found is None:
        return None
    outcome, after = step.goal.outcome(play.table, step.seat), found.after(step.id)
    if outcome == "open" and play.ended:
        outcome = "missed"
    number = found.steps.index(step) + 1
    return CampaignShown(step.id, number, outcome, stars_of(play, step), after.id if after else None)


def earned(play: Play, at: str) -> Earned | None:
    """The stars that a player has earned at a table; None until the goal is reached."""
    step = step_of(play)
    if step is None or step.goal.outcome(play.table, step.seat) != "reached":
        return None
    guest = play.seats[step.seat].guest
    return Earned(guest, play.header.game, step.id, stars_of(play, step), at) if guest else None


async def write_earned(connection: AsyncConnection, one: Earned) -> None:
    """Store stars unless there are as many already."""
    key = (CAMPAIGN_STARS.c.guest == one.guest) & (CAMPAIGN_STARS.c.game == one.game)
    key &= CAMPAIGN_STARS.c.step == one.step
    known = await connection.scalar(select(CAMPAIGN_STARS.c.stars).where(key))
    if known is None or known < one.stars:
        await connection.execute(delete(CAMPAIGN_STARS).where(key))
        await connection.execute(insert(CAMPAIGN_STARS), msgspec.structs.asdict(one))


async def adopt_stars(connection: AsyncConnection, old: str, new: str) -> None:
    """Give the stars of a guest to another, who keeps the better result of each step."""
    rows = (await connection.execute(select(CAMPAIGN_STARS).where(CAMPAIGN_STARS.c.guest == old))).all()
    for row in rows:
        await write_earned(connection, Earned(new, row.game, row.step, row.stars, row.at))
    await connection.execute(delete(CAMPAIGN_STARS).where(CAMPAIGN_STARS.c.guest == old))
