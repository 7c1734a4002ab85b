"""Starting and stopping a server as a person does."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from guanxi.server.serve import free_socket, reachable
from guanxi.server.settings import database_url
from tests.server.builders import ME, Player
from tests.server.network import RUN, process, streamed

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def test_a_busy_port_gives_way_to_the_next() -> None:
    with free_socket("127.0.0.1", 0) as first:
        busy = first.getsockname()[1]
        with free_socket("127.0.0.1", busy) as second:
            assert busy < second.getsockname()[1] < busy + 20


async def test_a_busy_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        command = (sys.executable, "-c", RUN, str(tmp_path / "t.db"), "0", str(port))
        server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert server.stdout
        said = (await server.stdout.readline()).decode()
        assert f"Port {port} is busy" in said
        assert "http://127.0.0.1:" in (await server.stdout.readline()).decode()
        server.send_signal(signal.SIGINT)
        await server.communicate()


async def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    code = "from guanxi.server.serve import serve; serve(host='192.0.2.1', db='tables.db')"
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stderr=asyncio.subprocess.PIPE, cwd=tmp_path
    )
    _, said = await server.communicate()
    assert b"cannot listen at 192.0.2.1" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize(
    "db", ["no-database.db", "/proc/nowhere/t.db", "postgresql://nobody@127.0.0.1:1/none", "x://y"]
)
async def test_a_database_that_cannot_be_used(tmp_path: Path, db: str) -> None:
    (tmp_path / "no-database.db").write_text("a letter to my grandmother, and much more than a hundred bytes of it" * 9)
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", RUN, db, "0", "0"), stderr=asyncio.subprocess.PIPE, cwd=tmp_path
    )
    _, said = await server.communicate()
    assert b"cannot use its database" in said
    assert b"--db" in said
    assert b"Traceback" not in said
    assert server.returncode == 1


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_the_server_ends_although_streams_are_open(tmp_path: Path, sign: signal.Signals) -> None:
    async with process(tmp_path / "t.db") as (server, address), httpx.AsyncClient(base_url=address) as client:
        player = Player(client)
        table = (await player.create(ME, {"kind": "here"}))["table"]
        async with streamed(player, table) as stream:
            await stream.next()
            server.send_signal(sign)
            async with asyncio.timeout(60):
                await server.wait()


def test_where_the_database_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite+aiosqlite:///{tmp_path}/guanxi/tables.db"
    assert (tmp_path / "guanxi").is_dir()
    assert database_url("postgresql://club@db/guanxi") == "postgresql+psycopg://club@db/guanxi"
    assert database_url(str(tmp_path / "a.db")) == f"sqlite+aiosqlite:///{tmp_path}/a.db"


def test_how_a_browser_names_the_host() -> None:
    assert (reachable("0.0.0.0"), reachable("::1"), reachable("127.0.0.1")) == ("localhost", "[::1]", "127.0.0.1")


def test_small_answers_are_not_held_back() -> None:
    with free_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
