"""What no request may contain: refused with a sentence, on every route."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import OperationalError

from guanxi.server.http.errors import ApiError
from guanxi.server.http.well_formed import DEEPEST, check_json

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tests.server.builders import Player

pytestmark = pytest.mark.anyio
DEEP = b'{"options": ' + b"[" * 8000 + b"]" * 8000 + b"}"
BODIES = [
    DEEP,
    b"[" * 16000,
    b'{"seat": 9223372036854775808}',
    b'{"seat": ' + b"9" * 5000 + b"}",
    rb'{"name": "a\u0000"}',
]


@pytest.mark.parametrize("body", BODIES, ids=["deep", "open", "beyond 64 bits", "huge", "NUL"])
async def test_every_route_refuses_it(app: Starlette, alex: Player, body: bytes) -> None:
    routes = [route for route in app.state.parts.routes if route.body]
    assert len(routes) > 30
    for route in routes:
        path = route.path.replace("{id}", "23456789ab")
        answer = await alex.client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code in (400, 422), answer.json()["error"]) == (True, "bad-request"), route.path
        assert len(answer.json()["message"]) < 200


@pytest.mark.parametrize("path", ["/api/tables/%00", "/api/tables?game=%00", "/api/people/a%00", "/api/ratings/%00"])
async def test_an_address_with_nul(alex: Player, path: str) -> None:
    answer = await alex.get(path)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * DEEPEST + b"]" * DEEPEST,
        b'{"a": "' + b"[" * 100 + rb"\"" + b"{" * 100 + b'"}',
        b'{"a": 9223372036854775807, "b": "99999999999999999999"}',
        rb'{"a": "\\u0000"}',
    ],
)
def test_what_only_looks_alike_is_accepted(body: bytes) -> None:
    check_json(body)


def test_an_escaped_backslash_does_not_hide_nul() -> None:
    with pytest.raises(ApiError):
        check_json(rb'{"a": "\\\u0000"}')


async def test_a_database_that_does_not_answer(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked() -> None:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    monkeypatch.setattr(app.state.parts.database, "reading", locked)
    answer = await alex.get("/api/me")
    assert (answer.status_code, answer.json()["error"], answer.headers["retry-after"]) == (503, "unavailable", "1")
    assert "database is locked" in caplog.text
