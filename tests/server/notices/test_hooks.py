"""Requests to URLs supplied by strangers go to the public internet, or nowhere."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from guanxi.server.notices import hooks
from guanxi.server.notices.hooks import NotPublic, is_public, post, target
from tests.server.builders import Player
from tests.server.receivers import http_receiver, tls_contexts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    "64:ff9b:1::808:808",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "fec0::1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "192.0.0.192",
    "192.88.99.1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "3fff::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses(address: str) -> None:
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


async def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, "8.8.8.8", "127.0.0.1")
    with pytest.raises(NotPublic):
        await target("https://hook.example.org/x", private=False)


async def test_the_checked_address_is_the_one_called(monkeypatch: pytest.MonkeyPatch) -> None:
    async with http_receiver() as receiver:
        port = receiver.url.rpartition(":")[2]
        asked = named(monkeypatch, "127.0.0.1", "8.8.8.8")
        await post(f"http://hook.example.org:{port}/x?y=1", b"{}", {}, private=True)
        assert [(request.path, request.headers["host"]) for request in receiver.requests] == [
            ("/x?y=1", f"hook.example.org:{port}")
        ]
        assert asked() == 1


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with http_receiver() as receiver, http_receiver() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert (await post(f"{receiver.url}/hook", b"{}", {}, private=True)).status == 204
        assert (len(receiver.requests), len(proxy.requests)) == (1, 0)


@pytest.mark.parametrize(("certified", "status"), [("hook.example.org", 204), ("other.example.org", None)])
async def test_the_certificate_must_be_for_the_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, certified: str, status: int | None
) -> None:
    server, authorities = tls_contexts(certified, tmp_path)
    monkeypatch.setattr(hooks, "trusted", lambda: authorities)
    async with http_receiver(server) as receiver:
        named(monkeypatch, "127.0.0.1")
        url = f"https://hook.example.org:{receiver.url.rpartition(':')[2]}/"
        if status is None:
            with pytest.raises(httpx.ConnectError, match="certificate"):
                await post(url, b"{}", {}, private=True)
        else:
            assert (await post(url, b"{}", {}, private=True)).status == status


async def test_the_body_of_an_answer_is_not_read() -> None:
    async with http_receiver() as receiver:
        receiver.answers = ["200 OK\r\nTransfer-Encoding: chunked"]
        assert (await post(f"{receiver.url}/hook", b"{}", {}, private=True)).status == 200


async def test_an_answer_that_is_not_http() -> None:
    async with http_receiver() as receiver:
        receiver.answers = ["x" * 200_000]
        with pytest.raises(httpx.RemoteProtocolError):
            await post(f"{receiver.url}/hook", b"{}", {}, private=True)


@pytest.mark.parametrize(("header", "seconds"), [("120", 120), ("soon", None), ("-1", None), ("9999999", None)])
async def test_retry_after(header: str, seconds: int | None) -> None:
    async with http_receiver() as receiver:
        receiver.answers = [f"429 Too Many Requests\r\nRetry-After: {header}"]
        reply = await post(f"{receiver.url}/hook", b"{}", {}, private=True)
        assert (reply.status, reply.retry_after) == (429, seconds)


@pytest.mark.parametrize(
    "url",
    [
        "http://8.8.8.8/",
        "ftp://8.8.8.8/",
        "https://user@8.8.8.8/",
        "https://8.8.8.8:x/",
        "https://8.8.8.8:8443/",
        "https://8.8.8.8:0/",
        "https://" + "a" * 64 + ".org/",
        "https:///path",
        "https://8.8.8.8/a b",
        "https://8.8.8.8/\r\nHost: x",
        "https://[::1",
        "javascript:alert(1)",
        "",
    ],
)
async def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(NotPublic):
        await target(url, private=False)


async def test_a_redirect_is_not_followed() -> None:
    async with http_receiver() as receiver:
        receiver.answers = [f"302 Found\r\nLocation: {receiver.url}/other"]
        assert (await post(f"{receiver.url}/hook", b"{}", {}, private=True)).status == 302
        assert [request.path for request in receiver.requests] == ["/hook"]


async def test_a_server_refuses_private_webhooks(alex: Player) -> None:
    # One machine, written in all ways that the system's resolver understands.
    here = ("127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0")
    mapped = ("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:0:127.0.0.1]", "①②⑦.0.0.1", "127。0。0。1")
    for address in (*(f"https://{host}/x" for host in (*here, *mapped)), "http://8.8.8.8/x", "nonsense"):
        answer = await alex.post("/api/notices", {"kind": "webhook", "address": address})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-hook")


async def test_e_mail_is_not_offered_without_a_mail_server(alex: Player) -> None:
    assert "email" not in (await alex.get("/api/notices")).json()["available"]
    answer = await alex.post("/api/notices", {"kind": "email", "address": "a@example.org"})
    assert (answer.status_code, answer.json()["error"]) == (422, "no-channel")
