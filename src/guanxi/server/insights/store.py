"""Insights in the database: what is still to be read, what was found, and the counts of openings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, exists, insert, or_, select, update

from guanxi.learning.openings import APART, prefixes
from guanxi.server.people.guests import GONE
from guanxi.server.storage.schema import ENTRIES, INSIGHTS, OPENINGS, RESULTS, REVIEWS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.insights.facts import SeatFacts, SeatReview, TableFacts

NAMES = msgspec.json.Decoder(list[str])  # of habits or feats
PERSON, BOT = "person", "bot"  # who chose a step
NOTHING = {"order": 0, "opening": "", "habits": "[]", "feats": "[]", "skill": None, "luck": None}


async def unread_tables(connection: AsyncConnection, most: int) -> list[Row[tuple[str, str]]]:
    """Finished games that nobody has read yet, without those whose deal is still played elsewhere."""
    read = exists().where(INSIGHTS.c.table_id == RESULTS.c.table_id)
    query = (
        select(RESULTS.c.table_id, RESULTS.c.game)
        .join(TABLES)
        .where(~read, TABLES.c.sealed.is_(False), RESULTS.c.seat == 0)
        .order_by(RESULTS.c.ended)
        .limit(most)
    )
    return list(await connection.execute(query))


async def unread_reviews(connection: AsyncConnection, most: int) -> list[Row[tuple[str, str, bool]]]:
    """Reviews that are done and not read yet, of games that were; `helped`: with a hint, or with moves taken back."""
    undone = exists().where(ENTRIES.c.table_id == REVIEWS.c.table_id, ENTRIES.c.entry.like("undo %"))
    waiting = exists().where(
        INSIGHTS.c.table_id == REVIEWS.c.table_id, INSIGHTS.c.order > 0, INSIGHTS.c.skill.is_(None)
    )
    query = (
        select(REVIEWS.c.table_id, REVIEWS.c.review, or_(TABLES.c.hinted, undone).label("helped"))
        .join(TABLES, TABLES.c.id == REVIEWS.c.table_id)
        .where(REVIEWS.c.state == "done", waiting)
        .limit(most)
    )
    return list(await connection.execute(query))


async def write_facts(connection: AsyncConnection, facts: TableFacts) -> None:
    """Store what a table says, once, and count its openings if everybody may see it."""
    known = await connection.scalar(select(INSIGHTS.c.seat).where(INSIGHTS.c.table_id == facts.table).limit(1))
    if known is not None:
        return
    found = {one.seat: one for one in facts.known}
    rows = [{"table_id": facts.table, "seat": seat, **row_of(found.get(seat))} for seat in range(facts.seats)]
    await connection.execute(insert(INSIGHTS), rows)
    for one in facts.known if facts.public else ():
        for line, step in prefixes(one.insights.opening):
            await count_step(connection, facts.game, line, step, one)


def row_of(one: SeatFacts | None) -> dict[str, object]:
    """The stored columns of a seat."""
    if one is None:
        return NOTHING
    found = one.insights
    return {
        "order": found.order,
        "opening": APART.join(found.opening),
        "habits": msgspec.json.encode(found.habits).decode(),
        "feats": msgspec.json.encode(found.feats).decode(),
        "skill": None,
        "luck": None,
    }


async def count_step(connection: AsyncConnection, game: str, line: str, step: str, one: SeatFacts) -> None:
    """Count a game in which a step was chosen after a line."""
    key = {"game": game, "line": line, "step": step, "by": BOT if one.bot else PERSON}
    where = [OPENINGS.c[name] == value for name, value in key.items()]
    more = {"games": OPENINGS.c.games + 1, "won": OPENINGS.c.won + one.won}
    if (await connection.execute(update(OPENINGS).where(*where).values(more))).rowcount == 0:
        await connection.execute(insert(OPENINGS), {**key, "games": 1, "won": one.won})


async def write_review(connection: AsyncConnection, table_id: str, seats: Sequence[SeatReview]) -> None:
    """Add what the review of a game says to what its log said."""
    query = select(INSIGHTS).where(INSIGHTS.c.table_id == table_id, INSIGHTS.c.order > 0)
    known = {row.seat: row for row in await connection.execute(query)}
    for one in (seat for seat in seats if seat.seat in known):
        feats = dict.fromkeys([*NAMES.decode(known[one.seat].feats), *one.feats])
        values = {"skill": one.skill, "luck": one.luck, "feats": msgspec.json.encode(list(feats)).decode()}
        where = (INSIGHTS.c.table_id == table_id) & (INSIGHTS.c.seat == one.seat)
        await connection.execute(update(INSIGHTS).where(where).values(values))


async def forget_all(connection: AsyncConnection) -> None:
    """Delete everything that was found: it is read again from the logs."""
    await connection.execute(delete(INSIGHTS))
    await connection.execute(delete(OPENINGS))


async def forget_player(connection: AsyncConnection, player: str) -> None:
    """Delete what games say about a person's play; a row stays that says nothing, so that it is not read again."""
    theirs = exists().where(
        RESULTS.c.table_id == INSIGHTS.c.table_id, RESULTS.c.seat == INSIGHTS.c.seat, RESULTS.c.player == player
    )
    await connection.execute(update(INSIGHTS).where(theirs).values(NOTHING))


def of_player(player: str) -> ColumnElement[bool]:
    """The condition that a row of insights and results is a person's own."""
    return (RESULTS.c.player == player) & ~RESULTS.c.player.like(f"{GONE}%")


async def steps_after(connection: AsyncConnection, game: str, line: str) -> list[Row[tuple[object, ...]]]:
    """The counted steps after a line."""
    where = (OPENINGS.c.game == game) & (OPENINGS.c.line == line)
    return list(await connection.execute(select(OPENINGS).where(where)))
