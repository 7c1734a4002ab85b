"""Snapshots of tables, so that loading one does not replay its log from the start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015_snapshots"
down_revision = "0014_browsers"


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
