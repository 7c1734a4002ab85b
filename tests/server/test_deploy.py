"""The files for hosts: their commands are understood, and the proxy passes on what the server needs."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import yaml

from guanxi.cli import app
from guanxi.server.serve import free_socket
from guanxi.server.settings import from_environment
from tests.server.builders import HERE, ME, TIME_LIMIT, Player, quick
from tests.server.network import listening, process, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PROGRAM = Path("/opt/guanxi/bin/guanxi")
HERE_INSTALLED = Path(sys.executable).with_name("guanxi")
SERVER = "guanxi@.service"
DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
ALONE = "daemon off; pid {0}/pid; error_log {0}/error.log; events {{}} http {{ access_log off; {1} include {0}/site; }}"


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def check_command(words: list[str]) -> dict[str, Any]:
    """The arguments of a command line; refused if Guanxi does not understand it."""
    command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert command.__name__ == words[0]
    assert "db" not in bound.arguments  # its address may contain a password, and arguments can be read by everybody
    if command.__name__ == "serve":
        assert bound.arguments["port"] == 8642
    return dict(bound.arguments)


def started_by(unit: str) -> list[str]:
    """The words with which a unit starts Guanxi."""
    (line,) = re.findall(r"^ExecStart=(.*)", read(unit), re.MULTILINE)
    program, *words = shlex.split(line.replace("%i", "8642"))
    assert program == str(PROGRAM)
    return words


def test_the_commands_are_understood() -> None:
    assert check_command(started_by(SERVER))["host"] == "127.0.0.1"
    assert check_command(started_by("guanxi-work.service"))["processes"] == 2
    (line,) = re.findall(r"^CMD (.*)", read("Containerfile"), re.MULTILINE)
    check_command(msgspec.json.decode(line))
    (line,) = re.findall(r"command: (\[\"serve.*)", read("compose.yaml"))
    check_command(msgspec.json.decode(line))


def test_the_container_files_fit_together() -> None:
    compose = yaml.safe_load(read("compose.yaml"))
    services = compose["services"]
    mounted = {mount.partition(":")[0] for one in services.values() for mount in one.get("volumes", [])}
    assert mounted == set(compose["volumes"])
    assert set(services["guanxi"]["depends_on"]) <= set(services)
    assert f"@{next(iter(services))}/" in services["guanxi"]["environment"]["GUANXI_DB"]
    build = services["guanxi"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert services["guanxi"]["environment"]["GUANXI_PROXIES"] == network["subnet"]
    bases = re.findall(r"^FROM (\S+)", read("Containerfile"), re.MULTILINE)
    assert len(set(bases)) == 1  # the environment is copied from one to the other


def test_the_settings_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.removeprefix("# ") for line in read("guanxi.env").splitlines() if "GUANXI" in line]
    for line in lines:
        monkeypatch.setenv(*line.split("=", 1))
    found = from_environment(None)
    assert (found.proxies, found.json_log) == (("127.0.0.1", "::1"), True)
    assert (found.smtp or "").startswith("smtp+tls://")


def environment() -> dict[str, str]:
    """The settings of the environment file, as systemd reads it."""
    lines = read("guanxi.env").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    units = []
    for name in (SERVER, "guanxi-work.service"):
        units.append(tmp_path / name.replace("@", "@8642"))
        for path in (tmp_path / name, units[-1]):
            path.write_text(read(name).replace(str(PROGRAM), str(HERE_INSTALLED)), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "")


@pytest.mark.anyio
async def test_the_unit_starts_a_server_and_a_signal_ends_it(tmp_path: Path) -> None:
    settings = {**environment(), "GUANXI_DB": str(tmp_path / "tables.db")}
    words = [word.replace("8642", "0") for word in started_by(SERVER)]
    server = await asyncio.create_subprocess_exec(
        HERE_INSTALLED, *words, cwd=tmp_path, env=settings, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    try:
        assert server.stdout
        async with asyncio.timeout(TIME_LIMIT):
            said = (await server.stdout.readline()).decode()
            address = next(word for word in said.split() if word.startswith("http://"))
            async with httpx.AsyncClient(base_url=address, timeout=TIME_LIMIT) as client:
                assert (await client.get("/healthz")).text == "ok\n"
            server.terminate()
            _, log = await server.communicate()
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()
    assert server.returncode == 0
    assert Path(settings["GUANXI_DB"]).is_file()
    assert all(msgspec.json.decode(line)["level"] == "INFO" for line in log.splitlines())


@asynccontextmanager
async def proxied(folder: Path, *servers: str) -> AsyncIterator[str]:
    """The address of nginx before servers."""
    with free_socket("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    site = read("nginx.conf").replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen [::]:80;", "")
    lines = " ".join(f"server {server.removeprefix('http://')};" for server in servers)
    (folder / "site").write_text(site.replace("server 127.0.0.1:8642;", lines), encoding="utf-8")
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
        too_large = await client.post("/api/me", content=b" " * 20_000, headers={"Content-Type": "application/json"})
        assert (too_large.status_code, too_large.json()["error"]) == (413, "too-large")
        largest = max(route.largest for route in server.app.state.parts.routes)
        board = await client.post("/api/boards/check", json={"kind": "none", "content": "x" * (largest - 100)})
        assert board.status_code == 422  # it has got as far as the server


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.anyio
async def test_people_play_on_when_one_of_several_servers_dies(tmp_path: Path, postgres_url: str) -> None:
    async with (
        process(postgres_url) as (one, first),
        process(postgres_url) as (_, second),
        proxied(tmp_path, first, second) as address,
        httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=TIME_LIMIT) as client,
    ):
        player = Player(client)
        created = await player.create(ME, HERE, options={"first": 0})
        state = await player.play(created["state"])
        one.kill()
        await one.wait()
        async with asyncio.timeout(TIME_LIMIT):
            while True:
                with suppress(EOFError, httpx.HTTPError):
                    async with streamed(player, created["table"]) as stream:
                        assert (await stream.next())[1]["moves"] == 1
                        break
        assert (await player.play(await player.state(created["table"], 1)))["moves"] == state["moves"] + 1
