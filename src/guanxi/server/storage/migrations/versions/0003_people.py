"""People: devices and accounts, colours, private tables, results and ratings, chat."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0003_people"
down_revision = "0002_time"


def upgrade() -> None:
    for table, columns in added().items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_guests_profile", "guests", ["profile"])
    op.create_index("ix_guests_folded", "guests", ["folded"], unique=True)
    add_people()
    add_results()
    add_chat()


def added() -> dict[str, list[sa.Column[object]]]:
    """The columns that known tables get."""
    return {
        "tables": [
            sa.Column("creator", sa.String(64), nullable=True),
            sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("language", sa.String(8), nullable=True),
            sa.Column("origin", sa.Text, nullable=True),
            sa.Column("parent", sa.String(16), nullable=True),
        ],
        "seats": [
            sa.Column("issue", sa.Integer, nullable=False, server_default="0"),
            sa.Column("colour", sa.Integer, nullable=True),
            sa.Column("pattern", sa.Integer, nullable=True),
        ],
        "entries": [sa.Column("agreed", sa.Boolean, nullable=False, server_default=sa.false())],
        "guests": [
            sa.Column("profile", sa.String(16), nullable=True),
            sa.Column("since", sa.String(32), nullable=True),
            sa.Column("account", sa.String(24), nullable=True),
            sa.Column("folded", sa.String(72), nullable=True),
            sa.Column("password", sa.String(200), nullable=True),
            sa.Column("colour", sa.Integer, nullable=True),
            sa.Column("pattern", sa.Integer, nullable=True),
        ],
    }


def add_people() -> None:
    """Browsers that are somebody else than the guest they began as; and profiles for those who are here already."""
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.execute(
        "INSERT INTO guests (guest) SELECT DISTINCT guest FROM seats "
        "WHERE guest IS NOT NULL AND guest NOT IN (SELECT guest FROM guests)"
    )
    guests = sa.table("guests", sa.column("guest"), sa.column("profile"))
    connection = op.get_bind()
    for guest in list(connection.execute(sa.select(guests.c.guest)).scalars()):
        profile = hashlib.sha256(f"profile {guest}".encode()).hexdigest()[:12]
        connection.execute(sa.update(guests).where(guests.c.guest == guest).values(profile=profile))


def add_results() -> None:
    """How games ended, and what they say of those who play."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("ix_results_player", "results", ["player"])
    op.create_index("ix_results_ended", "results", ["ended"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def add_chat() -> None:
    """What is said at tables, who does not want to hear whom, and what was too much."""
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=True),
        sa.Column("phrase", sa.String(32), nullable=True),
    )
    op.create_table(
        "mutes",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "number"], ["lines.table_id", "lines.number"]),
    )


def downgrade() -> None:
    for name in ("reports", "mutes", "lines", "ratings", "results", "devices"):
        op.drop_table(name)
    op.drop_index("ix_guests_folded", "guests")
    op.drop_index("ix_guests_profile", "guests")
    for table, columns in added().items():
        for column in reversed(columns):
            op.drop_column(table, column.name)
