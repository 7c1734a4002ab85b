"""Questions for hints that other processes answer: stored, claimed with a lease, and told in both directions.

A process that dies while it thinks loses its lease, and another one answers.  An answer that nobody waits for any more
is thrown away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from anyio import CancelScope
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from guanxi.bots.explanations import Alternative
from guanxi.server.bots.workers import Crashed
from guanxi.server.clocks.clocks import SECOND
from guanxi.server.http.errors import ApiError
from guanxi.server.review.advice import Question
from guanxi.server.storage.background import Background
from guanxi.server.storage.schema import QUESTIONS

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.review.advice import Advises
    from guanxi.server.storage.database import Database
    from guanxi.server.storage.leases import Leases

LOG = logging.getLogger("guanxi.server")
ASKED, ANSWERED = "asked", "answered"  # the topics of what other processes are told
LOOK_AGAIN = 5.0  # seconds between looks at questions whose news were missed, or whose process has died


class Questions:
    """Asks other processes, or answers them if bots think here."""

    def __init__(
        self, database: Database, leases: Leases, advice: Advises, now: Now, patience: float, thinks: bool
    ) -> None:
        self._database = database
        self._leases = leases
        self._advice = advice
        self._now = now
        self._patience = patience
        self._thinks = thinks
        self._news: dict[str, asyncio.Event] = {}  # of questions that wait here for their answers
        self._answering: set[str] = set()
        self._background = Background()

    async def find(self, question: Question) -> list[Alternative]:
        """Let another process find the best moves."""
        id_ = secrets.token_hex(8)
        self._news[id_] = news = asyncio.Event()
        row = {"id": id_, "asked": self._now(), **msgspec.structs.asdict(question)}
        try:
            async with self._database.writing(in_turn=False) as connection:
                await connection.execute(insert(QUESTIONS), row)
                await self._database.notifier.tell(connection, ASKED, id_)
            return msgspec.json.decode(await self._answered(id_, news), type=list[Alternative])
        finally:
            del self._news[id_]
            with CancelScope(shield=True), suppress(SQLAlchemyError, OSError):  # `run` forgets it, too
                await self._remove(QUESTIONS.c.id == id_)

    def hear(self, id_: str) -> None:
        """A question has been answered."""
        if id_ in self._news:
            self._news[id_].set()

    def look_at(self, id_: str) -> None:
        """Another process asks a question."""
        if self._thinks and id_ not in self._answering:
            self._answering.add(id_)
            self._background.start(self._take(id_))

    async def run(self) -> None:
        """Look again and again for questions that nobody answers; for ever."""
        while self._leases.shared and self._thinks:
            try:
                await self._remove(QUESTIONS.c.asked < self._now() - round(self._patience * SECOND))
                async with self._database.reading() as connection:
                    waiting = list(await connection.scalars(select(QUESTIONS.c.id).where(QUESTIONS.c.answer.is_(None))))
            except (SQLAlchemyError, OSError) as wrong:
                LOG.warning("questions cannot be looked for; again in %g s: %s", LOOK_AGAIN, wrong)
                waiting = []
            for id_ in waiting:
                self.look_at(id_)
            await asyncio.sleep(LOOK_AGAIN)

    async def close(self) -> None:
        """Stop answering; what is under way is left to others."""
        await self._background.close()

    async def _answered(self, id_: str, news: asyncio.Event) -> str:
        """Wait for an answer; the news of it may be missed."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._patience
        while True:
            news.clear()
            async with self._database.reading() as connection:
                answer: str | None = await connection.scalar(select(QUESTIONS.c.answer).where(QUESTIONS.c.id == id_))
            if answer is not None:
                return answer
            left = until - loop.time()
            if left <= 0:
                raise Crashed
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), min(left, LOOK_AGAIN))

    async def _take(self, id_: str) -> None:
        """Answer a question, unless another process does."""
        work = f"question {id_}"
        try:
            if await self._leases.claim(work):
                try:
                    await self._answer(id_)
                finally:
                    await self._leases.release(work)
        except (Crashed, ApiError, SQLAlchemyError, OSError) as wrong:
            LOG.warning("a question for a hint could not be answered; again soon: %r", wrong)
        finally:
            self._answering.discard(id_)

    async def _answer(self, id_: str) -> None:
        columns = (QUESTIONS.c.table_id, QUESTIONS.c.seat, QUESTIONS.c.steps)
        query = select(*columns).where(QUESTIONS.c.id == id_, QUESTIONS.c.answer.is_(None))
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return
        found = await self._advice.find(Question(*row))
        answer = msgspec.json.encode(found).decode()
        async with self._database.writing(in_turn=False) as connection:
            await connection.execute(update(QUESTIONS).where(QUESTIONS.c.id == id_).values(answer=answer))
            await self._database.notifier.tell(connection, ANSWERED, id_)

    async def _remove(self, which: ColumnElement[bool]) -> None:
        """Forget questions that nobody waits for."""
        async with self._database.writing(in_turn=False) as connection:
            await connection.execute(delete(QUESTIONS).where(which))
