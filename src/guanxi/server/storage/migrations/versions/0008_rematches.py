"""Rematches by consent, characters of bots, players who have come to a table; tutorials have no result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_rematches"
down_revision = "0007_summary"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rematch_asked", sa.Text, nullable=True))
    op.add_column("seats", sa.Column("character", sa.Integer, nullable=True))
    op.add_column("seats", sa.Column("came", sa.Boolean, nullable=False, server_default=sa.true()))
    op.execute("DELETE FROM results WHERE table_id IN (SELECT table_id FROM seats WHERE bot = 'tutorial')")


def downgrade() -> None:
    op.drop_column("seats", "came")
    op.drop_column("seats", "character")
    op.drop_column("tables", "rematch_asked")
