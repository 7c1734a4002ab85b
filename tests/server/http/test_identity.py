"""The cookie that makes a browser a guest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.builders import visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tests.server.builders import Player

pytestmark = pytest.mark.anyio


async def test_the_guest_cookie(alex: Player) -> None:
    first = await alex.get("/api/me", **{"Accept-Language": "de, it-CH;q=0.8, fr;q=0.5"})
    assert first.json().items() >= {"name": None, "language": "it"}.items()
    cookie = first.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"))
    assert "Secure" not in cookie
    assert "set-cookie" not in (await alex.get("/api/me")).headers


async def test_a_made_up_cookie_makes_no_guest(app: Starlette) -> None:
    answer = await visitor(app).get("/api/me", Cookie="guest=1")
    assert "set-cookie" in answer.headers
