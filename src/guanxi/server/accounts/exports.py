"""The export of a person's data, without what would let somebody in.

Bans, days away, private messages of others and the moves themselves are not part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from guanxi.engine.errors import GuanxiError
from guanxi.server.people.actions import record
from guanxi.server.storage.database import open_database
from guanxi.server.storage.schema import (
    BLOCKS,
    BOARDS,
    CAMPAIGN_STARS,
    CHALLENGES,
    CHANNELS,
    DEVICES,
    ENTRANTS,
    FOLLOWS,
    GUESTS,
    INSIGHTS,
    KNOWN,
    LINES,
    MEMBERS,
    PUZZLE_RATINGS,
    PUZZLE_TRIES,
    RATINGS,
    REPORTS,
    RESULTS,
    ROOM_PEOPLE,
    SEATS,
    TABLES,
    TOURNAMENTS,
)

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

Export = dict[str, list[dict[str, str | int | float | bool | None]]]  # rows by section
SECRETS = {"folded", "password", "token", "link"}  # columns that let somebody in, or only serve to do so


class UnknownPerson(GuanxiError):
    """Nobody has this profile."""


async def export_person(url: str, profile: str) -> Export:
    """Export the stored data of a person; the export is logged."""
    async with open_database(url) as database, database.writing() as connection:
        guest = await person(connection, profile)
        await record(connection, "export", profile, "")
        return await read_export(connection, guest)


async def person(connection: AsyncConnection, profile: str) -> str:
    """The guest with a profile."""
    guest = await connection.scalar(select(GUESTS.c.guest).where(GUESTS.c.profile == profile))
    if guest is None:
        raise UnknownPerson(
            f"Nobody here has the profile {profile!r}. It is the end of the address of a person's page."
        )
    return str(guest)


async def read_export(connection: AsyncConnection, guest: str) -> Export:
    """Collect the stored data of a guest."""
    return {
        section: [
            {name: value for name, value in row.items() if name not in SECRETS}
            for row in (await connection.execute(query)).mappings()
        ]
        for section, query in sections(guest).items()
    }


def sections(guest: str) -> dict[str, Select[Any]]:
    """The queries for each section of an export."""
    return {
        "guest": select(GUESTS).where(GUESTS.c.guest == guest),
        "devices": select(DEVICES).where(DEVICES.c.guest == guest).order_by(DEVICES.c.device),
        "known browsers": select(KNOWN).where(KNOWN.c.guest == guest).order_by(KNOWN.c.device),
        "channels": select(CHANNELS).where(CHANNELS.c.guest == guest).order_by(CHANNELS.c.created, CHANNELS.c.id),
        "tables": select(TABLES.c.id, TABLES.c.game, TABLES.c.created)
        .where(TABLES.c.creator == guest)
        .order_by(TABLES.c.created, TABLES.c.id),
        "boards": select(BOARDS.c.id, BOARDS.c.kind, BOARDS.c.created)
        .where(BOARDS.c.guest == guest)
        .order_by(BOARDS.c.created, BOARDS.c.id),
        "seats": select(SEATS).where(SEATS.c.guest == guest).order_by(SEATS.c.table_id, SEATS.c.seat),
        "results": select(RESULTS).where(RESULTS.c.player == guest).order_by(RESULTS.c.ended, RESULTS.c.seat),
        "insights": select(INSIGHTS)
        .join(RESULTS, (RESULTS.c.table_id == INSIGHTS.c.table_id) & (RESULTS.c.seat == INSIGHTS.c.seat))
        .where(RESULTS.c.player == guest)
        .order_by(RESULTS.c.ended, RESULTS.c.seat),
        "ratings": select(RATINGS).where(RATINGS.c.player == guest).order_by(RATINGS.c.game),
        "puzzles": select(PUZZLE_TRIES)
        .where(PUZZLE_TRIES.c.guest == guest)
        .order_by(PUZZLE_TRIES.c.game, PUZZLE_TRIES.c.puzzle),
        "puzzle ratings": select(PUZZLE_RATINGS)
        .where(PUZZLE_RATINGS.c.player == guest)
        .order_by(PUZZLE_RATINGS.c.game),
        "campaigns": select(CAMPAIGN_STARS)
        .where(CAMPAIGN_STARS.c.guest == guest)
        .order_by(CAMPAIGN_STARS.c.game, CAMPAIGN_STARS.c.step),
        "messages": select(LINES).where(LINES.c.guest == guest).order_by(LINES.c.table_id, LINES.c.number),
        "reports": select(REPORTS).where(REPORTS.c.guest == guest).order_by(REPORTS.c.table_id, REPORTS.c.number),
        "blocks": select(BLOCKS).where(BLOCKS.c.guest == guest).order_by(BLOCKS.c.blocked),
        "follows": select(FOLLOWS).where(FOLLOWS.c.guest == guest).order_by(FOLLOWS.c.followed),
        "rooms": select(ROOM_PEOPLE).where(ROOM_PEOPLE.c.guest == guest).order_by(ROOM_PEOPLE.c.room),
        "clubs": select(MEMBERS).where(MEMBERS.c.guest == guest).order_by(MEMBERS.c.club_id),
        "challenges": select(CHALLENGES)
        .where((CHALLENGES.c.guest == guest) | (CHALLENGES.c.rival == guest))
        .order_by(CHALLENGES.c.at, CHALLENGES.c.table_id),
        "tournaments": select(TOURNAMENTS.c.id, TOURNAMENTS.c.name, TOURNAMENTS.c.game, TOURNAMENTS.c.created)
        .where(TOURNAMENTS.c.organiser == guest)
        .order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.id),
        "entries": select(ENTRANTS).where(ENTRANTS.c.guest == guest).order_by(ENTRANTS.c.tournament),
    }
