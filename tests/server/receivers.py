"""A mail server and an HTTP receiver on this machine, which keep what they get."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any

import msgspec
from aiosmtpd.smtp import SMTP

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from email.message import EmailMessage


class Mailbox:
    """What a mail server has taken; `answers` are what it says to the next messages instead of taking them."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answers: list[str] = []
        self.unknown: set[str] = set()
        self.url = ""

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        """Is there such an address?"""
        if address in self.unknown:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """A message arrives."""
        if self.answers:
            return self.answers.pop(0)
        letter = message_from_bytes(envelope.content, policy=policy.default)
        self.letters.append(letter)
        return "250 OK"


@asynccontextmanager
async def mail_server() -> AsyncIterator[Mailbox]:
    """A real mail server at a free port."""
    mailbox = Mailbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(mailbox), "127.0.0.1", 0)
    mailbox.url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield mailbox
    finally:
        server.close()
        await server.wait_closed()


class Received(msgspec.Struct):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """What an HTTP server has got; `answers` are the heads of its next answers."""

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.answers: list[str] = []
        self.url = ""

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read one request and answer it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append(Received(first.split()[1], headers, body))
        answer = self.answers.pop(0) if self.answers else "204 No Content"
        writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def http_receiver() -> AsyncIterator[Receiver]:
    """A real HTTP server at a free port."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.receive, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield receiver
    finally:
        server.close()
        await server.wait_closed()
