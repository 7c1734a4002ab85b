"""The database: headers of tables, their seats, and the entries of their logs.  The log is the game."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("rematch", String(16), nullable=True),
    Index(None, "over", "updated"),
)

SEATS = Table(
    "seats",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("name", String(24), nullable=True),
    Column("bot", String(64), nullable=True),
    Column("guest", String(64), nullable=True, index=True),
    Column("token", String(64), nullable=True, index=True),
    Column("link", String(64), nullable=True, unique=True),
)

ENTRIES = Table(
    "entries",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("entry", Text, nullable=False),
    Column("client", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("table_id", "seat", "client"),
)

GUESTS = Table(
    "guests",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("name", String(24), nullable=True),
)
