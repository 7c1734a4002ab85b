"""Upgrades: games that began under older code.

A table stores a digest of its position with every entry.  One whose log leads elsewhere by the present rules, or no
longer replays, is halted as soon as it is loaded: its players can read it and end it without a loser.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from anyio import to_thread

from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, post
from guanxi.server.storage.database import UNAVAILABLE
from guanxi.server.storage.keys import remember, remembered
from guanxi.server.tables import wire
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.snapshots import all_code
from guanxi.server.tables.state import state
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore

LOG = logging.getLogger("guanxi.server")
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before a replay that the database could not serve is tried again
CODE = "code"  # the name by which the digest of the code is remembered


class Upgrades:
    """Replays running games once when the code has changed, and lets players end those that cannot go on."""

    def __init__(self, database: Database, store: TableStore, tables: Tables) -> None:
        self._database = database
        self._store = store
        self._tables = tables

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(
                f"{TABLE}/end",
                self.end,
                wire.Ending,
                State,
                "End a game that cannot go on by newer rules, without a loser.",
                (404, 409, 503),
            ),
        )

    async def end(self, call: Call[wire.Ending]) -> State:
        """End a halted game; nobody has to agree, because nobody can play on."""
        who = call.who
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.body.seat)
            if play.over:
                raise TableError(409, "over", state(play, seat, who))
            if not play.halted:
                raise TableError(409, "not-halted", state(play, seat, who))
            await self._tables.end(play, "rules")
            return state(play, seat, who)

    async def run(self) -> None:
        """Replay all running games if the code has changed since they were last replayed."""
        code, pause = await to_thread.run_sync(all_code), FIRST_PAUSE
        while True:
            try:
                if await remembered(self._database, CODE) != code:
                    await self.check()
                    await remember(self._database, CODE, code)
            except Exception:
                LOG.exception("running games could not be replayed; again in %g s", pause)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def check(self) -> None:
        """Replay all running games, stop the clocks of those that cannot go on, and log how many there are."""
        found = [await self._goes_on(table_id) for table_id in await self._store.running()]
        if found:
            halted = found.count(False)
            level = logging.WARNING if halted else logging.INFO
            LOG.log(level, "new code: %d running games go on, %d are halted", len(found) - halted, halted)

    async def _goes_on(self, table_id: str) -> bool:
        """Replay a game; what is stored of clocks and turns is brought up to date if it stops or goes on again."""
        try:
            async with self._tables.opened(table_id) as play:
                if play.to_move != play.header.to_move:
                    async with self._tables.changing(play):
                        pass
                if play.halted:
                    LOG.warning("table %s: its log leads elsewhere by these rules", table_id)
                return not play.halted
        except UNAVAILABLE:
            raise
        except ApiError as wrong:
            if wrong.status == 503:
                raise
            LOG.warning("table %s: it cannot be opened: %s", table_id, wrong.error)
        except Exception:
            LOG.exception("table %s: it cannot be replayed", table_id)
        return False
