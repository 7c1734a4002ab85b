"""E-mail: letters with a link that ends them, sent through the owner's mail server."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from guanxi.server.settings import Settings

PATIENCE = 20  # seconds for each step
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def letter(settings: Settings, to: str, id_: str, subject: str, text: str, unsubscribe: str) -> EmailMessage:
    """A message that mail programs can end with one click (RFC 8058); its id is the same at every try."""
    assert settings.mail_from
    message = EmailMessage()
    message["From"] = settings.mail_from
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(settings.clock(), UTC))
    message["Message-ID"] = f"<{id_}@{urlsplit(settings.address or '').hostname or 'guanxi.invalid'}>"
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def send(settings: Settings, message: EmailMessage) -> None:
    """Hand a message to the mail server; returns when it has taken it."""
    assert settings.smtp
    server = urlsplit(settings.smtp)
    host, port = server.hostname or "localhost", server.port or PORTS[server.scheme]
    with connected(server.scheme, host, port) as connection:
        if server.scheme == "smtp+tls":
            connection.starttls(context=ssl.create_default_context())
        if server.username:
            connection.login(unquote(server.username), unquote(server.password or ""))
        connection.send_message(message)


def connected(scheme: str, host: str, port: int) -> smtplib.SMTP:
    """A connection to the mail server, encrypted from the start or not."""
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=ssl.create_default_context())
    return smtplib.SMTP(host, port, timeout=PATIENCE)


def is_final(wrong: smtplib.SMTPException) -> bool:
    """Has the mail server said that this address does not exist, and not that it should be tried later?"""
    if not isinstance(wrong, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _ in wrong.recipients.values())
