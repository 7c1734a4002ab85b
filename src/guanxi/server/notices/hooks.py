"""Requests to addresses that strangers have named: they lead to the public internet, or nowhere."""

from __future__ import annotations

import asyncio
import re
import ssl
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

import guanxi

if TYPE_CHECKING:
    from collections.abc import Mapping

PATIENCE = 15  # seconds for a whole request
LARGEST_ANSWER = 64 * 1024
URL = re.compile(r"https?://[!-~]+")
TRANSLATED = ip_network("64:ff9b::/96")  # addresses of IPv4 as seen through a translator


class NotPublic(Exception):
    """An address that must not be called."""


class Reply(msgspec.Struct):
    """What came back: its status, and after how many seconds to try again if it says so."""

    status: int
    retry_after: int | None


class Target(msgspec.Struct):
    """Where a request goes: the host it names, and the address that was looked up and checked."""

    host: str
    address: str
    port: int
    secure: bool
    path: str


async def target(url: str, private: bool) -> Target:
    """Look an address up.  Every answer must be public, and the one that was checked is the one that is called."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotPublic(url) from None
    secure = parts.scheme == "https"
    if not URL.fullmatch(url) or not parts.hostname or parts.username is not None or not (secure or private):
        raise NotPublic(url)
    port = port or (443 if secure else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=1)
    except UnicodeError:
        raise NotPublic(url) from None
    addresses = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public(address) for address in addresses):
        raise NotPublic(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.hostname, addresses[0], port, secure, path)


def is_public(text: str) -> bool:
    """Does an address belong to the public internet, and not to this machine, its neighbours, or a tunnel to them?"""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            within = IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo:
            return False
        address = within or address
    return address.is_global and not address.is_multicast


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> Reply:
    """Send a body.  Redirections are not followed: they could lead elsewhere."""
    async with asyncio.timeout(PATIENCE):
        there = await target(url, private)
        secure = ssl.create_default_context() if there.secure else None
        reader, writer = await asyncio.open_connection(
            there.address, there.port, ssl=secure, server_hostname=there.host if secure else None, limit=LARGEST_ANSWER
        )
        try:
            writer.write(request(there, body, headers))
            await writer.drain()
            return reply((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
        finally:
            writer.close()


def request(there: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    """A POST request as it is sent."""
    host = f"[{there.host}]" if ":" in there.host else there.host
    usual = 443 if there.secure else 80
    lines = [
        f"POST {there.path} HTTP/1.1",
        f"Host: {host}" if there.port == usual else f"Host: {host}:{there.port}",
        f"User-Agent: Guanxi/{guanxi.__version__}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def reply(head: str) -> Reply:
    """What the first lines of an answer say."""
    first, *lines = head.split("\r\n")
    status = re.match(r"HTTP/1\.[01] (\d{3})", first)
    if status is None:
        raise OSError("the answer is not HTTP")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    wait = fields.get("retry-after", "")
    return Reply(int(status[1]), int(wait) if re.fullmatch(r"\d{1,6}", wait) else None)
