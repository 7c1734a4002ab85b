"""Bots at live tables.  They think in processes of their own, see their seat's sight only, and move like anybody."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import IllegalMove
from guanxi.server.bots.worker import Asked, Chosen
from guanxi.server.http.errors import ApiError
from guanxi.server.learning.lessons import followed, thinker
from guanxi.server.learning.tutorials import follow
from guanxi.server.tables.plans import answer_planned

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

    from guanxi.engine.sight import Sight
    from guanxi.server.house import House
    from guanxi.server.tables.play import Play

LOG = logging.getLogger("guanxi.server")
WORKER = ("-m", "guanxi.server.bots.worker")
NOT_SAVED = 503
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0  # seconds until a move that could not be saved is tried again
MOST_CRASHES = 3  # of one decision; then the first legal move is made, so that people can go on


class Crashed(Exception):
    """A worker has died, or thought for too long."""


class Worker:
    """One process in which bots think, started when it is first needed and again when it has died."""

    def __init__(self, patience: float) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._patience = patience

    async def choose(self, asked: Asked) -> Chosen:
        """A bot's decision."""
        process = self.process or await self._start()
        assert process.stdin
        assert process.stdout
        try:
            async with asyncio.timeout(self._patience):
                process.stdin.write(msgspec.json.encode(asked) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            return msgspec.json.decode(line, type=Chosen)
        except (OSError, TimeoutError, msgspec.DecodeError) as wrong:
            await self.close()
            raise Crashed from wrong
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _start(self) -> asyncio.subprocess.Process:
        # Its own session: Ctrl-C in a terminal is for the server, which then ends its workers.
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        return self.process

    async def close(self) -> None:
        """End the process, if there is one."""
        process, self.process = self.process, None
        if process and process.returncode is None:
            process.kill()
            await process.wait()


class Bots:
    """The bots of all tables, and the workers they share."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.workers = [Worker(house.settings.bot_patience) for _ in range(house.settings.workers)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self._idle.put_nowait(worker)
        self._awake: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()  # tables at which nobody has looked since they changed

    def wake(self, table_id: str) -> None:
        """A table has changed: perhaps a bot owes a move there."""
        self._changed.add(table_id)
        if table_id not in self._awake:
            self._awake[table_id] = asyncio.create_task(self._attend(table_id))

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A worker, as soon as one has nothing else to do."""
        worker = await self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._awake.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.close()

    async def _attend(self, table_id: str) -> None:
        """Make all moves that bots owe at a table, until nothing has changed since the last look."""
        pause = FIRST_PAUSE
        while table_id in self._changed:
            self._changed.discard(table_id)
            try:
                while await self._move(table_id):
                    pause = FIRST_PAUSE
            except ApiError as wrong:
                LOG.warning("table %s: bots cannot go on: %s", table_id, wrong.error)
                if wrong.status == NOT_SAVED:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                    self._changed.add(table_id)
            except Exception:
                LOG.exception("table %s: bots cannot go on", table_id)
        # Together with the last look: a change in between would wake nobody.
        del self._awake[table_id]

    async def _move(self, table_id: str) -> bool:
        """Make one move that a bot owes; False if none does."""
        if await follow(self._house, table_id):
            return True
        async with self._house.tables.opened(table_id) as play:
            if await answer_planned(self._house, play):
                self._house.hub.ring(table_id)
                return True
            seat = owing_bot(play)
            if seat is None:
                return False
            length, sight, row = play.length, play.table.sight(seat), play.seats[seat]
            name = thinker(row.bot)
            if row.absent == "forfeit":
                deciding: Awaitable[int] = asyncio.sleep(0, play.table.game.absent(play.table.position, seat))
            else:
                deciding = self._decide(name, sight, msgspec.to_builtins(play.table.options))
        move, _ = await asyncio.gather(deciding, asyncio.sleep(self._house.settings.bot_delay))
        async with self._house.tables.opened(table_id) as play:
            if play.length != length or play.question or play.seats[seat].present:
                return True
            try:
                client = f"bot {length + 1}"
                await self._house.tables.append(play, seat, client, lambda table: table.play(seat, move))
            except IllegalMove:
                LOG.error("table %s: the bot %s chose move %s, which is not legal", table_id, name, move)
                await self._house.tables.append(
                    play, seat, client, lambda table: table.play(seat, sight.legal_numbers[0])
                )
        self._house.hub.ring(table_id)
        return True

    async def _decide(self, name: str, sight: Sight, options: dict[str, Any]) -> int:
        """A bot's decision; if a worker dies, another is asked."""
        for _ in range(MOST_CRASHES):
            asked = Asked(sight.game.name, options, name, sight.seat, sight.numbers(), secrets.randbits(62))
            async with self.worker() as worker:
                try:
                    return (await worker.choose(asked)).move
                except Crashed:
                    LOG.warning("a bot's worker has died; another is asked")
        LOG.error("the bot %s has failed %d times at one decision: the first legal move is made", name, MOST_CRASHES)
        return sight.legal_numbers[0]


def owing_bot(play: Play) -> int | None:
    """A bot that owes a move, or a seat whose owner is gone; while people talk about an undo, none does."""
    if play.question or followed(play):
        return None
    return next((seat for seat in play.to_move if not play.seats[seat].present), None)
