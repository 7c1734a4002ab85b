"""A clock that tests move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.server.builders import quick

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

    from guanxi.server.settings import Settings

NEVER = 1e6  # seconds between the server's own checks


class Hands:
    """A clock that is moved by hand; it begins at noon."""

    def __init__(self) -> None:
        self.now = 1_800_014_400.0

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float = 0, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        """Let time pass."""
        self.now += seconds + 60 * minutes + 3600 * hours + 86400 * days


def timed(folder: Path, hands: Hands, **changes: Any) -> Settings:
    """Settings for tests that move time: the server checks deadlines and notices only when told to."""
    return quick(folder, clock=hands, deadline_interval=NEVER, delivery_interval=NEVER, **changes)


async def check_deadlines(app: Starlette) -> None:
    """Let the server check for clocks that have run out."""
    await app.state.parts.deadlines.check()
