"""What can be set when a server starts, with good defaults."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from guanxi.engine.errors import BadOption


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server's settings."""

    db: str | None = None  # a file or a database URL; None: a file in the user's data folder
    bot_delay: float = 0.6  # seconds a bot takes at least, so that a person can follow
    bot_patience: float = 60.0  # seconds after which a bot's worker is taken for dead
    workers: int = 2
    reviewers: int = 1  # finished games that are looked at again at the same time
    review_iterations: int | None = None  # of a search in a review; None: as many as the game deserves
    most_live: int = 1000  # tables kept in memory; others are rebuilt from their logs when needed
    heartbeat: float = 15.0
    limited: bool = True  # rate limits
    clock: Callable[[], float] = time.time
    sweep: float = 1.0  # seconds between two looks for clocks that have run out
    outbox: float = 5.0  # seconds between two looks for notices to send
    address: str | None = None  # how people reach this server, as https://games.example.org
    smtp: str | None = None  # smtp://, smtp+tls:// or smtps://user:password@host:port, through which mail is sent
    mail_from: str | None = None  # who mail comes from
    private_hooks: bool = False  # webhooks may lead to this machine and its neighbours, and need no https
    notice_delay: float = 60.0  # seconds that a notice waits, in which a player may come back by themselves
    question_patience: float = 120.0  # seconds that a bot waits while people talk about an undo
    pages: Path = Path(__file__).parent / "static"


def from_environment(db: str | None) -> Settings:
    """What the owner of a server has set beside the command line: GUANXI_ADDRESS, GUANXI_SMTP, GUANXI_MAIL_FROM."""
    address, smtp, mail_from = (os.environ.get(f"GUANXI_{name}") or None for name in ("ADDRESS", "SMTP", "MAIL_FROM"))
    if smtp and not smtp.startswith(("smtp://", "smtp+tls://", "smtps://")):
        raise BadOption("GUANXI_SMTP must begin with smtp://, smtp+tls:// or smtps://.")
    if smtp and not (address and mail_from):
        raise BadOption("Mail needs GUANXI_ADDRESS, the server's own https:// address, and GUANXI_MAIL_FROM.")
    return Settings(db=db, address=address, smtp=smtp, mail_from=mail_from)


def database_url(db: str | None) -> str:
    """The database as SQLAlchemy names it: a file is SQLite, and its folder is made."""
    if db and "://" in db:
        scheme, _, rest = db.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else db
    path = Path(db) if db else user_data_path("guanxi", appauthor=False) / "tables.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{path.resolve()}"
