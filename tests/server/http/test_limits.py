"""Limits on the size, rate, type and origin of requests, and the headers of responses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from guanxi.engine.errors import BadOption
from guanxi.server.http.errors import preferred_language
from guanxi.server.http.limits import Buckets
from guanxi.server.settings import from_environment
from tests.server.builders import BOT, ME, Player, freeze_limits, quick, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
TABLE = {"game": "hanamikoji", "seats": [ME, BOT]}


@pytest.mark.parametrize("path", ["/api/tables", "/api/join", "/api/tables/x/moves", "/api/tables/x/rematch"])
async def test_a_body_that_is_too_large(alex: Player, path: str) -> None:
    answer = await alex.post(path, {"name": "x" * 17_000})
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
    assert "16 kB" in answer.json()["message"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_a_body_that_is_not_sent_as_json(alex: Player, kind: str) -> None:
    answer = await alex.client.post("/api/tables", content=b"{}", headers={"Content-Type": kind} if kind else {})
    assert (answer.status_code, answer.json()["error"]) == (415, "not-json")


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 422), (b"{", 400), (b"\xff", 400), (b'"\\ud800"', 400), (b"[]", 422), (b"{}", 422), (b"null", 422)],
)
async def test_an_invalid_body(alex: Player, body: bytes, status: int) -> None:
    answer = await alex.client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (status, "bad-request")


async def test_a_page_of_another_site_is_refused(alex: Player) -> None:
    for origin in ("https://evil.example", "null", "http://guanxi.test.evil.example"):
        answer = await alex.post("/api/tables", TABLE, Origin=origin)
        assert (answer.status_code, answer.json()["error"]) == (403, "foreign-origin")
    assert (await alex.post("/api/tables", TABLE, Origin="http://guanxi.test")).status_code == 201


async def test_a_flood_is_slowed_down(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex = visitor(app)
        answers = [await alex.get("/api/me") for _ in range(300)]
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert (refused.status_code, refused.json()["error"]) == (429, "too-many")
        assert int(refused.headers["retry-after"]) >= 1
        assert sum(answer.status_code == 200 for answer in answers) >= 120


async def test_new_tables_are_limited(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        codes = [201]
        while codes[-1] == 201 and len(codes) < 500:
            codes.append((await visitor(app).post("/api/tables", TABLE)).status_code)
        assert len(codes) > 100
        assert codes[-1] == 429


async def statuses(app: Starlette, forwarded: list[str], host: str = "127.0.0.1") -> set[int]:
    """The answers to requests that say whom they were forwarded for; an address may ask 600 times."""
    transport = httpx.ASGITransport(app=app, client=(host, 40_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://guanxi.test") as client:
        return {
            (await client.get("/api/health", headers={"X-Forwarded-For": address})).status_code for address in forwarded
        }


@pytest.mark.parametrize(("proxies", "found"), [((), {200, 429}), (("127.0.0.0/8",), {200})])
async def test_only_named_proxies_are_believed(tmp_path: Path, proxies: tuple[str, ...], found: set[int]) -> None:
    async with started(quick(tmp_path, limited=True, proxies=proxies)) as app:
        freeze_limits(app)
        assert await statuses(app, [f"198.51.{number % 7}.{number % 250}" for number in range(601)]) == found


async def test_a_network_of_ipv6_counts_as_one_address(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True, proxies=("127.0.0.1",))) as app:
        freeze_limits(app)
        assert await statuses(app, [f"2001:db8:1:2::{number:x}" for number in range(600)]) == {200}
        assert await statuses(app, ["2001:db8:1:2:ffff::1"]) == {429}
        assert await statuses(app, ["2001:db8:1:3::1", "fe80::1%eth0", "not:an:address"]) == {200}


@pytest.mark.parametrize("proxies", ["nginx", "127.0.0.1, 300.1.1.1"])
def test_a_proxy_that_is_no_address(proxies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_PROXIES", proxies)
    with pytest.raises(BadOption, match="no address or network"):
        from_environment(None)


def test_a_bucket_refills() -> None:
    buckets = Buckets(rate=2, most=3)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a", 0.0) == 0.5
    assert buckets.take("b", 0.0) == 0
    assert buckets.take("a", 0.5) == 0


async def test_the_security_headers(alex: Player) -> None:
    for path in ("/", "/api/health", "/api/nowhere", "/join/secret", "/missing.js"):
        headers = (await alex.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert (await alex.get("/api/me")).headers["cache-control"] == "no-store"


async def test_an_unknown_path_or_method(alex: Player) -> None:
    missing = await alex.get("/api/nowhere", **{"Accept-Language": "it"})
    assert (missing.status_code, missing.json()["error"]) == (404, "unknown-page")
    assert missing.json()["message"] == "A questo indirizzo non c’è nulla."
    wrong = await alex.client.delete("/api/tables")
    assert (wrong.status_code, wrong.json()["error"]) == (405, "wrong-method")


async def test_an_internal_error_is_a_sentence(app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.state.parts.database, "reading", None)
    answer = await alex.get("/api/me")
    assert (answer.status_code, answer.json()["error"]) == (500, "fault")
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("fr-CH, fr;q=0.9", "fr"), ("de;q=1, it;q=0.2, fr;q=0.1", "it"), ("xx;q=high, fr", "fr"), ("*", "en")],
)
def test_the_preferred_language(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language
