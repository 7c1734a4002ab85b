"""Bots at live tables.  They see only their seat's sight, and move like anybody else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from asyncio import sleep
from contextlib import ExitStack
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from guanxi.engine.errors import IllegalMove
from guanxi.server.bots.fair_queue import Job, Urgency
from guanxi.server.bots.remarks import Remarks
from guanxi.server.bots.worker import Asked, Chosen
from guanxi.server.bots.workers import Crashed, Withdrawn
from guanxi.server.clocks.clocks import SECOND
from guanxi.server.http.errors import ApiError
from guanxi.server.seats.characters import manner_of
from guanxi.server.seats.seats import stand_in
from guanxi.server.storage.background import Background
from guanxi.server.tables.owed import owing_seat
from guanxi.server.tables.plans import play_plans

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from guanxi.engine.sight import Sight
    from guanxi.server.bots.workers import Workers
    from guanxi.server.chat.chat import Chat
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.identity import Who
    from guanxi.server.learning.tutorials import Tutorials
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.storage.leases import Leases
    from guanxi.server.tables.hub import Hub
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.presence import Presence
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore

LOG = logging.getLogger("guanxi.server")
NOT_FOUND, NOT_SAVED = 404, 503
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds before a move that failed is retried
TAKE_OVER = 5.0  # seconds after which an owed move is looked after that no process has a lease on
BUSY_AFTER = 3.0  # seconds that a decision waits for a worker before players are told
MOST_CRASHES = 3  # of one decision; then the first legal move is made, so that people can play on


class Bots:
    """Makes the moves that the server owes: of bots, plans, tutorials and absent players."""

    def __init__(
        self,
        store: TableStore,
        tables: Tables,
        tutorials: Tutorials,
        workers: Workers,
        hub: Hub,
        presence: Presence,
        leases: Leases,
        now: Now,
        chat: Chat,
        delay: float,
    ) -> None:
        self._store = store
        self._tables = tables
        self._tutorials = tutorials
        self._workers = workers
        self._hub = hub
        self._presence = presence
        self._leases = leases
        self._now = now
        self._chat = chat
        self._remarks = Remarks()
        self._delay = delay
        self._awake: set[str] = set()  # tables that are being looked at
        self._background = Background()
        self._changed: set[str] = set()  # tables that have changed since they were last looked at
        self._waiting: dict[str, tuple[Job, list[SeatRow]]] = {}  # by table: what waits for a worker, and who for it
        hub.on_visit(lambda table_id, _who: self.reconsider(table_id))

    async def start(self) -> None:
        """Continue at all tables where the server owes a move."""
        for table_id in await self._store.owed():
            self.wake(table_id)

    async def run(self) -> None:
        """Take over moves that nobody makes because another process has died; with SQLite there is none."""
        while self._leases.shared:
            await asyncio.sleep(TAKE_OVER)
            try:
                waiting = await self._store.owed(self._now() - round(TAKE_OVER * SECOND))
            except (SQLAlchemyError, OSError) as wrong:
                LOG.warning("owed moves cannot be looked for; again in %g s: %s", TAKE_OVER, wrong)
                continue
            for table_id in waiting:
                if table_id not in self._awake:
                    self.wake(table_id)

    def wake(self, table_id: str) -> None:
        """Look at a table that has changed: a bot may owe a move there."""
        if table_id in self._waiting:
            self._workers.withdraw(self._waiting[table_id][0])
        if table_id in self._awake:
            self._changed.add(table_id)
        elif self._tables.may_owe(table_id):
            self._changed.add(table_id)
            self._awake.add(table_id)
            self._background.start(self._attend(table_id))

    def look_again(self, table_id: str) -> None:
        """Look again at a table that another process has changed, if a bot waits for its turn to think there."""
        if table_id in self._waiting:
            self.wake(table_id)

    def reconsider(self, table_id: str) -> None:
        """Somebody has begun to look at a table, or has stopped."""
        if table_id in self._waiting:
            job, seats = self._waiting[table_id]
            self._workers.reconsider(job, urgency(seats, self._hub.clients(table_id)))

    async def close(self) -> None:
        """Stop everything."""
        await self._background.close()

    async def _attend(self, table_id: str) -> None:
        """Make all moves that are owed at a table, until it has not changed since the last look."""
        pause = FIRST_PAUSE
        while table_id in self._changed:
            self._changed.discard(table_id)
            try:
                while await self._move(table_id):
                    pause = FIRST_PAUSE
            except Exception as wrong:
                if not isinstance(wrong, ApiError) or wrong.status == NOT_SAVED:
                    cause = wrong.__cause__ if isinstance(wrong, ApiError) else wrong
                    LOG.warning("table %s: a bot's move failed; again in %g s", table_id, pause, exc_info=cause)
                    await sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                    self._changed.add(table_id)
                elif wrong.status != NOT_FOUND:  # a table that was closed is no longer found
                    LOG.error("table %s: bots cannot continue: %s", table_id, wrong.error)
        # In the same step as the last look: a change in between would wake nobody.
        self._awake.discard(table_id)

    async def _move(self, table_id: str) -> bool:
        """Make one move that is owed; False if there is none."""
        if await self._tutorials.follow(table_id):
            return True
        async with self._tables.opened(table_id) as play:
            if await play_plans(self._tables, play):
                return True
            seat = owing_seat(play)
            if seat is None:
                return False
            length, sight, row = play.length_for((seat,)), play.table.sight(seat), play.seats[seat]
            name = stand_in(row.bot)
            if row.absent == "forfeit":
                absent = Chosen(play.table.game.absent(play.table.position_for(seat), seat))
                deciding: Awaitable[Chosen | None] = asyncio.sleep(0, absent)
            else:
                deciding = self._decide(name, sight, play, play.header.version)
        # One after the other: a task of its own would not be shielded while it ends its process.
        loop = asyncio.get_running_loop()
        ready = loop.time() + self._delay
        try:
            chosen = await deciding
            if chosen is None:
                return False
            await asyncio.sleep(ready - loop.time())
            await self._make(table_id, seat, length, sight, chosen)
        finally:
            await self._leases.release(table_id)
        return True

    async def _make(self, table_id: str, seat: int, length: int, sight: Sight, chosen: Chosen) -> None:
        """Make a move at a table, unless it has changed since the bot saw it: then the bot has to look again."""
        async with self._tables.opened(table_id) as play:
            if not play.has_seen(seat, (seat,), length) or play.question or play.seats[seat].present:
                return
            client = f"bot {length + 1}"
            try:
                await self._tables.make_move(play, seat, client, chosen.move)
                await self._talk(play, seat, sight, chosen)
            except IllegalMove:
                LOG.error("table %s: a bot chose move %s, which is not legal", table_id, chosen.move)
                first = sight.legal_numbers[0]
                await self._tables.make_move(play, seat, client, first)

    async def _talk(self, play: Play, seat: int, sight: Sight, chosen: Chosen) -> None:
        """Say something about a deal to its partner, or about the game to everybody if a player looks."""
        if deal := sight.remark(chosen.move):
            await self._chat.remark(play, seat, *deal)
            return
        manner, table_id = manner_of(play.table.game, play.seats[seat]), play.header.id
        if manner is None or chosen.thought is None or play.header.tournament:
            return
        said = self._remarks.after(table_id, seat, manner, chosen.thought)
        if said and urgency(play.seats, self._hub.clients(table_id)) == Urgency.WATCHED:
            await self._chat.speak(play, seat, said)

    async def _decide(self, name: str, sight: Sight, play: Play, version: int) -> Chosen | None:
        """A bot's decision; if a worker dies, another one is asked.  None: it is no longer needed from this process."""
        table_id, game, options = play.header.id, sight.game.name, msgspec.to_builtins(play.table.options)
        manner = manner_of(play.table.game, play.seats[sight.seat])
        for _ in range(MOST_CRASHES):
            job = Job(game, name, urgency(play.seats, self._hub.clients(table_id)), guests_of(play))
            try:
                with self._noted(job, play) as noted:
                    async with self._workers.worker(job) as worker:
                        noted.close()
                        if not await self._claim(table_id, version):
                            return None
                        bot = f"{manner}:{job.hurried_bot}" if manner else job.hurried_bot
                        asked = Asked(game, options, bot, sight.seat, sight.numbers(), secrets.randbits(62))
                        return await worker.choose(asked)
            except Withdrawn:
                return None
            except Crashed:
                LOG.warning("a bot's worker has died; another one is asked")
        LOG.error("the bot %s failed %d times at one decision: the first legal move is made", name, MOST_CRASHES)
        return Chosen(sight.legal_numbers[0])

    async def _claim(self, table_id: str, version: int) -> bool:
        """Claim a table if it is as the bot saw it; another process may have moved and given it back."""
        if not await self._leases.claim(table_id):
            return False
        if self._leases.shared and await self._store.version(table_id) != version:
            self._changed.add(table_id)
            return False
        return True

    def _noted(self, job: Job, play: Play) -> ExitStack:
        """Note that a table waits for a worker; if that takes long, its players are told that the bot is busy."""
        table_id, noted = play.header.id, ExitStack()
        self._waiting[table_id] = (job, play.seats)
        noted.callback(self._waiting.pop, table_id)
        timer = asyncio.get_running_loop().call_later(BUSY_AFTER, self._presence.set_busy, table_id, True)
        noted.callback(self._presence.set_busy, table_id, False)
        noted.callback(timer.cancel)
        return noted


def urgency(seats: Sequence[SeatRow], clients: Sequence[Who]) -> Urgency:
    """How soon a table needs its bots, by its seats and the clients who have it open."""
    people = [seat for seat in seats if seat.present]
    if any(seat.held_by(who) for seat in people for who in clients):
        return Urgency.WATCHED
    return Urgency.PEOPLE if people or clients else Urgency.BOTS


def guests_of(play: Play) -> tuple[str, ...]:
    """The guests who wait for the bots of a table: its players, or whoever created it."""
    players = {seat.guest: None for seat in play.seats if seat.present and seat.guest}
    return tuple(players) or (play.header.creator or "",)
