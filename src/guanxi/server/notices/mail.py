"""E-mail, sent through the operator's mail server, with a link to unsubscribe."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from guanxi.server.clocks.clocks import SECOND

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now

PATIENCE = 20  # seconds for each step
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


class Mailer:
    """A mail server and the sender's address; `address` is this server's own."""

    def __init__(self, smtp: str, sender: str, address: str, now: Now) -> None:
        self._server = urlsplit(smtp)
        self._sender = sender
        self._host = urlsplit(address).hostname or "guanxi.invalid"
        self._now = now

    def message(self, to: str, id_: str, subject: str, text: str, unsubscribe: str) -> EmailMessage:
        """A message with one-click unsubscription (RFC 8058); its id is the same at every attempt."""
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = format_datetime(datetime.fromtimestamp(self._now() / SECOND, UTC))
        message["Message-ID"] = f"<{id_}@{self._host}>"
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    def send(self, message: EmailMessage) -> None:
        """Hand a message to the mail server; returns when it has accepted it."""
        with self._connect() as connection:
            if self._server.scheme == "smtp+tls":
                connection.starttls(context=ssl.create_default_context())
            if self._server.username:
                connection.login(unquote(self._server.username), unquote(self._server.password or ""))
            connection.send_message(message)

    def _connect(self) -> smtplib.SMTP:
        """A connection to the mail server; with smtps:// it is encrypted from the start."""
        host, port = self._server.hostname or "localhost", self._server.port or PORTS[self._server.scheme]
        if self._server.scheme == "smtps":
            return smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        return smtplib.SMTP(host, port, timeout=PATIENCE)


def is_final(wrong: smtplib.SMTPException) -> bool:
    """Has the mail server said that the address does not exist, rather than that it should be tried later?"""
    if not isinstance(wrong, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _ in wrong.recipients.values())
