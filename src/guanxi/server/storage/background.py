"""Tasks in the background that finish their queries before they are cancelled.

The shield of a query is AnyIO's: `Task.cancel` would break through it and leave a half-closed connection.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from anyio import CancelScope

if TYPE_CHECKING:
    from collections.abc import Coroutine


class Background:
    """A group of tasks that run until they return, or until all are closed."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[None], CancelScope] = {}

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine."""
        scope = CancelScope()
        task = asyncio.create_task(self._run(work, scope))
        self._running[task] = scope
        task.add_done_callback(lambda done: self._running.pop(done, None))

    async def _run(self, work: Coroutine[None, None, None], scope: CancelScope) -> None:
        with scope:
            await work

    async def close(self) -> None:
        """Cancel all tasks and wait for their end."""
        tasks = list(self._running)
        for scope in self._running.values():
            scope.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
