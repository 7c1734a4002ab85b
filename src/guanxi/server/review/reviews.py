"""Reviews of finished games: computed once, in the background, on request, and stored with the game.

While one is computed, its progress, its first findings and the time that it still takes are shown.  Progress is saved
every few seconds, so that a review continues after a restart, or after a player has stopped it.
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
from anyio import CancelScope, create_task_group
from sqlalchemy import insert, select, true, update
from sqlalchemy.exc import SQLAlchemyError

from guanxi.bots.review import TURNS, Decision, Review, iterations_for, so_far
from guanxi.server.clocks.clocks import DAY
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.review.reviewer import Told, Wanted
from guanxi.server.storage.database import UNAVAILABLE
from guanxi.server.storage.schema import REVIEWS, TABLES
from guanxi.server.tables.checks import check_over

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from sqlalchemy import Row

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.storage.leases import Leases
    from guanxi.server.tables.registry import Tables

LOG = logging.getLogger("guanxi.server")
REVIEWER = ("-m", "guanxi.server.review.reviewer")
NEWS = "review"  # the topic of what other processes are told
TAKE_OVER = 15.0  # seconds between looks for reviews that no process works on
MOST_WAITING = 100
MOST_CRASHES = 2
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0  # seconds before a review that the database could not serve is tried again
PATIENCE = 300.0  # seconds for one decision, on a busy machine
SAVE_EVERY = 5.0  # seconds
LONGEST_LINE = 1 << 26
MEASURED = 3  # decisions after which the rest of the time is estimated
Stage = Literal["none", "waiting", "running", "stopped", "done", "failed"]


class ReviewShown(msgspec.Struct):
    """The progress of a review: `done` of `count` decisions, the seconds it still takes, and the findings so far."""

    state: Stage
    done: int
    count: int
    seconds: int | None
    review: Review | None


class Progress:
    """A review that is being computed."""

    def __init__(self, known: list[Decision], count: int) -> None:
        self.known = known
        self.count = count
        self._before = len(known)
        self._begun = time.monotonic()

    def shown(self, iterations: int | None) -> ReviewShown:
        """The progress with the findings so far."""
        review = so_far(self.known, iterations or iterations_for(self.count))
        return ReviewShown("running", len(self.known), self.count, self.seconds(), review)

    def seconds(self) -> int | None:
        """The time that it still takes if every decision takes as long as those before; turning points come last."""
        made = len(self.known) - self._before
        if made < MEASURED:
            return None
        return round((time.monotonic() - self._begun) / made * (self.count + TURNS - len(self.known)))


class Reviews:
    """Handles reviews, and the few processes that work on them."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        leases: Leases,
        limits: Limits,
        now: Now,
        workers: int,
        iterations: int | None,
    ) -> None:
        self._database = database
        self._tables = tables
        self._leases = leases
        self._limits = limits
        self._now = now
        self._workers = workers
        self._iterations = iterations
        self._queue: asyncio.PriorityQueue[tuple[int, str]] = asyncio.PriorityQueue()  # when asked for, and the table
        self._running: dict[str, Progress] = {}  # by table
        self._pauses: dict[str, float] = {}  # by table: before the next attempt, while the database is not available
        self._looked = False  # for reviews left over from the last run
        self._listeners: list[Callable[[], None]] = []

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
            post(
                f"{TABLE}/review/stop",
                self.stop_review,
                Nothing,
                ReviewShown,
                "Stop a review that one of its players no longer waits for; it can be continued.",
                (403, 404, 409),
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
        if shown.state not in ("none", "failed", "stopped"):
            return shown
        if len(await self._waiting(before=self._now())) >= MOST_WAITING:
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
            await self._database.notifier.tell(connection, NEWS, table_id)
        if before in (None, "failed", "stopped"):
            self.look_at(table_id)
        return without_findings("waiting")

    async def stop_review(self, call: Call[Nothing]) -> ReviewShown:
        """Stop a review that waits or is being computed; its decisions so far are kept."""
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
            if not play.held_by(call.who):
                raise ApiError(403, "not-your-seat")
        shown = await self._shown(call.table_id)
        if shown.state in ("waiting", "running"):
            progress = self._running.pop(call.table_id, None)
            kept = {"decisions": text(progress.known)} if progress else {}
            await self._write(call.table_id, None, state="stopped", **kept)
            return without_findings("stopped")
        return shown

    def on_done(self, listener: Callable[[], None]) -> None:
        """Call a function whenever a review is done in this process."""
        self._listeners.append(listener)

    async def ask_behind(self, table_ids: Sequence[str]) -> None:
        """Have finished games reviewed that nobody waits for: reviews that people ask for within a day go first."""
        asked = self._now() + DAY
        async with self._database.writing() as connection:
            known = set(await connection.scalars(select(REVIEWS.c.table_id).where(REVIEWS.c.table_id.in_(table_ids))))
            new = [table_id for table_id in table_ids if table_id not in known]
            rows = [{"table_id": one, "decisions": "[]", "asked": asked, "state": "waiting"} for one in new]
            if rows:
                await connection.execute(insert(REVIEWS), rows)
        for table_id in new:
            self.look_at(table_id, asked)

    def look_at(self, table_id: str, asked: int | None = None) -> None:
        """A review waits, asked for in this process or in another."""
        self._queue.put_nowait((self._now() if asked is None else asked, table_id))

    async def run(self) -> None:
        """Work on reviews left over from the last run of the server, then on new ones, for ever."""
        async with create_task_group() as workers:
            for _ in range(self._workers):
                workers.start_soon(self._work)
            while True:
                await self._look_for_waiting()
                await asyncio.sleep(TAKE_OVER)

    async def _look_for_waiting(self) -> None:
        """Look at reviews that wait: after a start, and again and again if other processes may have died."""
        if self._leases.shared or not self._looked:
            try:
                waiting = await self._waiting()
            except (SQLAlchemyError, OSError) as wrong:
                LOG.warning("reviews cannot be looked for; again in %g s: %s", TAKE_OVER, wrong)
                return
            self._looked = True
            if self._queue.empty():
                for row in waiting:
                    self.look_at(row.table_id, row.asked)

    async def _shown(self, table_id: str) -> ReviewShown:
        """The progress of a review."""
        if table_id in self._running:
            return self._running[table_id].shown(self._iterations)
        query = select(REVIEWS, TABLES.c.moves).join(TABLES).where(REVIEWS.c.table_id == table_id)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).first()
        if found is None:
            return without_findings("none")
        if found.review:
            review = msgspec.json.decode(found.review, type=Review)
            return ReviewShown("done", len(review.decisions), len(review.decisions), 0, review)
        known = msgspec.json.decode(found.decisions, type=list[Decision])
        if self._leases.shared and found.state == "waiting" and known:
            return Progress(known, found.moves).shown(self._iterations)  # another process works on it
        return without_findings(found.state)

    async def _waiting(self, before: int | None = None) -> Sequence[Row[Any, Any]]:
        query = select(REVIEWS.c.table_id, REVIEWS.c.asked).where(REVIEWS.c.state == "waiting")
        if before is not None:
            query = query.where(REVIEWS.c.asked <= before)
        async with self._database.reading() as connection:
            return (await connection.execute(query.order_by(REVIEWS.c.asked))).all()

    async def _work(self) -> None:
        """Work on one review after another, for ever; one that the database cannot serve now comes again later."""
        while True:
            asked, table_id = await self._queue.get()
            try:
                await self._insist(table_id)
            except Exception as wrong:
                pause = self._pauses.get(table_id, FIRST_PAUSE)
                self._pauses[table_id] = min(2 * pause, LONGEST_PAUSE)
                LOG.warning("table %s: its review has to wait; again in %g s: %s", table_id, pause, wrong)
                asyncio.get_running_loop().call_later(pause, self._queue.put_nowait, (asked, table_id))
            else:
                self._pauses.pop(table_id, None)

    async def _insist(self, table_id: str) -> None:
        """Work on a review; one that fails again although the database is available is marked as failed."""
        for _ in range(MOST_CRASHES):
            try:
                await self._take(table_id)
            except Exception as wrong:
                if isinstance(wrong, UNAVAILABLE) or (isinstance(wrong, ApiError) and wrong.status == 503):
                    raise
                LOG.exception("table %s: the review was interrupted", table_id)
            else:
                return
        await self._write(table_id, state="failed")

    async def _take(self, table_id: str) -> None:
        """Work on a review, unless another process does."""
        work = f"review {table_id}"
        if table_id not in self._running and await self._leases.claim(work):
            try:
                await self._review(table_id)
            finally:
                await self._leases.release(work)

    async def _review(self, table_id: str) -> None:
        """Complete one review from where it was interrupted, unless it is stopped."""
        query = select(REVIEWS.c.state, REVIEWS.c.decisions).where(REVIEWS.c.table_id == table_id)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).one()
        if found.state != "waiting":
            return
        known = msgspec.json.decode(found.decisions, type=list[Decision])
        async with self._tables.opened(table_id) as play:
            log, count = play.table.log, play.table.moves
        self._running[table_id] = progress = Progress(known, count)
        try:
            await self._compute(table_id, progress, Wanted(log, known, self._iterations))
        finally:
            if self._running.get(table_id) is progress:
                del self._running[table_id]

    async def _compute(self, table_id: str, progress: Progress, wanted: Wanted) -> None:
        """Take over what the reviewer finds, until the review is complete or stopped."""
        known, saved = progress.known, time.monotonic()
        async with aclosing(lines(wanted)) as telling:
            async for told in telling:
                if self._running.get(table_id) is not progress:
                    return
                if told.review:
                    await self._write(table_id, state="done", decisions="[]", review=text(told.review))
                    for listener in self._listeners:
                        listener()
                elif told.decision:
                    known.append(told.decision)
                    if time.monotonic() - saved >= SAVE_EVERY:
                        if not await self._write(table_id, "waiting", decisions=text(known)):
                            return  # stopped in another process
                        saved = time.monotonic()

    async def _write(self, table_id: str, only: Stage | None = None, **values: str) -> bool:
        """Store something about a review, or only if it is in a state; was it?"""
        where = (REVIEWS.c.table_id == table_id) & (REVIEWS.c.state == only if only else true())
        async with self._database.writing() as connection:
            return (await connection.execute(update(REVIEWS).where(where).values(values))).rowcount > 0


def without_findings(stage: Stage) -> ReviewShown:
    """A review that is not under way, or has only begun."""
    return ReviewShown(stage, 0, 0, None, None)


def text(found: Review | list[Decision]) -> str:
    """As JSON."""
    return msgspec.json.encode(found).decode()


async def lines(wanted: Wanted) -> AsyncGenerator[Told]:
    """The results of a review in a process of its own, which is killed when nobody reads any more."""
    with CancelScope(shield=True):
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
        with CancelScope(shield=True):
            await process.wait()
