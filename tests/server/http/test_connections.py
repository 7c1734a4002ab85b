"""Slow and half requests end, and an address has a limited number of connections and streams."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from guanxi.server.http import connections, limits
from guanxi.server.http.connections import Connections
from tests.server.builders import HERE, ME, TIME_LIMIT, quick
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.network import Listening

pytestmark = pytest.mark.anyio
POST = b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


@asynccontextmanager
async def connected(server: Listening) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection below HTTP."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.address.rpartition(":")[2]))
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer(reader: asyncio.StreamReader) -> bytes:
    """Everything that the server says until it closes the connection."""
    async with asyncio.timeout(TIME_LIMIT):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize("sent", [b"", b"GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: "])
async def test_half_of_the_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    async with listening(quick(tmp_path)) as server, connected(server) as (reader, writer):
        writer.write(sent)
        assert await answer(reader) == b""


async def test_headers_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1e6)
    async with listening(quick(tmp_path)) as server, connected(server) as (reader, writer):
        writer.write(b"GET /api/health HTTP/1.1\r\n")
        for _ in range(20):
            writer.write(b"X-Long: " + b"x" * 10_000 + b"\r\n")
        assert await answer(reader) == b""


async def test_half_of_a_body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.1)
    async with listening(quick(tmp_path)) as server, connected(server) as (reader, writer):
        writer.write(POST)
        said = await answer(reader)
        assert said.startswith(b"HTTP/1.1 408 ")
        assert b'"too-slow"' in said


@pytest.mark.parametrize("request_", ["GET /api/health", "POST /api/nowhere", "POST /", "POST /api/me"])
async def test_a_body_that_no_handler_reads_must_end_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: str
) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.1)
    async with listening(quick(tmp_path)) as server, connected(server) as (reader, writer):
        writer.write(f"{request_} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert (await answer(reader)).startswith(b"HTTP/1.1 ")
        assert not server.app.state.parts.connections.open


async def test_a_connection_may_wait_between_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.0)
    async with listening(quick(tmp_path)) as server, connected(server) as (reader, writer):
        for _ in range(2):
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n")
            async with asyncio.timeout(TIME_LIMIT):
                assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            await asyncio.sleep(0)


async def test_a_lost_client_leaves_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with listening(quick(tmp_path)) as server:
        async with connected(server) as (_reader, writer):
            writer.write(POST)
            while not server.app.state.parts.connections.open:
                await asyncio.sleep(0.01)
        while server.app.state.parts.connections.open:
            await asyncio.sleep(0.01)
        assert (await server.visitor().get("/api/health")).status_code == 200
    assert "Traceback" not in caplog.text
    assert caplog.messages == []


def test_connections_are_counted_by_address() -> None:
    two = Connections(True, ("10.0.0.0/8",), most=2)
    assert [two.enter("198.51.100.7") for _ in range(3)] == [True, True, False]
    assert two.enter("198.51.100.8")
    assert [two.enter(f"2001:db8:1:2::{number}") for number in range(3)] == [True, True, False]
    assert all(two.enter("10.1.2.3") for _ in range(9))
    two.leave("198.51.100.7")
    two.leave("198.51.100.7")
    assert two.enter("198.51.100.7")
    assert all(Connections(False, (), most=2).enter("198.51.100.7") for _ in range(9))


async def test_one_connection_too_many_is_closed(tmp_path: Path) -> None:
    async with listening(quick(tmp_path)) as server:
        server.app.state.parts.connections._limited = True
        server.app.state.parts.connections._most = 1
        async with connected(server), connected(server) as (reader, writer):
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n")
            assert await answer(reader) == b""


async def test_streams_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STREAMS", 1)
    async with listening(quick(tmp_path, limited=True)) as server:
        alex = server.visitor()
        table = (await alex.create(ME, HERE))["table"]
        async with streamed(alex, table) as stream:
            await stream.next()
            refused = await alex.get(f"/api/tables/{table}/stream")
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "10")
        async with asyncio.timeout(TIME_LIMIT):
            while server.app.state.parts.limits._streams:
                await asyncio.sleep(0.01)
        async with streamed(alex, table) as stream:
            await stream.next()
