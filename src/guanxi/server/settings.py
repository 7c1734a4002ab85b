"""What can be set when a server starts, with good defaults."""

from __future__ import annotations

from pathlib import Path

import msgspec

from guanxi.folders import folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server's settings."""

    db: str | None = None  # a file or a database URL; None: a file in the user's data folder
    bot_delay: float = 0.6  # seconds a bot takes at least, so that a person can follow
    bot_patience: float = 60.0  # seconds after which a bot's worker is taken for dead
    workers: int = 2
    most_live: int = 1000  # tables kept in memory; others are rebuilt from their logs when needed
    heartbeat: float = 15.0
    limited: bool = True  # rate limits
    pages: Path = Path(__file__).parent / "static"


def database_url(db: str | None) -> str:
    """The database as SQLAlchemy names it: a file is SQLite, and its folder is made."""
    if db and "://" in db:
        scheme, _, rest = db.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else db
    path = Path(db) if db else folder() / "tables.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{path.resolve()}"
