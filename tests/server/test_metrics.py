"""Numbers for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from guanxi.engine.errors import BadOption
from guanxi.server.settings import from_environment
from tests.server.builders import BOT, HERE, ME, Player, quick, started, visitor
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def read(player: Player) -> dict[str, float]:
    """All numbers, by name and labels."""
    answer = await player.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def test_what_the_server_does_is_counted(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as server:
        alex = server.visitor()
        before = await read(alex)
        created = await alex.create(ME, HERE, options={"first": 0})
        await alex.play(created["state"])
        async with streamed(alex, created["table"]) as stream:
            await stream.next()
            after = await read(alex)
    assert (before["guanxi_tables"], before["guanxi_streams"]) == (0, 0)
    assert (after["guanxi_tables"], after["guanxi_streams"], after["guanxi_bots_waiting"]) == (1, 1, 0)
    assert after["guanxi_moves_total hanamikoji"] == after["guanxi_commit_seconds_count"] == 1
    assert after["guanxi_request_seconds_count POST /api/tables/{id}/moves"] == 1
    assert after["guanxi_answers_total 201"] == 1


async def test_bots_and_the_event_loop_are_measured(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, BOT, options={"first": 1})
    await alex.turn(created["table"], 0)
    numbers = await read(alex)
    assert numbers["guanxi_bots_served"] >= 1
    assert numbers["guanxi_bots_waited_seconds"] >= 0
    assert "guanxi_loop_lag_seconds_count" in numbers


async def test_only_named_addresses_read_them(tmp_path: Path) -> None:
    async with started(quick(tmp_path, metrics=("10.0.0.0/8",), metrics_token="geheim")) as app:
        for host, status in (("10.1.2.3", 200), ("127.0.0.1", 403), ("2001:db8::1", 403)):
            transport = httpx.ASGITransport(app=app, client=(host, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://guanxi.test") as client:
                assert (await client.get("/metrics")).status_code == status
                forwarded = await client.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"})
                assert forwarded.status_code == 403
                for token, known in (("geheim", 200), ("other", 403), ("gehéim", 403)):
                    sent = {b"Authorization": f"Bearer {token}".encode(), b"X-Forwarded-For": b"192.0.2.1"}
                    assert (await client.get("/metrics", headers=sent)).status_code == known


async def test_through_a_named_proxy_nobody_seems_to_be_on_this_machine(tmp_path: Path) -> None:
    async with started(quick(tmp_path, proxies=("127.0.0.1",))) as app:
        answer = await visitor(app).get("/metrics", **{"X-Forwarded-For": "127.0.0.1"})
        assert answer.status_code == 403


def test_the_readers_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert from_environment(None).metrics == ("127.0.0.1", "::1")
    monkeypatch.setenv("GUANXI_METRICS", "10.0.0.5, 10.1.0.0/16")
    monkeypatch.setenv("GUANXI_METRICS_TOKEN", "geheim")
    found = from_environment(None)
    assert (found.metrics, found.metrics_token) == (("10.0.0.5", "10.1.0.0/16"), "geheim")
    monkeypatch.setenv("GUANXI_METRICS", "everybody")
    with pytest.raises(BadOption, match="GUANXI_METRICS: everybody is no address"):
        from_environment(None)
