"""Live games that wait for their players are found quickly."""

from __future__ import annotations

from alembic import op

revision = "0037_awaiting_index"
down_revision = "0036_campaigns"


def upgrade() -> None:
    op.create_index("ix_tables_awaiting", "tables", ["awaiting"])


def downgrade() -> None:
    op.drop_index("ix_tables_awaiting", "tables")
