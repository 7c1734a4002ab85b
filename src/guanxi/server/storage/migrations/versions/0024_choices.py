"""Sealed choices, stored beside the log until the last is in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024_choices"
down_revision = "0023_follows"


def upgrade() -> None:
    op.add_column("tables", sa.Column("choices", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "choices",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.UniqueConstraint("table_id", "seat", "client", name="uq_choices_table_id_seat_client"),
    )


def downgrade() -> None:
    op.drop_table("choices")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("choices")
