"""Shared by the tests of tournaments: making them, and waiting for what must happen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.server.builders import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.builders import Player

Page = dict[str, Any]


async def organise(client: Player, **more: Any) -> Page:
    """A tournament of short games of Hanamikoji without pauses."""
    wanted = {
        "name": "Thursday",
        "game": "hanamikoji",
        "format": "swiss",
        "options": {"rounds": 1},
        "pause": 0,
        "plays": False,
        **more,
    }
    answer = await client.post("/api/tournaments", wanted)
    assert answer.status_code == 201, answer.text
    page: Page = answer.json()
    return page


async def page_of(player: Player, tournament: str) -> Page:
    """The tournament as the player sees it."""
    answer = await player.get(f"/api/tournaments/{tournament}")
    assert answer.status_code == 200, answer.text
    page: Page = answer.json()
    return page


async def ask(player: Player, tournament: str, path: str, **body: Any) -> Page:
    """Send a request that must be granted."""
    answer = await player.post(f"/api/tournaments/{tournament}/{path}", body)
    assert answer.status_code == 200, answer.text
    page: Page = answer.json()
    return page


async def refused(player: Player, tournament: str, path: str, **body: Any) -> str:
    """Send a request that must be refused."""
    answer = await player.post(f"/api/tournaments/{tournament}/{path}", body)
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"])


async def until(player: Player, tournament: str, holds: Callable[[Page], bool]) -> Page:
    """The tournament as soon as something holds."""
    async with asyncio.timeout(TIME_LIMIT):
        while not holds(page := await page_of(player, tournament)):
            await asyncio.sleep(0.2)  # a page is dear: more looks would slow down the games
    return page


def is_over(page: Page) -> bool:
    """Is the tournament over?"""
    return bool(page["state"] == "over")


def games(page: Page, number: int) -> list[dict[str, Any]]:
    """The games of a round."""
    return next((one["games"] for one in page["played"] if one["number"] == number), [])
