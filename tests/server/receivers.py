"""A mail server and an HTTP server on this machine that record what they receive."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any

import msgspec
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from email.message import EmailMessage
    from pathlib import Path


class Mailbox:
    """The mails a mail server has accepted; `answers` are its refusals of the next ones."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answers: list[str] = []
        self.unknown: set[str] = set()
        self.url = ""

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        """Accept or refuse an address."""
        if address in self.unknown:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Accept a message."""
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
    """The requests an HTTP server has received; `answers` are the heads of its next answers."""

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
async def http_receiver(tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A real HTTP server at a free port."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.receive, "127.0.0.1", 0, ssl=tls)
    receiver.url = f"http{'s' if tls else ''}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield receiver
    finally:
        server.close()
        await server.wait_closed()


def tls_contexts(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's context with a new certificate for a host name, and a client's that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(issuer, issuer, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(Encoding.PEM)
    file = folder / "server.pem"
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + pem)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cadata=pem.decode())
