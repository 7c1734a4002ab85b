"""People whom the server knows by name, for tests about friends and clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.server.builders import Player, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette


async def person(app: Starlette, name: str) -> Player:
    """A guest with a name."""
    player = visitor(app)
    await player.post("/api/me", {"name": name})
    return player


async def profile(player: Player) -> str:
    """A player's public id."""
    return str((await player.get("/api/me")).json()["profile"])


async def about(player: Player, other: Player, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    """Send a request about another person, and return the answer."""
    answer = await player.post(f"/api/people/{await profile(other)}/{path}", body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def read(player: Player, path: str) -> Any:
    """What a player reads."""
    answer = await player.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()
