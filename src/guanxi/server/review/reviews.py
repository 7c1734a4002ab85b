"""Reviews of finished games: computed once, in the background, on request, and stored with the game.

Progress is saved every few seconds, so that a review continues after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import insert, select, update

from guanxi.bots.review import Decision, Review
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.review.reviewer import Told, Wanted
from guanxi.server.storage.schema import REVIEWS
from guanxi.server.tables.checks import check_over

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
REVIEWER = ("-m", "guanxi.server.review.reviewer")
MOST_WAITING = 100
MOST_CRASHES = 2
PATIENCE = 300.0  # seconds for one decision, on a busy machine
SAVE_EVERY = 5.0  # seconds
LONGEST_LINE = 1 << 26
Stage = Literal["none", "waiting", "running", "done", "failed"]


class ReviewShown(msgspec.Struct):
    """The progress of a review: `done` of `count` decisions, and in the end the whole review."""

    state: Stage
    done: int
    count: int
    review: Review | None


class Reviews:
    """Handles reviews, and the few processes that work on them."""

    def __init__(
        self, database: Database, tables: Tables, limits: Limits, now: Now, workers: int, iterations: int | None
    ) -> None:
        self._database = database
        self._tables = tables
        self._limits = limits
        self._now = now
        self._workers = workers
        self._iterations = iterations
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: dict[str, tuple[int, int]] = {}  # by table: decisions judged, and all

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                f"{TABLE}/review",
                self.show_review,
                ReviewShown,
                "The review of a finished game, as far as it is done.",
                (403, 404, 409),
            ),
            post(
                f"{TABLE}/review",
                self.ask_review,
                Nothing,
                ReviewShown,
                "Have a finished game reviewed; each game is reviewed once.",
                (404, 409),
            ),
        )

    async def show_review(self, call: Call[Any]) -> ReviewShown:
        """Return the review of a finished game, as far as it is done."""
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
        return await self._shown(call.table_id)

    async def ask_review(self, call: Call[Nothing]) -> ReviewShown:
        """Have a finished game reviewed, unless that is under way or done."""
        table_id = call.table_id
        shown = await self.show_review(call)
        if shown.state not in ("none", "failed"):
            return shown
        if self._queue.qsize() >= MOST_WAITING:
            raise ApiError(409, "many-reviews")
        self._limits.check_review(call.client)
        async with self._database.writing() as connection:
            known = select(REVIEWS.c.state).where(REVIEWS.c.table_id == table_id)
            before = (await connection.execute(known)).scalar()
            fresh = {"asked": self._now(), "state": "waiting"}
            if before is None:
                await connection.execute(insert(REVIEWS), {"table_id": table_id, "decisions": "[]", **fresh})
            else:
                await connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(fresh))
        if before in (None, "failed"):
            self._queue.put_nowait(table_id)
        return ReviewShown("waiting", 0, 0, None)

    async def run(self) -> None:
        """Work on reviews left over from the last run of the server, then on new ones, for ever."""
        for table_id in await self._waiting():
            self._queue.put_nowait(table_id)
        async with asyncio.TaskGroup() as workers:
            for _ in range(self._workers):
                workers.create_task(self._work())

    async def _shown(self, table_id: str) -> ReviewShown:
        """The progress of a review."""
        if table_id in self._running:
            return ReviewShown("running", *self._running[table_id], None)
        async with self._database.reading() as connection:
            query = select(REVIEWS.c.state, REVIEWS.c.review).where(REVIEWS.c.table_id == table_id)
            found = (await connection.execute(query)).first()
        if found is None:
            return ReviewShown("none", 0, 0, None)
        if found.review is None:
            return ReviewShown(found.state, 0, 0, None)
        review = msgspec.json.decode(found.review, type=Review)
        return ReviewShown("done", len(review.decisions), len(review.decisions), review)

    async def _waiting(self) -> list[str]:
        query = select(REVIEWS.c.table_id).where(REVIEWS.c.state == "waiting").order_by(REVIEWS.c.asked)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _work(self) -> None:
        """Work on one review after another, for ever."""
        while True:
            table_id = await self._queue.get()
            for crashes in range(1, MOST_CRASHES + 1):
                try:
                    await self._review(table_id)
                    break
                except Exception:
                    LOG.exception("table %s: the review was interrupted", table_id)
                    if crashes == MOST_CRASHES:
                        await self._give_up(table_id)
                finally:
                    self._running.pop(table_id, None)

    async def _give_up(self, table_id: str) -> None:
        """Mark a review as failed; if that fails too, it waits for the next start, and other reviews continue."""
        try:
            await self._write(table_id, state="failed")
        except Exception:
            LOG.exception("table %s: the failure of its review could not be saved", table_id)

    async def _review(self, table_id: str) -> None:
        """Complete one review from where it was interrupted."""
        query = select(REVIEWS.c.decisions).where(REVIEWS.c.table_id == table_id)
        async with self._database.reading() as connection:
            known = msgspec.json.decode((await connection.execute(query)).scalar_one(), type=list[Decision])
        async with self._tables.opened(table_id) as play:
            log, count = play.table.log, play.table.moves
        self._running[table_id] = (len(known), count)
        saved = time.monotonic()
        async with aclosing(lines(Wanted(log, known, self._iterations))) as telling:
            async for told in telling:
                if told.review:
                    await self._write(table_id, state="done", decisions="[]", review=text(told.review))
                elif told.decision:
                    known.append(told.decision)
                    self._running[table_id] = (len(known), told.count)
                    if time.monotonic() - saved >= SAVE_EVERY:
                        await self._write(table_id, decisions=text(known))
                        saved = time.monotonic()

    async def _write(self, table_id: str, **values: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(values))


def text(found: Review | list[Decision]) -> str:
    """As JSON."""
    return msgspec.json.encode(found).decode()


async def lines(wanted: Wanted) -> AsyncGenerator[Told]:
    """The results of a review in a process of its own, which is killed when nobody reads any more."""
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
