"""The settings of a server, with their defaults."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from guanxi.engine.errors import BadOption


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server."""

    db: str | None = None  # a file or a database URL; None: what GUANXI_DB names, or a file in the user's data folder
    bot_delay: float = 0.6  # seconds that a bot takes at least, so that people can follow
    bot_patience: float = 60.0  # seconds after which a bot's worker counts as dead
    workers: int = 2  # processes in which bots think; 0: only those of `guanxi work`
    reviewers: int = 1  # reviews at the same time
    review_iterations: int | None = None  # of a search in a review; None: the game's default
    most_live: int = 1000  # tables in memory; others are rebuilt from their logs when needed
    heartbeat: float = 25.0  # seconds: proxies close connections on which nothing is sent for 30 or 60
    limited: bool = True  # rate limits
    clock: Callable[[], float] = time.time
    deadline_interval: float = 1.0  # seconds between checks for clocks that have run out
    delivery_interval: float = 5.0  # seconds between checks for notices to send
    address: str | None = None  # the public address of this server, as https://games.example.org
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For and -Proto are believed
    smtp: str | None = None  # smtp://, smtp+tls:// or smtps://user:password@host:port, for outgoing mail
    mail_from: str | None = None  # the sender of mail
    private_hooks: bool = False  # allow webhooks to this machine and its network, and without https
    notice_delay: float = 60.0  # seconds before a notice is sent, in which a player may return by themselves
    idle_days: int = 60  # after which a table at which nobody plays ends by itself
    presence_grace: float = 15.0  # seconds in which a player who reloads the page is not away
    question_patience: float = 120.0  # seconds that a bot waits while players discuss an undo
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")  # addresses and networks that may read /metrics
    metrics_token: str | None = None  # others may with this token
    json_log: bool = False  # the log as JSON, with every request
    pages: Path = Path(__file__).parent / "static"


def from_environment(db: str | None) -> Settings:
    """Settings from the environment variables GUANXI_…, which docs/hosting.md lists."""
    address, smtp, mail_from = (os.environ.get(f"GUANXI_{name}") or None for name in ("ADDRESS", "SMTP", "MAIL_FROM"))
    if smtp and not smtp.startswith(("smtp://", "smtp+tls://", "smtps://")):
        raise BadOption("GUANXI_SMTP must begin with smtp://, smtp+tls:// or smtps://.")
    if smtp and not (address and mail_from):
        raise BadOption("Mail needs GUANXI_ADDRESS, the server's own https:// address, and GUANXI_MAIL_FROM.")
    days = os.environ.get("GUANXI_IDLE_DAYS") or str(Settings().idle_days)
    if not days.isdecimal() or not int(days):
        raise BadOption("GUANXI_IDLE_DAYS must be a whole number of days, at least 1.")
    tables = os.environ.get("GUANXI_TABLES") or str(Settings().most_live)
    if not tables.isdecimal() or not int(tables):
        raise BadOption("GUANXI_TABLES must be the number of tables kept in memory, at least 1.")
    workers = os.environ.get("GUANXI_WORKERS") or str(Settings().workers)
    if not workers.isdecimal() or (int(workers) == 0 and database_url(db).startswith("sqlite")):
        raise BadOption("GUANXI_WORKERS must be a number of processes, at least 1; with PostgreSQL it may be 0.")
    log = os.environ.get("GUANXI_LOG") or "text"
    if log not in ("text", "json"):
        raise BadOption("GUANXI_LOG must be text or json.")
    return Settings(
        db=db,
        address=address,
        proxies=networks("GUANXI_PROXIES"),
        metrics=networks("GUANXI_METRICS", Settings().metrics),
        metrics_token=os.environ.get("GUANXI_METRICS_TOKEN") or None,
        smtp=smtp,
        mail_from=mail_from,
        idle_days=int(days),
        most_live=int(tables),
        workers=int(workers),
        reviewers=min(int(workers), Settings().reviewers),
        json_log=log == "json",
    )


def networks(name: str, otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The addresses and networks that a variable of the environment lists."""
    listed = tuple(os.environ.get(name, "").replace(",", " ").split())
    for network in listed:
        try:
            ip_network(network)
        except ValueError:
            raise BadOption(f"{name}: {network} is no address or network, such as 127.0.0.1 or 10.0.0.0/8.") from None
    return listed or otherwise


def database_url(db: str | None) -> str:
    """The SQLAlchemy URL of a database; a file name is SQLite.  None: what GUANXI_DB names, or the user's own file."""
    # An address may contain a password, and everybody on a machine can read the arguments of its programs.
    db = db or os.environ.get("GUANXI_DB")
    if db and "://" in db:
        scheme, _, rest = db.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else db
    path = Path(db) if db else user_data_path("guanxi", appauthor=False) / "tables.db"
    return f"sqlite+aiosqlite:///{path.resolve()}"
