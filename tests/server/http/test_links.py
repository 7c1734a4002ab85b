"""Links that are shared lead others to this server, or say that they cannot."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from guanxi.server import serve
from guanxi.server.http.links import Links, is_local
from guanxi.server.serve import network_address, run
from guanxi.server.settings import Settings
from tests.server.qr import read_qr

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "games.localhost"])
def test_addresses_of_this_machine_only(host: str) -> None:
    assert is_local(f"http://{host}:8642/join/x")


@pytest.mark.parametrize("host", ["192.168.1.5", "10.0.0.2", "[fd00::1]", "games.example.org", "desk.local"])
def test_addresses_that_others_can_use(host: str) -> None:
    assert not is_local(f"http://{host}/")


def test_a_player_at_localhost_invites_by_the_address_others_use() -> None:
    link = Links("http://192.168.1.5:8642/").to("/join/x", "http://localhost:8642/")
    assert (link.url, link.local) == ("http://192.168.1.5:8642/join/x", False)
    assert read_qr(link.qr) == link.url


def test_a_player_elsewhere_invites_by_the_address_they_use() -> None:
    link = Links("http://192.168.1.5:8642/").to("/join/x", "https://games.example.org/")
    assert (link.url, link.local) == ("https://games.example.org/join/x", False)


def test_a_server_for_this_machine_says_so() -> None:
    link = Links("http://127.0.0.1:8642/").to("/join/x", "http://127.0.0.1:8642/")
    assert (link.url, link.local) == ("http://127.0.0.1:8642/join/x", True)


def addresses(monkeypatch: pytest.MonkeyPatch, settings: Settings, host: str) -> tuple[str | None, str | None]:
    """The server's public address and the one that its terminal invites by, without serving."""
    made: list[tuple[str | None, str | None]] = []

    class Idle:
        def __init__(self, app: Settings, _address: str, _open: bool, invitation: str | None) -> None:
            made.append((app.address, invitation))

        def run(self, sockets: object) -> None: ...

    monkeypatch.setattr(serve, "Server", Idle)
    monkeypatch.setattr(serve, "make_app", lambda settings: settings)
    monkeypatch.setattr(serve, "network_address", lambda: "192.168.1.5")
    run(settings, host)
    return made[0]


def test_a_server_in_the_local_network_invites_by_its_address_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, invitation = addresses(monkeypatch, Settings(db=str(tmp_path / "t.db")), "0.0.0.0")
    assert address
    assert address.startswith("http://192.168.1.5:")
    assert invitation == address


def test_a_server_with_a_name_of_its_own_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = Settings(db=str(tmp_path / "t.db"), address="https://games.example.org")
    assert addresses(monkeypatch, named, "0.0.0.0") == ("https://games.example.org", None)


def test_a_server_for_one_machine_invites_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address, invitation = addresses(monkeypatch, Settings(db=str(tmp_path / "t.db")), "127.0.0.1")
    assert address
    assert address.startswith("http://127.0.0.1:")
    assert invitation is None


def test_a_machine_without_a_network_has_no_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged:
        def __enter__(self) -> Unplugged:
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, _address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", lambda *_: Unplugged())
    assert network_address() is None
