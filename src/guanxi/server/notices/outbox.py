"""The outbox: messages that wait to be sent, written in the same transaction as the change they are about.

A message is claimed before it is sent and settled afterwards.  A server that dies in between sends it again with the
same id when the claim has expired.  So no message is lost, and a duplicate can be recognized by its id.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import bindparam, delete, exists, insert, or_, select, update

from guanxi.server.clocks.clocks import HOUR, SECOND, milliseconds
from guanxi.server.storage.schema import CHANNELS, OUTBOX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.notices.wire import ChannelKind
    from guanxi.server.storage.database import Database

MOST_AT_ONCE = 100
CLAIM = 600 * SECOND  # much longer than an attempt can take
WAITS = [60 * SECOND, 5 * 60 * SECOND, 25 * 60 * SECOND, 2 * HOUR, 8 * HOUR, 24 * HOUR]  # after each failed attempt

SELECT_CHANNELS = select(CHANNELS.c.id, CHANNELS.c.kind, CHANNELS.c.daily).where(
    CHANNELS.c.guest == bindparam("this_guest"), CHANNELS.c.confirmed, CHANNELS.c.failed.is_(None)
)

Kind = Literal["turn", "nudge", "invite", "round"]
Outcome = Literal["sent", "dropped", "failed"]


class Notice(msgspec.Struct):
    """It is a seat's turn since an entry of the log, or a round begins; its owner is told by each of their channels."""

    table_id: str
    number: int
    seat: int
    guest: str
    at: int
    due: int
    kind: Kind = "turn"


class Message(msgspec.Struct):
    """A message to one channel: `about` is its table, or the hash of an address that is to be confirmed."""

    id: str
    channel: str
    kind: Literal[Kind, "confirm"]
    about: str
    number: int
    seat: int
    created: int
    due: int | None
    tries: int = 0
    outcome: Outcome | None = None


def turn_message(notice: Notice, channel: str, daily: int | None, kind: Kind = "turn") -> Message:
    """The message to one channel about a notice, due soon or with the next digest."""
    due = notice.due if daily is None else next_digest(notice.at, daily)
    id_ = secrets.token_hex(16)
    return Message(id_, channel, kind, notice.table_id, notice.number, notice.seat, notice.at, due)


def next_digest(at: int, hour: int) -> int:
    """The next time at this hour, in UTC."""
    now = datetime.fromtimestamp(at / SECOND, UTC)
    today = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return milliseconds(today if today > now else today + timedelta(days=1))


async def write_notices(connection: AsyncConnection, notices: Sequence[Notice], kind: Kind | None = None) -> None:
    """Put notices into the outbox, one message for each working channel of a guest."""
    for notice in notices:
        channels = await working_channels(connection, notice.guest)
        await write_messages(
            connection, [turn_message(notice, id_, daily, kind or notice.kind) for id_, _, daily in channels]
        )


async def write_nudge(connection: AsyncConnection, notice: Notice) -> list[ChannelKind]:
    """Remind a guest of their turn by each of their channels; returns the kinds of these, none if there are none."""
    channels = await working_channels(connection, notice.guest)
    # The last reminder may be about the same entry of the log.
    last = (OUTBOX.c.kind == "nudge") & (OUTBOX.c.about == notice.table_id) & (OUTBOX.c.seat == notice.seat)
    await connection.execute(delete(OUTBOX).where(last))
    await write_messages(connection, [turn_message(notice, id_, daily, "nudge") for id_, _, daily in channels])
    return sorted({kind for _, kind, _ in channels})


async def working_channels(connection: AsyncConnection, guest: str) -> list[tuple[str, ChannelKind, int | None]]:
    """A guest's channels that are confirmed and have not failed: id, kind and hour of the digest."""
    found = await connection.execute(SELECT_CHANNELS, {"this_guest": guest})
    return [(row.id, row.kind, row.daily) for row in found]


async def write_messages(connection: AsyncConnection, messages: Sequence[Message]) -> None:
    """Put messages into the outbox."""
    if messages:
        await connection.execute(insert(OUTBOX), [msgspec.structs.asdict(message) for message in messages])


async def claim(database: Database, at: int) -> list[Message]:
    """Claim the messages that are due, oldest first; nobody else gets them while the claim lasts."""
    async with database.writing() as connection:
        query = select(OUTBOX).where(OUTBOX.c.due <= at).order_by(OUTBOX.c.created, OUTBOX.c.id).limit(MOST_AT_ONCE)
        query = query.with_for_update(skip_locked=True)
        found = [Message(**row) for row in (await connection.execute(query)).mappings()]
        if found:
            claimed = update(OUTBOX).where(OUTBOX.c.id.in_([message.id for message in found]))
            await connection.execute(claimed.values(due=at + CLAIM, tries=OUTBOX.c.tries + 1))
    return found


async def forget_settled(database: Database, before: int) -> None:
    """Delete messages that were settled long ago; recent ones are needed to recognize superseded messages."""
    async with database.writing() as connection:
        await connection.execute(delete(OUTBOX).where(OUTBOX.c.due.is_(None), OUTBOX.c.created < before))


async def settle(database: Database, messages: Sequence[Message], outcome: Outcome) -> None:
    """Mark messages as done, with their outcome."""
    await mark(database, messages, due=None, outcome=outcome)


async def put_off(database: Database, messages: Sequence[Message], at: int, wait: int | None = None) -> None:
    """Retry messages later, or give up after the last attempt."""
    for message in messages:
        if message.tries >= len(WAITS):
            await settle(database, [message], "failed")
        else:
            await mark(database, [message], due=at + max(wait or 0, WAITS[message.tries]))


async def mark(database: Database, messages: Sequence[Message], **values: Any) -> None:
    """Update messages."""
    if messages:
        async with database.writing() as connection:
            which = OUTBOX.c.id.in_([message.id for message in messages])
            await connection.execute(update(OUTBOX).where(which).values(values))


async def is_newest(database: Database, message: Message) -> bool:
    """Is there no later message to the same channel about the same seat?"""
    same = (OUTBOX.c.channel == message.channel) & (OUTBOX.c.about == message.about) & (OUTBOX.c.seat == message.seat)
    waits = or_(OUTBOX.c.outcome.is_(None), OUTBOX.c.outcome == "sent")
    later = exists().where(same, OUTBOX.c.kind == message.kind, OUTBOX.c.number > message.number, waits)
    async with database.reading() as connection:
        return not (await connection.execute(select(later))).scalar()
