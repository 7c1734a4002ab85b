"""Starting and stopping a server from the command line."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING

import httpx
import pytest

from guanxi.server.serve import free_socket, reachable
from guanxi.server.settings import database_url
from tests.server.builders import ME, TIME_LIMIT, Player
from tests.server.network import RUN, process, streamed

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def test_the_next_free_port_is_used() -> None:
    with free_socket("127.0.0.1", 0) as first:
        busy = first.getsockname()[1]
        with free_socket("127.0.0.1", busy) as second:
            assert busy < second.getsockname()[1] < busy + 20


async def test_a_busy_port_is_reported(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        command = (sys.executable, "-c", RUN, str(tmp_path / "t.db"), "{}", str(port))
        server = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        assert server.stdout
        said = (await server.stdout.readline()).decode()
        assert f"Port {port} is busy" in said
        assert "http://127.0.0.1:" in (await server.stdout.readline()).decode()
        server.send_signal(signal.SIGINT)
        await server.communicate()


async def test_without_the_client_the_start_says_so(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from guanxi.server.serve import run; from guanxi.server.settings import Settings;"
        "run(Settings(db='tables.db', pages=Path('none')))"
    )
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=PIPE, stderr=PIPE, cwd=tmp_path)
    assert server.stdout
    assert b"Guanxi is at" in await server.stdout.readline()
    server.send_signal(signal.SIGINT)
    assert b"no pages for the browser" in (await server.communicate())[1]


async def test_an_address_of_another_machine(tmp_path: Path) -> None:
    code = "from guanxi.server.serve import serve; serve(host='192.0.2.1', db='tables.db')"
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stderr=PIPE, cwd=tmp_path)
    _, said = await server.communicate()
    assert b"cannot listen at 192.0.2.1" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize(
    "db", ["no-database.db", "/proc/nowhere/t.db", "postgresql://nobody@127.0.0.1:1/none", "x://y"]
)
async def test_a_database_that_cannot_be_used(tmp_path: Path, db: str) -> None:
    (tmp_path / "no-database.db").write_text("a letter to my grandmother, and much more than a hundred bytes of it" * 9)
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", RUN, db, "{}", "0"), stdin=PIPE, stderr=PIPE, cwd=tmp_path
    )
    _, said = await server.communicate()
    assert b"cannot use its database" in said
    assert b"--db" in said
    assert b"Traceback" not in said
    assert server.returncode == 1


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    async with process(tmp_path / "t.db"):
        second = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", RUN, str(tmp_path / "t.db"), "{}", "0"), stdin=PIPE, stderr=PIPE
        )
        _, said = await second.communicate()
    assert f"Another Guanxi server uses {tmp_path / 't.db'}." in said.decode()
    assert second.returncode == 1


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_the_server_stops_although_streams_are_open(tmp_path: Path, sign: signal.Signals) -> None:
    async with process(tmp_path / "t.db") as (server, address), httpx.AsyncClient(base_url=address) as client:
        player = Player(client)
        table = (await player.create(ME, {"kind": "here"}))["table"]
        async with streamed(player, table) as stream:
            await stream.next()
            server.send_signal(sign)
            assert (await stream.line()).startswith("retry: ")  # its client comes back
            with pytest.raises(EOFError):
                await stream.line()
            async with asyncio.timeout(TIME_LIMIT):
                assert await server.wait() == 0


async def test_a_request_under_way_is_finished_when_the_server_stops(tmp_path: Path) -> None:
    body = b'{"name": "Alex"}'
    head = f"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    async with process(tmp_path / "t.db") as (server, address), httpx.AsyncClient(base_url=address) as client:
        table = (await Player(client).create(ME, {"kind": "here"}))["table"]
        async with streamed(Player(client), table) as stream:
            await stream.next()
            port = int(address.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode() + body[:5])
            await writer.drain()
            await client.get("/api/now")  # the server has got the beginning of the other request
            server.send_signal(signal.SIGTERM)
            await stream.line()  # it has begun to stop
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("127.0.0.1", port)
            writer.write(body[5:])
            async with asyncio.timeout(TIME_LIMIT):
                answer = await reader.read()
            writer.close()
            await writer.wait_closed()
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b'"name":"Alex"' in answer
        assert await server.wait() == 0


async def test_the_log_for_programs_has_nothing_else(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        async with process(tmp_path / "t.db", log=log, json_log=True) as (server, address):
            for nonsense in (b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
                writer.write(nonsense)
                async with asyncio.timeout(TIME_LIMIT):
                    assert await reader.readline()
                writer.close()
            async with httpx.AsyncClient(base_url=address) as client:
                assert (await client.get("/api/now")).status_code == 200
            server.send_signal(signal.SIGTERM)
            assert await server.wait() == 0
    lines = (tmp_path / "log").read_text().splitlines()
    assert [json.loads(line)["from"] for line in lines] == ["guanxi.requests"]


def test_database_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite+aiosqlite:///{tmp_path}/guanxi/tables.db"
    monkeypatch.setenv("GUANXI_DB", "postgresql://guanxi:secret@db/guanxi")
    assert database_url(None) == "postgresql+psycopg://guanxi:secret@db/guanxi"
    assert database_url("postgresql://club@db/guanxi") == "postgresql+psycopg://club@db/guanxi"
    assert database_url(str(tmp_path / "a.db")) == f"sqlite+aiosqlite:///{tmp_path}/a.db"


def test_the_host_name_for_a_browser() -> None:
    assert (reachable("0.0.0.0"), reachable("::1"), reachable("127.0.0.1")) == ("localhost", "[::1]", "127.0.0.1")


def test_as_many_descriptors_as_the_system_permits_are_used() -> None:
    code = (
        "import resource; from guanxi.server.serve import raise_descriptor_limit;"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE); most = min(hard, 4096);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, most)); raise_descriptor_limit();"
        "assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_small_answers_are_sent_at_once() -> None:
    with free_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
