"""Versions of tables, by which processes notice each other's changes; requests for an undo."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016_versions"
down_revision = "0015_snapshots"


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("version", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("question", sa.Text, nullable=True))
        table.add_column(sa.Column("discussed", sa.BigInteger, nullable=True))
    op.create_index("ix_tables_discussed", "tables", ["discussed"])


def downgrade() -> None:
    op.drop_index("ix_tables_discussed", "tables")
    with op.batch_alter_table("tables") as table:
        table.drop_column("discussed")
        table.drop_column("question")
        table.drop_column("version")
