"""Addresses that strangers name lead to the public internet, or nowhere."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.notices.hooks import NotPublic, is_public, post, target
from tests.server.builders import Player
from tests.server.receivers import http_receiver

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.anyio
PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_what_is_public(address: str) -> None:
    assert is_public(address)


def named(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> Callable[[], int]:
    """Let every name lead to these addresses; returns how often a name was looked up."""
    asked = 0

    async def lookup(_self: Any, _host: str, port: int, **_more: Any) -> list[Any]:
        nonlocal asked
        asked += 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", lookup)
    return lambda: asked


async def test_one_private_address_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, "8.8.8.8", "127.0.0.1")
    with pytest.raises(NotPublic):
        await target("https://hook.example.org/x", private=False)


async def test_what_was_checked_is_what_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = named(monkeypatch, "8.8.8.8")
    found = await target("https://hook.example.org/x?y=1", private=False)
    assert (found.address, found.host, found.port, found.path) == ("8.8.8.8", "hook.example.org", 443, "/x?y=1")
    assert asked() == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://8.8.8.8/",
        "ftp://8.8.8.8/",
        "https://user@8.8.8.8/",
        "https://8.8.8.8:x/",
        "https:///path",
        "https://8.8.8.8/a b",
        "https://8.8.8.8/\r\nHost: x",
        "https://[::1",
        "javascript:alert(1)",
        "",
    ],
)
async def test_what_is_no_address_at_all(url: str) -> None:
    with pytest.raises(NotPublic):
        await target(url, private=False)


async def test_a_redirection_is_not_followed() -> None:
    async with http_receiver() as receiver:
        receiver.answers = [f"302 Found\r\nLocation: {receiver.url}/other"]
        assert (await post(f"{receiver.url}/hook", b"{}", {}, private=True)).status == 302
        assert [request.path for request in receiver.requests] == ["/hook"]


async def test_a_server_takes_no_private_hook(alex: Player) -> None:
    for address in ("https://127.0.0.1/x", "https://localhost/x", "http://8.8.8.8/x", "nonsense"):
        answer = await alex.post("/api/notices", {"kind": "webhook", "address": address})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-hook")


async def test_a_server_without_a_mail_server_has_no_mail(alex: Player) -> None:
    assert "email" not in (await alex.get("/api/notices")).json()["available"]
    answer = await alex.post("/api/notices", {"kind": "email", "address": "a@example.org"})
    assert (answer.status_code, answer.json()["error"]) == (422, "no-channel")
