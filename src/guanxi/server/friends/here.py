"""People who are here: those whose browser shows a page of this server, in any of its processes.

A page in sight asks for challenges again and again, that of a club also for its members; a person who has not asked for
a while is gone.  Nothing is stored.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from guanxi.server.clocks.clocks import SECOND
from guanxi.server.http.identity import Who

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.tables.elsewhere import Elsewhere

PLACE = "here"  # stands for a table in what processes tell one another
LASTS = 60 * SECOND  # the pages ask three times as often
PAUSE = 5.0  # seconds between looks for people who have left


class Here:
    """The people who are here now."""

    def __init__(self, elsewhere: Elsewhere, now: Now) -> None:
        self._elsewhere = elsewhere
        self._now = now
        self._asked: dict[str, int] = {}  # when each guest last asked this process

    def note(self, guest: str) -> None:
        """Note that a guest is here."""
        if guest not in self._asked:
            self._elsewhere.come(PLACE, Who(guest))
        self._asked[guest] = self._now()

    def has(self, guest: str) -> bool:
        """Is a guest here now?"""
        asked = self._asked.get(guest)
        fresh = asked is not None and self._now() - asked <= LASTS
        return fresh or self._elsewhere.is_at(PLACE, Who(guest))

    async def run(self) -> None:
        """Forget people who have left, for ever."""
        while True:
            self.forget_gone()
            await asyncio.sleep(PAUSE)

    def forget_gone(self) -> None:
        """Forget people who have not asked for a while."""
        at = self._now()
        for guest in [guest for guest, asked in self._asked.items() if at - asked > LASTS]:
            del self._asked[guest]
            self._elsewhere.go(PLACE, Who(guest))
