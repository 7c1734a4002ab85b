"""Requests to URLs supplied by strangers: they go to the public internet, or nowhere."""

from __future__ import annotations

import asyncio
import re
import ssl
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

import httpx
import msgspec

import guanxi

if TYPE_CHECKING:
    from collections.abc import Mapping

TIME_LIMIT = 15  # seconds for a whole request
URL = re.compile(r"https?://[!-~]+")
GLOBAL_UNICAST = ip_network("2000::/3")
NOT_PUBLIC = tuple(  # although Python, or some version of it, calls them global
    map(
        ip_network,
        (
            "192.0.0.0/24",  # for protocols; also what a cloud tells its own machines
            "192.88.99.0/24",  # a former tunnel
            "168.63.129.16/32",  # what another cloud tells its own machines
            "3fff::/20",  # for documentation
        ),
    )
)
TRANSLATED = ip_network("64:ff9b::/96")  # IPv4 addresses as seen through a NAT64 gateway


class NotPublic(Exception):
    """A URL that must not be called."""


class Reply(msgspec.Struct):
    """The status of the answer, and its `Retry-After` in seconds if it has one."""

    status: int
    retry_after: int | None


class Target(msgspec.Struct):
    """A checked URL, and the address that its host name was resolved to."""

    url: httpx.URL
    address: str


class PinnedTransport(httpx.AsyncHTTPTransport):
    """Connects to one address, whatever the URL's host would resolve to by now."""

    def __init__(self, address: str) -> None:
        super().__init__(verify=trusted(), trust_env=False)
        self._address = address

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request whose Host header, SNI and certificate check still use the name in the URL."""
        request.extensions = {**request.extensions, "sni_hostname": request.url.raw_host.decode("ascii")}
        request.url = request.url.copy_with(host=self._address)
        return await super().handle_async_request(request)


@cache
def trusted() -> ssl.SSLContext:
    """The certificate authorities of this machine."""
    return ssl.create_default_context()


async def target(url: str, private: bool) -> Target:
    """Resolve a URL's host.  Every address found must be public; `private` lifts that, and the limit to https."""
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, UnicodeError):
        raise NotPublic(url) from None
    port = (443 if parsed.scheme == "https" else 80) if parsed.port is None else parsed.port
    well_formed = URL.fullmatch(url) and parsed.raw_host and not parsed.userinfo and 0 < port < 65536
    if not well_formed or not (private or (parsed.scheme == "https" and port == 443)):
        raise NotPublic(url)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(parsed.raw_host.decode("ascii"), port, type=1)
    except UnicodeError:
        raise NotPublic(url) from None
    addresses = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public(address) for address in addresses):
        raise NotPublic(url)
    return Target(parsed, addresses[0])


def is_public(text: str) -> bool:
    """Whether an address is on the public internet, and not this machine, its network, or a tunnel into it."""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        embedded = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            embedded = IPv4Address(int(address) & 0xFFFFFFFF)
        if not embedded and (address.teredo or address not in GLOBAL_UNICAST):
            return False
        address = embedded or address
    return address.is_global and not address.is_multicast and not any(address in network for network in NOT_PUBLIC)


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> Reply:
    """Send a body and read the head of the answer.  Redirects are not followed, and proxies are not used."""
    async with asyncio.timeout(TIME_LIMIT):
        there = await target(url, private)
        headers = {"User-Agent": f"Guanxi/{guanxi.__version__}", **headers}
        async with (
            httpx.AsyncClient(transport=PinnedTransport(there.address), trust_env=False, timeout=None) as client,
            client.stream("POST", there.url, content=body, headers=headers) as answer,
        ):
            wait = answer.headers.get("Retry-After", "")
            return Reply(answer.status_code, int(wait) if re.fullmatch(r"\d{1,6}", wait) else None)
