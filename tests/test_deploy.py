"""The files for hosts: their commands are understood, and the proxy passes on what the server needs."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest

from guanxi.cli import app
from guanxi.server.serve import free_socket
from guanxi.server.settings import from_environment
from tests.server.builders import HERE, ME, TIME_LIMIT, Player, quick
from tests.server.network import listening, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DEPLOY = Path(__file__).parents[1] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
ALONE = "daemon off; pid {0}/pid; error_log {0}/error.log; events {{}} http {{ access_log off; {1} include {0}/site; }}"


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def check_command(words: list[str]) -> None:
    """Refuse a command line that Guanxi does not understand."""
    command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert command.__name__ == "serve"
    assert bound.arguments["port"] == 8642
    assert bound.arguments["db"]


def test_the_commands_are_understood() -> None:
    (line,) = re.findall(r"^ExecStart=(.*)", read("guanxi.service"), re.MULTILINE)
    program, *words = shlex.split(line)
    assert program == "/opt/guanxi/bin/guanxi"
    check_command(words)
    (line,) = re.findall(r"^CMD (.*)", read("Containerfile"), re.MULTILINE)
    check_command(msgspec.json.decode(line))
    (line,) = re.findall(r"command: (\[\"serve.*)", read("compose.yaml"))
    check_command(msgspec.json.decode(line))


def test_the_settings_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.removeprefix("# ") for line in read("guanxi.env").splitlines() if "GUANXI" in line]
    for line in lines:
        monkeypatch.setenv(*line.split("=", 1))
    found = from_environment(None)
    assert (found.proxies, found.json_log) == (("127.0.0.1", "::1"), True)
    assert (found.smtp or "").startswith("smtp+tls://")


@asynccontextmanager
async def proxied(folder: Path, server: str) -> AsyncIterator[str]:
    """The address of nginx before a server."""
    with free_socket("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    site = read("nginx.conf").replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen [::]:80;", "")
    (folder / "site").write_text(site.replace("http://127.0.0.1:8642", server), encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(ALONE.format(folder, paths), encoding="utf-8")
    nginx = await asyncio.create_subprocess_exec(str(NGINX), "-c", str(folder / "nginx.conf"), "-p", str(folder))
    try:
        async with asyncio.timeout(TIME_LIMIT):
            while nginx.returncode is None:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except ConnectionRefusedError:
                    await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        if nginx.returncode is None:
            nginx.terminate()
        await nginx.wait()


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.anyio
async def test_the_proxy_passes_on_what_the_server_needs(tmp_path: Path) -> None:
    async with (
        listening(quick(tmp_path, proxies=("127.0.0.1",), limited=True)) as server,
        proxied(tmp_path, server.address) as address,
        httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=TIME_LIMIT) as client,
    ):
        player = Player(client)
        created = await player.create(ME, HERE, options={"first": 0})
        async with streamed(player, created["table"]) as stream:
            await stream.next()
            await player.play(created["state"])
            assert (await stream.next())[1]["moves"] == 1
        # A client that names another address is still counted under its own.
        assert (await client.get("/api/now", headers={"X-Forwarded-For": "198.51.100.7"})).status_code == 200
        assert set(server.app.state.parts.limits._addresses._filled) == {"127.0.0.1"}
        assert (await client.get("/metrics")).status_code == 404
        assert (await client.post("/api/me", content=b" " * 20_000)).status_code == 413


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
