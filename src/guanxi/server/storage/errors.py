"""Databases that cannot be used: sentences that say why, and what to do."""

from __future__ import annotations

from guanxi.engine.errors import GuanxiError

UNUSABLE = "Guanxi cannot use its database: {}. Choose another file or address with --db."


class MissingDriver(GuanxiError):
    """The library for PostgreSQL is not installed."""

    def __init__(self) -> None:
        super().__init__('PostgreSQL needs one more library. Install it: pip install "guanxi[postgres]"')


class BadAddress(GuanxiError):
    """The address of a database that nothing here can open; it is not repeated, because it may contain a password."""

    def __init__(self) -> None:
        super().__init__(
            "Guanxi cannot use its database: --db must be the name of a file, or an address like "
            "postgresql://guanxi@localhost/guanxi."
        )


class BadDatabase(GuanxiError):
    """A database that cannot be used; the text says why, and what would be right."""


def unusable(wrong: Exception) -> BadDatabase:
    """The message of a database driver, in one sentence."""
    said = str(getattr(wrong, "orig", None) or wrong) or type(wrong).__name__
    return BadDatabase(UNUSABLE.format(said.splitlines()[0].rstrip(".")))
