"""Reviews of finished games: computed once, in the background, on somebody's wish, and stored with the game.

What is found is written down every few seconds, so that a review goes on after a restart where it was.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import aclosing
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import insert, select, update

from guanxi.bots.review import Decision, Review
from guanxi.server.http.errors import ApiError
from guanxi.server.review.reviewer import Told, Wanted
from guanxi.server.storage.schema import REVIEWS
from guanxi.server.tables.routes import check_over

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from guanxi.server.house import House
    from guanxi.server.http.call import Call

LOG = logging.getLogger("guanxi.server")
REVIEWER = ("-m", "guanxi.server.review.reviewer")
MOST_WAITING = 100
MOST_CRASHES = 2
PATIENCE = 300.0  # seconds for one decision, on a busy machine
SAVED = 5.0  # seconds between two times that the work is written down
LONGEST_LINE = 1 << 26
Stage = Literal["none", "waiting", "running", "done", "failed"]


class ReviewShown(msgspec.Struct):
    """How far a review is: so many of `count` decisions, or the whole."""

    state: Stage
    done: int
    count: int
    review: Review | None


class Reviews:
    """All reviews, and the few processes that work on them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, tuple[int, int]] = {}  # decisions done, and all, by table

    async def run(self) -> None:
        """Work on what was left over when the server ended, then on what is asked for."""
        for table_id in await self._waiting():
            self._queue.put_nowait(table_id)
        async with asyncio.TaskGroup() as workers:
            for _ in range(self._house.settings.reviewers):
                workers.create_task(self._work())

    async def shown(self, table_id: str) -> ReviewShown:
        """How far the review of a game is."""
        if table_id in self._running:
            return ReviewShown("running", *self._running[table_id], None)
        async with self._house.store.reading() as connection:
            query = select(REVIEWS.c.state, REVIEWS.c.review).where(REVIEWS.c.table_id == table_id)
            found = (await connection.execute(query)).first()
        if found is None:
            return ReviewShown("none", 0, 0, None)
        if found.review is None:
            return ReviewShown(found.state, 0, 0, None)
        review = msgspec.json.decode(found.review, type=Review)
        return ReviewShown("done", len(review.decisions), len(review.decisions), review)

    async def ask(self, table_id: str, address: str) -> ReviewShown:
        """Have a game reviewed, unless it is being done or was."""
        shown = await self.shown(table_id)
        if shown.state not in ("none", "failed"):
            return shown
        if self._queue.qsize() >= MOST_WAITING:
            raise ApiError(409, "many-reviews")
        self._house.limits.check_review(address)
        async with self._house.store.writing() as connection:
            known = select(REVIEWS.c.state).where(REVIEWS.c.table_id == table_id)
            before = (await connection.execute(known)).scalar()
            fresh = {"asked": self._house.tables.now(), "state": "waiting"}
            if before is None:
                await connection.execute(insert(REVIEWS), {"table_id": table_id, "decisions": "[]", **fresh})
            else:
                await connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(fresh))
        if before in (None, "failed"):
            self._queue.put_nowait(table_id)
        return ReviewShown("waiting", 0, 0, None)

    async def _waiting(self) -> list[str]:
        query = select(REVIEWS.c.table_id).where(REVIEWS.c.state == "waiting").order_by(REVIEWS.c.asked)
        async with self._house.store.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _work(self) -> None:
        """One review after the other."""
        while True:
            table_id = await self._queue.get()
            for crashes in range(1, MOST_CRASHES + 1):
                try:
                    await self._review(table_id)
                    break
                except Exception:
                    LOG.exception("table %s: the review was broken off", table_id)
                    if crashes == MOST_CRASHES:
                        await self._give_up(table_id)
                finally:
                    self._running.pop(table_id, None)

    async def _give_up(self, table_id: str) -> None:
        """Mark a review as failed; if even that fails, it waits for the next start, and other reviews go on."""
        try:
            await self._write(table_id, state="failed")
        except Exception:
            LOG.exception("table %s: that its review failed cannot be saved", table_id)

    async def _review(self, table_id: str) -> None:
        """Work on one review from where it is to its end."""
        query = select(REVIEWS.c.decisions).where(REVIEWS.c.table_id == table_id)
        async with self._house.store.reading() as connection:
            known = msgspec.json.decode((await connection.execute(query)).scalar_one(), type=list[Decision])
        async with self._house.tables.opened(table_id) as play:
            log, count = play.table.log, play.table.moves
        self._running[table_id] = (len(known), count)
        saved = time.monotonic()
        async with aclosing(lines(Wanted(log, known, self._house.settings.review_iterations))) as telling:
            async for told in telling:
                if told.review:
                    await self._write(table_id, state="done", decisions="[]", review=text(told.review))
                elif told.decision:
                    known.append(told.decision)
                    self._running[table_id] = (len(known), told.count)
                    if time.monotonic() - saved >= SAVED:
                        await self._write(table_id, decisions=text(known))
                        saved = time.monotonic()

    async def _write(self, table_id: str, **values: str) -> None:
        async with self._house.store.writing() as connection:
            await connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(values))


def text(found: Review | list[Decision]) -> str:
    """As it is stored."""
    return msgspec.json.encode(found).decode()


async def lines(wanted: Wanted) -> AsyncGenerator[Told]:
    """What a process of its own finds out about a game; it ends with whoever listens."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *REVIEWER, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=LONGEST_LINE
    )
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(msgspec.json.encode(wanted) + b"\n")
        await process.stdin.drain()
        told = Told()
        while told.review is None:
            async with asyncio.timeout(PATIENCE):
                line = await process.stdout.readline()
            told = msgspec.json.decode(line, type=Told)
            yield told
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def show(call: Call) -> ReviewShown:
    """The review of a finished game, as far as it is."""
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
    return await call.house.reviews.shown(call.table_id)


async def ask(call: Call) -> ReviewShown:
    """Have a finished game reviewed."""
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
    return await call.house.reviews.ask(call.table_id, call.client)
