"""Clocks, absent seats, plans, and the notices with their outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_time"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("time", sa.Text, nullable=True),
        sa.Column("absent", sa.String(8), nullable=False, server_default="bot"),
        sa.Column("proposal", sa.Text, nullable=True),
        sa.Column("changes", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("tables", column)
    op.add_column("seats", sa.Column("absent", sa.String(8), nullable=True))
    op.add_column("seats", sa.Column("plan", sa.String(200), nullable=True))
    add_clocks()
    add_notices()


def add_clocks() -> None:
    """Every seat gets a clock that has not run yet."""
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("left", sa.BigInteger, nullable=True),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=True),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("absences", sa.Text, nullable=False),
    )
    op.create_index("ix_clocks_deadline", "clocks", ["deadline"])
    names = "table_id, seat, spent, given, absences"
    op.execute(f"INSERT INTO clocks ({names}) SELECT table_id, seat, 0, -1, '[]' FROM seats")


def add_notices() -> None:
    """Where notices go, those that wait to be sent, and the server's own keys."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("daily", sa.Integer, nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("failed", sa.Text, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_channels_guest", "channels", ["guest"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=True),
        sa.UniqueConstraint("channel", "kind", "about", "seat", "number"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("keys", "outbox", "channels", "clocks"):
        op.drop_table(name)
    for table, name in (
        ("seats", "plan"),
        ("seats", "absent"),
        ("tables", "changes"),
        ("tables", "proposal"),
        ("tables", "absent"),
        ("tables", "time"),
    ):
        op.drop_column(table, name)
